#include "report/measures/reference.hpp"

#include "config/json.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "results/atomic_file.hpp"

#include <algorithm>
#include <functional>
#include <iterator>

namespace reboost::report {
namespace {

constexpr int kFormat = 1;

/// JSON has no infinities.
Value number_value(double number) {
    if (std::isnan(number)) return {};
    if (std::isinf(number)) return number > 0 ? "inf" : "-inf";
    return number;
}
double number_of(const Value& value) {
    if (value.is_null()) return kNoValue;
    if (value.is_string()) return value.as_string() == "inf" ? kNever : -kNever;
    return value.as_number();
}
std::vector<double> numbers_of(const Value& list) {
    std::vector<double> numbers;
    for (const Value& value : list.as_list())
        numbers.push_back(number_of(value));
    return numbers;
}

Value measure_value(const std::string& key, const KeptMeasure& kept) {
    Value value = Value::object().set("of", config::parse_json(key)).set("value", number_value(kept.value));
    if (!std::isnan(kept.spread)) value.set("spread", number_value(kept.spread));
    if (!kept.missing.empty()) value.set("missing", kept.missing);
    if (kept.samples > 0) value.set("samples", kept.samples).set("sd", number_value(kept.sample_sd));
    return value;
}
KeptMeasure measure_of(const Value& value) {
    const auto number = [&](const char* key) {
        const Value* found = value.find(key);
        return found == nullptr ? kNoValue : number_of(*found);
    };
    KeptMeasure kept{number("value"), number("spread"), "", 0, number("sd")};
    if (const Value* missing = value.find("missing")) kept.missing = missing->as_string();
    if (const Value* samples = value.find("samples"))
        kept.samples = static_cast<std::size_t>(samples->as_integer());
    return kept;
}

/// Arrays "drawn/<over>/<smoothed>/<curve>/round", "x" and "y"; x only where it is not the rounds.
constexpr std::string_view kDrawn = "drawn/", kSmoothed = "smoothed/", kMeasured = "measured/";

std::string drawn_name(const CurveName& name) {
    return std::string(kDrawn) + name.over + "/" + std::string(name.smoothed ? kSmoothed : kMeasured) +
           name.curve;
}
CurveName curve_of(std::string_view drawn) {
    const std::size_t slash = drawn.find('/', kDrawn.size());
    if (slash == std::string_view::npos) throw DataError("'" + std::string(drawn) + "' names no curve");
    CurveName name;
    name.over = drawn.substr(kDrawn.size(), slash - kDrawn.size());
    drawn.remove_prefix(slash + 1);
    name.smoothed = drawn.starts_with(kSmoothed);
    name.curve = drawn.substr(drawn.find('/') + 1);
    return name;
}

void put_curve(const CurveName& name, const KeptCurve& kept, results::StoredReference& stored) {
    const std::string drawn = drawn_name(name);
    stored.arrays[drawn + "/round"].assign(kept.round.begin(), kept.round.end());
    if (name.over != "round") stored.arrays[drawn + "/x"] = kept.x;
    stored.arrays[drawn + "/y"] = kept.y;
}

void require_lengths(const KeptCurve& kept, const std::string& source) {
    if (kept.x.size() != kept.round.size() || kept.y.size() != kept.round.size())
        throw DataError(source + ": a curve and its rounds have different lengths");
}

/// Measures search rounds and compute with them as whole numbers.
void require_rounds(const std::string& name, const std::vector<double>& rounds) {
    constexpr double kMostRounds = 9007199254740992.0;  // 2^53
    double before = 0;
    for (const double round : rounds) {
        if (!(round >= before && round <= kMostRounds && round == std::floor(round)))
            throw DataError("'" + name + "' are not ascending rounds");
        before = round;
    }
}

void require_sound(const ReferenceRun& reference) {
    reference.run.spec.as_object();
    reference.run.attributes.as_object();
    const auto rounds = reference.arrays.find("kept/round");
    const std::size_t kept = rounds == reference.arrays.end() ? 0 : rounds->second.size();
    for (const auto& [name, values] : reference.arrays) {
        if (name.ends_with("/round")) require_rounds(name, values);
        if ((name.starts_with("kept/") || name.starts_with("smoothed/")) && values.size() != kept)
            throw DataError("'" + name + "' has " + std::to_string(values.size()) + " values at " +
                            std::to_string(kept) + " rounds");
    }
}

/// Takes the curves out of the arrays.
void take_curves(ReferenceRun& run) {
    for (auto at = run.arrays.lower_bound(std::string(kDrawn));
         at != run.arrays.end() && at->first.starts_with(kDrawn); at = run.arrays.erase(at)) {
        const std::size_t slash = at->first.rfind('/');
        const std::string part = at->first.substr(slash + 1);
        KeptCurve& kept = run.curves[curve_of(std::string_view(at->first).substr(0, slash))];
        if (part == "x")
            kept.x = std::move(at->second);
        else if (part == "y")
            kept.y = std::move(at->second);
        else
            for (const double round : at->second)
                kept.round.push_back(static_cast<std::int64_t>(round));
    }
    for (auto& [name, kept] : run.curves) {
        if (name.over == "round") kept.x.assign(kept.round.begin(), kept.round.end());
        require_lengths(kept, name.curve);
    }
}

void read_curve(const Value& value, ReferenceRun& run, const std::string& source) {
    const CurveName name{value.at("curve").as_string(), value.at("smoothed").as_bool(),
                         value.at("over").as_string()};
    KeptCurve& kept = run.curves[name];
    for (const Value& round : value.at("round").as_list())
        kept.round.push_back(round.as_integer());
    kept.y = numbers_of(value.at("y"));
    if (const Value* x = value.find("x"))
        kept.x = numbers_of(*x);
    else
        kept.x.assign(kept.round.begin(), kept.round.end());
    require_lengths(kept, source);
}

void read_measures(const Value& list, ReferenceRun& run) {
    for (const Value& measure : list.as_list())
        run.measures[to_json(measure.at("of"), -1, true)] = measure_of(measure);
}

/// Sums over the rounds that a path has: as stored means of a round, which differ little from one to the
/// next.
constexpr std::string_view kOfARound = "of_a_round/";
const char* const kSums[] = {"work", "train_cpu_seconds"};

/// Calls `change(sums, means, rounds)` for each of them.
template <class Change>
void change_sums(KeptArrays& arrays, Change change) {
    const auto rounds = arrays.find("kept/round");
    if (rounds == arrays.end()) return;
    for (const std::string name : kSums)
        change("kept/" + name, std::string(kOfARound) + name, rounds->second);
}

void put_means(KeptArrays& arrays) {
    change_sums(arrays, [&](const std::string& sums, const std::string& means, const auto& rounds) {
        if (!arrays.contains(sums)) return;
        std::ranges::transform(arrays.at(sums), rounds, std::back_inserter(arrays[means]), mean_of_a_round);
        arrays.erase(sums);
    });
}

void take_means(KeptArrays& arrays) {
    change_sums(arrays, [&](const std::string& sums, const std::string& means, const auto& rounds) {
        if (!arrays.contains(means)) return;
        if (arrays.at(means).size() != rounds.size())
            throw DataError("'" + means + "' has not a value at each round");
        std::ranges::transform(arrays.at(means), rounds, std::back_inserter(arrays[sums]), std::multiplies());
        arrays.erase(means);
    });
}

/// Of a path what its contests and its page show.
Value attributes_of_path(Value attributes) {
    for (const char* left_out : {"started_utc", "peak_memory_bytes"})
        attributes.erase(left_out);
    if (Value* seconds = attributes.find("train_cpu_seconds"); seconds != nullptr && seconds->is_number())
        *seconds = five_digits(seconds->as_number());
    return attributes;
}

}  // namespace

ReferenceRun whole_reference(const RunSet& runs, const Run& run, const std::set<std::int64_t>& rounds,
                             Keep keep) {
    ReferenceRun reference;
    reference.run = run;
    reference.whole = true;
    reference.keep = keep;
    reference.arrays = digest_of(runs.curves(run), rounds, keep);
    return reference;
}

results::StoredReference to_stored(const ReferenceRun& reference) {
    results::StoredReference stored{reference.run.id, Value::object(), reference.arrays};
    const bool is_path = reference.keep == Keep::path;
    stored.document.set("spec", reference.run.spec)
        .set("attributes", is_path ? attributes_of_path(reference.run.attributes) : reference.run.attributes);
    shorten(stored.arrays, reference.keep);
    if (is_path) {
        stored.document.set("keep", "path");
        put_means(stored.arrays);
    }
    if (reference.whole) return stored;
    stored.document.set("measures_only", true)
        .set("measures", Value::list_of(reference.measures, [](const auto& measure) {
                 return measure_value(measure.first, measure.second);
             }));
    for (const auto& [name, kept] : reference.curves)
        put_curve(name, kept, stored);
    return stored;
}

std::shared_ptr<const ReferenceRun> from_stored(results::StoredReference stored, const std::string& paper) {
    try {
        auto reference = std::make_shared<ReferenceRun>();
        reference->paper = paper;
        reference->run = Run{stored.id, stored.document.at("spec"), stored.document.at("attributes"), true};
        reference->arrays = std::move(stored.arrays);
        take_means(reference->arrays);
        require_sound(*reference);
        reference->whole = stored.document.find("measures_only") == nullptr;
        if (const Value* keep = stored.document.find("keep"); keep != nullptr && keep->as_string() == "path")
            reference->keep = Keep::path;
        if (reference->whole) return reference;
        read_measures(stored.document.at("measures"), *reference);
        take_curves(*reference);
        return reference;
    } catch (const Error& error) {
        throw DataError(paper + ": " + stored.id + " is not a reference result: " + error.what());
    }
}

std::shared_ptr<const ReferenceRun> reference_from(const Value& json, const std::string& source) {
    try {
        if (json.at("format").as_integer() != kFormat)
            throw DataError("its format is not " + std::to_string(kFormat));
        auto reference = std::make_shared<ReferenceRun>();
        reference->run = Run{json.at("id").as_string(), json.at("spec"), json.at("attributes"), true};
        read_measures(json.at("measures"), *reference);
        for (const Value& curve : json.at("curves").as_list())
            read_curve(curve, *reference, source);
        for (const auto& [name, values] : json.at("arrays").as_object())
            reference->arrays[name] = numbers_of(values);
        return reference;
    } catch (const Error& error) {
        throw DataError(source + " is not a reference result: " + error.what());
    }
}

ReferenceResults read_reference(const std::filesystem::path& folder) {
    ReferenceResults read;
    results::ReferenceFolder files =
        results::read_reference_folder(folder, results::ReferenceParts::everything);
    read.damaged = std::move(files.damaged);
    for (results::ReferenceFile& file : files.files) {
        const std::size_t before = read.runs.size();
        try {
            for (results::StoredReference& stored : file.runs)
                read.runs.push_back(from_stored(std::move(stored), file.paper));
        } catch (const DataError& error) {
            read.runs.resize(before);
            read.damaged.push_back("'" + (folder / (file.paper + ".h5")).string() +
                                   "' is no file of this program: " + error.what());
        }
    }
    if (const std::size_t earlier = earlier_files(folder).size(); earlier > 0)
        read.earlier = "'" + folder.string() + "' has " + counted(earlier, "JSON file") +
                       " of the format before: `reboost export --output " + folder.string() +
                       "` takes them in";
    return read;
}

std::vector<std::filesystem::path> earlier_files(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files = results::files_in(folder);
    std::erase_if(files, [](const auto& path) { return path.extension() != ".json"; });
    return files;
}

}  // namespace reboost::report
