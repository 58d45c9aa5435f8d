#include "report/measures/reference.hpp"

#include "files/atomic_file.hpp"

#include <algorithm>

namespace reboost::report {
namespace {

/// A path stores only the attributes that its contests and its page show.
Value attributes_of_path(Value attributes) {
    for (const char* left_out : {"started_utc", "peak_memory_bytes"})
        attributes.erase(left_out);
    if (Value* seconds = attributes.find("train_cpu_seconds"); seconds != nullptr && seconds->is_number())
        *seconds = rounded_to(5, seconds->as_number());
    return attributes;
}

}  // namespace

results::StoredRun reference_of(const RunSet& runs, const Run& run, const ReferenceRecorder::Read& read) {
    const bool is_path = read.keep() == Keep::path;
    KeptArrays arrays =
        digest_of(runs.group(run, "curves"), runs.group(run, "summary"), read.rounds, read.keep());
    arrays.insert(read.arrays.begin(), read.arrays.end());
    Value attributes = is_path ? attributes_of_path(run.attributes) : run.attributes;
    results::StoredRun stored =
        results::to_stored({{run.id, run.spec(), std::move(attributes)}, {}, {}, {}, {}});
    stored.arrays = as_stored(arrays);
    return stored;
}

ReferenceResults read_reference(const std::filesystem::path& folder) {
    const auto content = results::Collections(folder).content();
    ReferenceResults read;
    for (const auto& [path, file] : content->files)
        read.files.push_back(file);
    for (const results::DamagedFile& file : content->damaged)
        read.damaged.push_back(file.what);
    return read;
}

std::uintmax_t write_reference(const std::filesystem::path& folder, const std::string& paper,
                               std::vector<results::StoredRun> runs) {
    for (results::StoredRun& run : runs)
        run.seal.clear();                                      // the collection's seal covers all runs
    std::ranges::sort(runs, {}, &results::StoredRun::header);  // similar runs side by side compress better
    const std::filesystem::path path = folder / (paper + ".h5");
    constexpr unsigned kSmallest =
        9;  // the level of deflate: five times slower, for files under version control
    const std::vector<std::byte> bytes = results::to_collection(runs, paper, nullptr, kSmallest);
    if (files::read_file_if_there(path) != bytes) files::write_file_atomically(path, bytes);
    return bytes.size();
}

}  // namespace reboost::report
