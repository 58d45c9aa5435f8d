#include "results/reference_store.hpp"

#include "core/error.hpp"
#include "results/atomic_file.hpp"
#include "results/hdf5_archive.hpp"
#include "results/json_text.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <set>

namespace reboost::results {
namespace fs = std::filesystem;
namespace {

constexpr std::int64_t kFormat = 3, kFormatBefore = 2;  ///< the one before has no steps
constexpr std::string_view kKind = "reference";
constexpr Packing kPacked{64, 9};
constexpr std::size_t kIndexColumns = 4;
constexpr double kLargestCount = 9007199254740992.0;  // 2^53: whole numbers are exact up to there

using Counts = std::vector<std::int64_t>;

/// The counts that give these values again, to the last bit, when divided.
std::optional<Counts> counts_of(const std::vector<double>& values, std::int64_t divisor) {
    Counts counts;
    counts.reserve(values.size());
    const auto d = static_cast<double>(divisor);
    for (const double value : values) {
        const double scaled = std::round(value * d);
        if (!(std::abs(scaled) <= kLargestCount)) return std::nullopt;
        const double back = scaled / d;
        if (std::bit_cast<std::uint64_t>(back) != std::bit_cast<std::uint64_t>(value)) return std::nullopt;
        counts.push_back(static_cast<std::int64_t>(scaled));
    }
    return counts;
}

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

/// All runs' arrays of one name.
struct Column {
    Counts index, counts;
    std::vector<double> values;

