#include "results/run_file.hpp"

#include "core/checksum.hpp"
#include "core/text.hpp"
#include "core/value.hpp"
#include "files/atomic_file.hpp"
#include "hdf5/file.hpp"
#include "results/seal.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace reboost::results {
namespace fs = std::filesystem;
namespace {

constexpr const char* kHeaderName = "header";
constexpr const char* kSealName = "seal";
constexpr const char* kRound = "curves/round";

/// The number of rounds; nullopt if the attributes do not state it.
std::optional<std::uint64_t> rounds_in(const Value& attributes) {
    constexpr std::int64_t kMost = std::int64_t{1} << 32;
    const Value* rounds = attributes.find("rounds");
    if (rounds == nullptr || !rounds->is_integer()) return std::nullopt;
    if (rounds->as_integer() < 0 || rounds->as_integer() > kMost) return std::nullopt;
    return static_cast<std::uint64_t>(rounds->as_integer());
}

Archive::Array round_array(std::uint64_t last) {
    std::vector<std::uint64_t> rounds(last);
    std::iota(rounds.begin(), rounds.end(), 1);
    return {std::move(rounds), {last}, "", "boosting round"};
}

Seal seal_named(const std::string& id) {
    return id.empty() ? Seal{"model", "-"} : Seal{"run", id};
}

StoredRun stored_in(const hdf5::File& file, const std::string& id, const std::string& source) {
    StoredRun run{id, {}, file.read(kRunGroups), {}};
    const std::string names[] = {kHeaderName, kSealName};
    const Archive head = file.read(names);
    run.header = head.get_scalar<std::string>(kHeaderName);
    run.seal = head.get_scalar<std::string>(kSealName);
    if (seal_of(run) != run.seal)
        throw DataError("'" + source + "' is damaged: its arrays do not have the checksum that it states");
    return run;
}

bool is_run_id(std::string_view text) {
    constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz0123456789_-";
    return !text.empty() && text.find_first_not_of(kLetters) == std::string_view::npos;
}

}  // namespace

void require_run_id(const std::string& text) {
    if (!is_run_id(text)) throw UsageError("'" + text + "' is not a run id (64 hexadecimal digits)");
}

std::string id_of(const fs::path& file, const std::string& extension) {
    const std::string id = file.stem().string();
    return file.extension() == extension && is_run_id(id) ? id : "";
}

std::vector<std::string> ids_in(const fs::path& folder, const std::string& extension) {
    std::vector<std::string> ids;
    for (const fs::path& file : files::files_in(folder))
        if (std::string id = id_of(file, extension); !id.empty()) ids.push_back(std::move(id));
    return ids;
}

std::string seal_of(const StoredRun& run) {
    Sha256 sum;
    sum.update(run.id + "\n" + run.header);
    for (const auto& [name, array] : run.arrays.arrays()) {
        std::string shape;
        for (const std::size_t extent : array.shape)
            shape += std::to_string(extent) + ",";
        sum.update("\n" + name + "\n" + std::to_string(array.values.index()) + " " + shape + "\n" +
                   array.units + "\n" + array.long_name + "\n");
        std::visit(
            [&sum](const auto& values) {
                using Element = typename std::decay_t<decltype(values)>::value_type;
                if constexpr (std::is_same_v<Element, std::string>)
                    for (const std::string& text : values)
                        sum.update(text + "\n");
                else
                    sum.update(values.data(), values.size() * sizeof(Element));
            },
            array.values);
    }
    return sum.hex().substr(0, 32);
}

StoredRun to_stored(const RunRecord& record) {
    StoredRun run;
    run.id = record.id;
    run.header = to_json(Value::object().set("spec", record.spec).set("attributes", record.attributes));
    if (!is_utf8(run.header))  // JSON that is not UTF-8 could not be read back
        throw UsageError("cannot store a text that is not UTF-8: " + run.header);
    for (const auto& [name, array] : record.curves.arrays()) {
        const auto rounds = name == "round" ? rounds_in(record.attributes) : std::nullopt;
        if (!rounds || !(array == round_array(*rounds))) run.arrays.put_array("curves/" + name, array);
    }
    run.arrays.put_all("selector", record.selector);
    run.arrays.put_all("model", record.model);
    run.arrays.put_all("summary", record.summary);
    run.seal = seal_of(run);
    return run;
}

RunHeader header_of(const std::string& id, std::string_view json, const std::string& source) {
    Value header = value_from_json(json, source);
    Value *spec = header.find("spec"), *attributes = header.find("attributes");
    if (spec == nullptr || attributes == nullptr)
        throw DataError("'" + source + "': the header of run " + id + " has no spec or no attributes");
    return {id, std::move(*spec), std::move(*attributes)};
}

bool lacks_rounds(const Archive& arrays, std::span<const std::string> wanted) {
    return !arrays.contains(kRound) &&
           std::ranges::any_of(wanted, [](const auto& w) { return w == "curves" || w == kRound; });
}

void add_rounds(Archive& arrays, const Value& attributes) {
    if (const auto rounds = rounds_in(attributes)) arrays.put_array(kRound, round_array(*rounds));
}

RunRecord record_of(RunHeader header, Archive arrays) {
    RunRecord record{std::move(header), {}, {}, {}, {}};
    if (!arrays.contains(kRound)) add_rounds(arrays, record.attributes);
    record.curves = arrays.sub("curves");
    record.selector = arrays.sub("selector");
    record.model = arrays.sub("model");
    record.summary = arrays.sub("summary");
    return record;
}

std::vector<std::byte> to_run_file(StoredRun run, Archive state) {
    Archive all = std::move(run.arrays);
    all.put_scalar(kHeaderName, std::move(run.header));
    all.put_scalar(kSealName, std::move(run.seal));
    all.put_all("state", std::move(state));
    std::vector<std::byte> bytes = hdf5::to_image(std::move(all));
    append_seal(bytes, seal_named(run.id));
    return bytes;
}

StoredRun read_run_file(std::span<const std::byte> bytes, const std::string& id, const std::string& source) {
    return stored_in(hdf5::File(open_seal(bytes, seal_named(id), source), source), id, source);
}

void write_record_file(const fs::path& path, const RunRecord& record, Archive state) {
    files::write_file_atomically(path, to_run_file(to_stored(record), std::move(state)));
}

RecordFile read_record_file(const fs::path& path) {
    return record_file_of(files::read_whole_file(path), path.string());
}

RecordFile record_file_of(std::span<const std::byte> bytes, const std::string& source) {
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (!text.empty() && !text.starts_with(hdf5::kSignature))
        throw DataError("'" + source + "' is not a model: `reboost train` writes HDF5 files");
    const SealedBytes sealed = open_seal(bytes, source);
    if (sealed.seal.kind != "model" && sealed.seal.kind != "run")
        throw DataError("'" + source + "' is a " + sealed.seal.kind + " file, expected a model file");
    const hdf5::File file(sealed.content, source);
    for (const std::string& name : file.names())  // names() throws if the file has a link anywhere
        if (name != kHeaderName && name != kSealName && !name.starts_with("state/") &&
            std::ranges::none_of(kRunGroups,
                                 [&](const auto& group) { return name.starts_with(group + "/"); }))
            throw DataError("'" + source + "' has an array that no model has: '" + name + "'");
    const std::string state[] = {"state"};
    StoredRun run = stored_in(file, sealed.seal.kind == "run" ? sealed.seal.id : "", source);
    return {record_of(header_of(run.id, run.header, source), std::move(run.arrays)),
            file.read(state).sub("state")};
}

}  // namespace reboost::results
