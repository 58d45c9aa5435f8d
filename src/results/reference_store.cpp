#include "results/reference_store.hpp"

#include "core/error.hpp"
#include "results/atomic_file.hpp"
#include "results/hdf5_archive.hpp"
#include "results/json_text.hpp"
#include "results/reference_columns.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace reboost::results {
namespace fs = std::filesystem;
namespace {

constexpr std::int64_t kFormat = 4;
constexpr std::int64_t kFirstFormat = 2;  ///< without steps
constexpr std::string_view kKind = "reference";
constexpr Packing kPacked{64, 9};

std::int64_t number_of(const Value& attributes, std::string_view name) {
    const Value* found = attributes.find(name);
    return found != nullptr && found->is_integer() ? found->as_integer() : 0;
}

/// 1, and what losses of the run are shares of.
std::set<std::int64_t> divisors_of(const Value& document) {
    std::set<std::int64_t> divisors{1};
    const Value* attributes = document.find("attributes");
    if (attributes == nullptr) return divisors;
    const std::int64_t classes = number_of(*attributes, "classes");
    for (const char* rows : {"rows", "test_rows"})
        for (const std::int64_t divisor : {std::int64_t{1}, classes})
            if (const std::int64_t d = number_of(*attributes, rows) * divisor; d > 0) divisors.insert(d);
    return divisors;
}

/// Each run and its text, in the order of the texts.
std::vector<std::pair<std::string, const StoredReference*>> in_order(const ReferenceFile& file) {
    std::vector<std::pair<std::string, const StoredReference*>> runs;
    for (const StoredReference& stored : file.runs) {
        Value document = stored.document;
        runs.emplace_back(to_json(document.set("id", stored.id)), &stored);
    }
    std::ranges::sort(runs, {}, [](const auto& run) -> const std::string& { return run.first; });
    return runs;
}

Hdf5Content content_of(const ReferenceFile& file) {
    std::vector<std::uint8_t> text;
    std::vector<std::int64_t> text_end;
    std::map<std::string, ColumnWriter> columns;
    for (const auto& [json, stored] : in_order(file)) {
        const std::size_t run = text_end.size();
        text.insert(text.end(), json.begin(), json.end());
        text_end.push_back(static_cast<std::int64_t>(text.size()));
        const std::set<std::int64_t> divisors = divisors_of(stored->document);
        for (const auto& [name, values] : stored->arrays)
            columns[name].add(run, values, divisors);
    }
    Hdf5Content content;
    // Numbers only: HDF5 keeps text in a heap with bytes that nobody set.
    content.attributes.set("format", kFormat);
    content.arrays.put("runs/text", std::move(text));
    content.arrays.put("runs/text_end", std::move(text_end));
    for (const auto& [name, column] : columns)
        column.put(content.arrays, "arrays/" + name);
    return content;
}

void read_column(const Archive& arrays, const std::string& name, std::int64_t format,
                 std::vector<StoredReference>& runs) try {
    ColumnReader column(arrays, name, format < kFormat);
    while (std::optional<ColumnReader::Array> array = column.next()) {
        if (array->run < 0 || array->run >= static_cast<std::int64_t>(runs.size()))
            throw DataError("of a run that the file does not have");
        StoredReference& run = runs[static_cast<std::size_t>(array->run)];
        if (!run.arrays.emplace(name, std::move(array->values)).second)
            throw DataError("run " + run.id + " has it twice");
    }
} catch (const DataError& error) {
    throw DataError("'" + name + "': " + error.what());
}

ReferenceFile file_of(const Hdf5Content& content, const std::string& source) {
    ReferenceFile file;
    const std::int64_t format = content.attributes.at("format").as_integer();
    if (format < kFirstFormat || format > kFormat)
        throw DataError("its format is " + std::to_string(format) + "; this program knows " +
                        std::to_string(kFirstFormat) + " to " + std::to_string(kFormat));
    const auto& text = content.arrays.get<std::uint8_t>("runs/text");
    const auto& ends = content.arrays.get<std::int64_t>("runs/text_end");
    for (std::size_t run = 0; run < ends.size(); ++run) {
        const std::int64_t begin = run == 0 ? 0 : ends[run - 1];
        if (ends[run] < begin) throw DataError("a text ends before it begins");
        const auto json = part_of(text, begin, ends[run] - begin);
        Value document = value_from_json(std::string(json.begin(), json.end()), source);
        std::string id = document.at("id").as_string();
        document.erase("id");
        file.runs.push_back({std::move(id), std::move(document), {}});
    }
    constexpr std::string_view kIndex = "/index";
    const Archive arrays = content.arrays.sub("arrays");
    for (const auto& [name, array] : arrays.arrays())
        if (name.ends_with(kIndex))
            read_column(arrays, name.substr(0, name.size() - kIndex.size()), format, file.runs);
    std::ranges::sort(file.runs, {}, &StoredReference::id);
    return file;
}

}  // namespace

std::uintmax_t write_reference_file(const fs::path& folder, const ReferenceFile& file) {
    const fs::path path = folder / (file.paper + ".h5");
    std::vector<std::byte> bytes = to_hdf5(content_of(file), kPacked);
    append_seal(bytes, {std::string(kKind), file.paper});
    if (!fs::exists(path) || read_whole_file(path) != bytes) write_file_atomically(path, bytes);
    return bytes.size();
}

ReferenceFile read_reference_file(const fs::path& path, ReferenceParts parts) {
    static constexpr std::string_view kKinds[] = {kKind};
    Hdf5Query query{true, {}, {"runs"}, {}};
    if (parts == ReferenceParts::everything) query.groups.emplace_back("arrays");
    const Hdf5Content content = read_sealed(path, query, kKinds, path.stem().string());
    try {
        ReferenceFile file = file_of(content, path.string());
        file.paper = path.stem().string();  // as its seal says
        return file;
    } catch (const DataError& error) {
        throw DataError("'" + path.string() + "' is not a file of reference results: " + error.what());
    }
}

ReferenceFolder read_reference_folder(const fs::path& folder, ReferenceParts parts) {
    ReferenceFolder read;
    for (const fs::path& path : files_in(folder)) {
        if (path.extension() != ".h5" || path.filename().string().starts_with(".")) continue;
        try {
            read.files.push_back(read_reference_file(path, parts));
        } catch (const DataError& error) {
            read.damaged.emplace_back(error.what());
        }
    }
    return read;
}

}  // namespace reboost::results