    void add(std::size_t run, const std::vector<double>& array, const std::set<std::int64_t>& divisors) {
        for (const std::int64_t divisor : divisors)
            if (const std::optional<Counts> found = counts_of(array, divisor)) {
                note(run, counts.size(), array.size(), divisor);
                counts.insert(counts.end(), found->begin(), found->end());
                return;
            }
        note(run, values.size(), array.size(), 0);
        values.insert(values.end(), array.begin(), array.end());
    }
    void note(std::size_t run, std::size_t begin, std::size_t size, std::int64_t divisor) {
        for (const std::size_t number : {run, begin, size})
            index.push_back(static_cast<std::int64_t>(number));
        index.push_back(divisor);
    }
    /// The counts, each less the one before it of its run.
    Counts steps() const {
        Counts found = counts;
        for (std::size_t row = 0; row < index.size(); row += kIndexColumns) {
            if (index[row + 3] == 0) continue;
            const auto begin = static_cast<std::size_t>(index[row + 1]);
            for (std::size_t i = begin + static_cast<std::size_t>(index[row + 2]); i-- > begin + 1;)
                found[i] -= found[i - 1];
        }
        return found;
    }
};

Hdf5Content content_of(const ReferenceFile& file) {
    std::vector<std::uint8_t> text;
    std::vector<std::int64_t> text_end;
    std::map<std::string, Column> columns;
    for (std::size_t run = 0; run < file.runs.size(); ++run) {
        const StoredReference& stored = file.runs[run];
        Value document = stored.document;
        const std::string json = to_json(document.set("id", stored.id));
        text.insert(text.end(), json.begin(), json.end());
        text_end.push_back(static_cast<std::int64_t>(text.size()));
        const std::set<std::int64_t> divisors = divisors_of(stored.document);
        for (const auto& [name, values] : stored.arrays)
            columns[name].add(run, values, divisors);
    }
    Hdf5Content content;
    // Numbers only: HDF5 keeps text in a heap with bytes that nobody set.
    content.attributes.set("format", kFormat);
    content.arrays.put("runs/text", std::move(text));
    content.arrays.put("runs/text_end", std::move(text_end));
    for (auto& [name, column] : columns) {
        Counts steps = column.steps();
        const std::size_t rows = column.index.size() / kIndexColumns;
        content.arrays.put_shaped("arrays/" + name + "/index", std::move(column.index),
                                  {rows, kIndexColumns});
        if (std::ranges::any_of(steps, [](std::int64_t step) { return step < 0; }))
            content.arrays.put("arrays/" + name + "/counts", std::move(column.counts));
        else if (!steps.empty())
            content.arrays.put("arrays/" + name + "/steps", std::move(steps));
        if (!column.values.empty())
            content.arrays.put("arrays/" + name + "/values", std::move(column.values));
    }
    return content;
}

/// The elements of `all` from `begin` on.
template <class T>
std::span<const T> part(const std::vector<T>& all, std::int64_t begin, std::int64_t size) {
    const auto end = static_cast<std::int64_t>(all.size());
    if (begin < 0 || size < 0 || begin > end || size > end - begin)
        throw DataError("a part of an array lies outside it");
    return std::span(all).subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(size));
}

template <class T>
std::vector<T> optional_array(const Archive& archive, const std::string& name) {
    return archive.contains(name) ? archive.get<T>(name) : std::vector<T>{};
}

std::int64_t sum(std::int64_t a, std::int64_t b) {
    std::int64_t total = 0;
    if (__builtin_add_overflow(a, b, &total)) throw DataError("steps that lead beyond any count");
    return total;
}

void read_column(const Archive& arrays, const std::string& name, std::vector<StoredReference>& runs) {
    const auto index = arrays.get<std::int64_t>(name + "/index");
    const bool stepped = arrays.contains(name + "/steps");
    const auto counts = optional_array<std::int64_t>(arrays, name + (stepped ? "/steps" : "/counts"));
    const auto values = optional_array<double>(arrays, name + "/values");
    std::int64_t next_count = 0, next_value = 0;
    for (std::size_t row = 0; row + kIndexColumns <= index.size(); row += kIndexColumns) {
        const std::int64_t run = index[row], begin = index[row + 1], size = index[row + 2],
                           divisor = index[row + 3];
        if (run < 0 || run >= static_cast<std::int64_t>(runs.size()) || divisor < 0)
            throw DataError("'" + name + "' is of a run that the file does not have");
        // Each value belongs to one run: otherwise a small file could ask for any memory.
        std::int64_t& next = divisor == 0 ? next_value : next_count;
        auto& of_run = runs[static_cast<std::size_t>(run)].arrays;
        if (begin != next || of_run.contains(name))
            throw DataError("the parts of '" + name + "' are not one after another, one per run");
        std::vector<double>& array = of_run[name];
        if (divisor == 0) {
            const auto found = part(values, begin, size);
            array.assign(found.begin(), found.end());
        } else {
            std::int64_t count = 0;
            for (const std::int64_t stored : part(counts, begin, size)) {
                count = stepped ? sum(count, stored) : stored;
                array.push_back(static_cast<double>(count) / static_cast<double>(divisor));
            }
        }
        next += size;
    }
}

ReferenceFile file_of(const Hdf5Content& content, const std::string& source) {
    ReferenceFile file;
    const std::int64_t format = content.attributes.at("format").as_integer();
    if (format != kFormat && format != kFormatBefore)
        throw DataError("its format is " + std::to_string(format) + "; this program knows " +
                        std::to_string(kFormatBefore) + " and " + std::to_string(kFormat));
    const auto& text = content.arrays.get<std::uint8_t>("runs/text");
    const auto& ends = content.arrays.get<std::int64_t>("runs/text_end");
    for (std::size_t run = 0; run < ends.size(); ++run) {
        const std::int64_t begin = run == 0 ? 0 : ends[run - 1];
        if (ends[run] < begin) throw DataError("a text ends before it begins");
        const auto json = part(text, begin, ends[run] - begin);
        Value document = value_from_json(std::string(json.begin(), json.end()), source);
        std::string id = document.at("id").as_string();
        document.erase("id");
        file.runs.push_back({std::move(id), std::move(document), {}});
    }
    constexpr std::string_view kIndex = "/index";
    const Archive arrays = content.arrays.sub("arrays");
    for (const auto& [name, array] : arrays.arrays())
        if (name.ends_with(kIndex))
            read_column(arrays, name.substr(0, name.size() - kIndex.size()), file.runs);
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
