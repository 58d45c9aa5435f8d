#include "report/measures/reference.hpp"

#include "config/json.hpp"
#include "core/error.hpp"

#include <algorithm>

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
Value numbers_value(const std::vector<double>& numbers) {
    Value list = Value::list();
    for (const double number : numbers)
        list.push(number_value(number));
    return list;
}
std::vector<double> numbers_of(const Value& list) {
    std::vector<double> numbers;
    for (const Value& value : list.as_list())
        numbers.push_back(number_of(value));
    return numbers;
}

Value measure_value(const std::string& key, const KeptMeasure& kept) {
    Value value = Value::object();
    value.set("of", config::parse_json(key)).set("value", number_value(kept.value));
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

Value curve_value(const CurveName& name, const KeptCurve& kept) {
    Value rounds = Value::list(), value = Value::object();
    for (const std::int64_t round : kept.round)
        rounds.push(round);
    value.set("curve", name.curve).set("smoothed", name.smoothed).set("over", name.over).set("round", rounds);
    if (name.over != "round") value.set("x", numbers_value(kept.x));
    return value.set("y", numbers_value(kept.y));
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
    if (kept.x.size() != kept.round.size() || kept.y.size() != kept.round.size())
        throw DataError(source + ": a curve and its rounds have different lengths");
}

}  // namespace

ReferenceRun& ReferenceRecorder::of(const Run& run) {
    ReferenceRun& kept = runs_[run.id];
    if (kept.run.id.empty()) kept.run = run;
    return kept;
}

void ReferenceRecorder::measured(const Run& run, const std::string& key, const KeptMeasure& measure) {
    of(run).measures[key] = measure;
}

void ReferenceRecorder::drew(const Run& run, const CurveName& name, const KeptCurve& points) {
    if (points.round.empty()) return;
    KeptCurve& kept = of(run).curves[name];
    for (std::size_t i = 0; i < points.round.size(); ++i) {
        const auto at = std::lower_bound(kept.round.begin(), kept.round.end(), points.round[i]);
        if (at != kept.round.end() && *at == points.round[i]) continue;
        const auto place = at - kept.round.begin();
        kept.round.insert(at, points.round[i]);
        kept.x.insert(kept.x.begin() + place, points.x[i]);
        kept.y.insert(kept.y.begin() + place, points.y[i]);
    }
}

void ReferenceRecorder::keep(const Run& run, const std::string& array, std::vector<double> values) {
    of(run).arrays[array] = std::move(values);
}

std::string reference_text(const ReferenceRun& reference) {
    Value measures = Value::list(), curves = Value::list(), arrays = Value::object();
    for (const auto& [key, kept] : reference.measures)
        measures.push(measure_value(key, kept));
    for (const auto& [name, kept] : reference.curves)
        curves.push(curve_value(name, kept));
    for (const auto& [name, values] : reference.arrays)
        arrays.set(name, numbers_value(values));
    Value file = Value::object();
    file.set("format", kFormat)
        .set("id", reference.run.id)
        .set("spec", reference.run.spec)
        .set("attributes", reference.run.attributes)
        .set("measures", std::move(measures))
        .set("curves", std::move(curves))
        .set("arrays", std::move(arrays));
    return to_json(file) + "\n";
}

std::shared_ptr<const ReferenceRun> reference_from(const Value& json, const std::string& source) {
    try {
        if (json.at("format").as_integer() != kFormat)
            throw DataError("its format is not " + std::to_string(kFormat));
        auto reference = std::make_shared<ReferenceRun>();
        reference->run = Run{json.at("id").as_string(), json.at("spec"), json.at("attributes"), true};
        for (const Value& measure : json.at("measures").as_list())
            reference->measures[to_json(measure.at("of"), -1, true)] = measure_of(measure);
        for (const Value& curve : json.at("curves").as_list())
            read_curve(curve, *reference, source);
        for (const auto& [name, values] : json.at("arrays").as_object())
            reference->arrays[name] = numbers_of(values);
        return reference;
    } catch (const Error& error) {
        throw DataError(source + " is not a reference result: " + error.what());
    }
}

std::vector<std::shared_ptr<const ReferenceRun>> read_reference(const std::filesystem::path& folder) {
    std::vector<std::shared_ptr<const ReferenceRun>> runs;
    std::error_code none;
    for (const auto& entry : std::filesystem::directory_iterator(folder, none))
        if (entry.path().extension() == ".json")
            runs.push_back(
                reference_from(config::read_json_file(entry.path().string()), entry.path().string()));
    return runs;
}

}  // namespace reboost::report
