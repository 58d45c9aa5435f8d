#include "report/measures/reference.hpp"

#include "config/json.hpp"
#include "core/error.hpp"
#include "files/atomic_file.hpp"

#include <algorithm>

namespace reboost::report {
namespace {

/// JSON has no infinities.
double number_of(const Value& value) {
    if (value.is_null()) return kNoValue;
    if (value.is_string()) return value.as_string() == "inf" ? kNever : -kNever;
    return value.as_number();
}

Measurement measure_of(const Value& value) {
    const auto number = [&](const char* key) {
        const Value* found = value.find(key);
        return found == nullptr ? kNoValue : number_of(*found);
    };
    Measurement kept{number("value"), number("spread"), "", 0, number("sd")};
    if (const Value* missing = value.find("missing")) kept.missing = missing->as_string();
    if (const Value* samples = value.find("samples"))
        kept.count = static_cast<std::size_t>(samples->as_integer());
    return kept;
}

/// "<over>/<smoothed or measured>/<curve>"
CurveName curve_of(const std::string& drawn) {
    const std::size_t slash = drawn.find('/'), next = drawn.find('/', slash + 1);
    if (next == std::string::npos) throw DataError("'" + drawn + "' names no curve");
    return {drawn.substr(next + 1), drawn.substr(slash + 1, next - slash - 1) == "smoothed",
            drawn.substr(0, slash)};
}

/// A path keeps the attributes that its contests and its page show.
Value attributes_of_path(Value attributes) {
    for (const char* left_out : {"started_utc", "peak_memory_bytes"})
        attributes.erase(left_out);
    if (Value* seconds = attributes.find("train_cpu_seconds"); seconds != nullptr && seconds->is_number())
        *seconds = five_digits(seconds->as_number());
    return attributes;
}

}  // namespace

KeptMeasures kept_measures_in(const Archive& kept) {
    KeptMeasures found;
    const Value measures = config::parse_json(kept.get_scalar<std::string>("measures"));
    for (const Value& measure : measures.as_list())
        found.measures[to_json(measure.at("of"), -1, true)] = measure_of(measure);
    const Archive drawn = kept.sub("drawn");
    for (const auto& [name, array] : drawn.arrays()) {
        const std::size_t slash = name.rfind('/');
        KeptCurve& curve = found.curves[curve_of(name.substr(0, slash))];
        const std::string part = name.substr(slash + 1);
        for (const double value : to_doubles(array)) {
            if (part == "round") curve.round.push_back(static_cast<std::int64_t>(value));
            if (part == "x") curve.x.push_back(value);
            if (part == "y") curve.y.push_back(value);
        }
    }
    for (auto& [name, curve] : found.curves) {
        if (name.over == "round") curve.x.assign(curve.round.begin(), curve.round.end());
        if (curve.x.size() != curve.round.size() || curve.y.size() != curve.round.size())
            throw DataError("the points of '" + name.curve + "' are not whole");
    }
    return found;
}

results::StoredRun reference_of(const RunSet& runs, const Run& run, const ReferenceRecorder::Read& read) {
    const bool is_path = read.keep() == Keep::path;
    KeptArrays arrays =
        digest_of(runs.group(run, "curves"), runs.group(run, "summary"), read.rounds, read.keep());
    arrays.insert(read.arrays.begin(), read.arrays.end());
    results::StoredRun stored = results::to_stored(
        {{run.id, run.spec(), is_path ? attributes_of_path(run.attributes) : run.attributes},
         {},
         {},
         {},
         {}});
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
        run.seal.clear();                                      // the collection's stands for all
    std::ranges::sort(runs, {}, &results::StoredRun::header);  // like beside like
    const std::filesystem::path path = folder / (paper + ".h5");
    const std::vector<std::byte> bytes = results::to_collection(runs, paper);
    if (files::read_file_if_there(path) != bytes) files::write_file_atomically(path, bytes);
    return bytes.size();
}

}  // namespace reboost::report
