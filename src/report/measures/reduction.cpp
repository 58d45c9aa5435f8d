/// A measure over the runs of one cell, taken run by run.
#include "report/measures/measures.hpp"
#include "report/measures/reference.hpp"

namespace reboost::report {

std::string measure_key(const Value& measure, double against) {
    Value key = Value::object().set("measure", measure);
    if (!std::isnan(against)) key.set("against", std::isinf(against) ? Value("inf") : Value(against));
    return to_json(key, -1, true);
}

Measurement Measurement::of_trials(std::vector<double> trials) {
    Measurement of{mean(trials), kNoValue, {}, trials.size(), sample_sd(trials)};
    of.trials = std::move(trials);
    return of;
}

namespace {

/// The measure of one run: taken, or as it was at export where no more than that is kept of the run.
Measurement measure_run(const MeasureEntry& entry, MeasureInput in) {
    if (entry.against != nullptr) in.against = entry.against(in);
    if (in.runs.recorder() != nullptr) in.runs.recorder()->mention(in.run);
    const KeptMeasures* kept = in.runs.kept_measures(in.run);
    if (kept == nullptr) return entry.reduce(in);
    const auto found = kept->measures.find(measure_key(in.options, in.against));
    if (found != kept->measures.end()) return found->second;
    Measurement taken = entry.reduce(in);
    if (std::isnan(taken.value)) taken.missing = "the reference results do not hold it: compute the run";
    return taken;
}

/// Mean and standard deviation of the samples of several runs, from each run's own.
void pool(const std::vector<Measurement>& runs, Reduction& result) {
    result.value = runs.front().value;
    result.seed_sd = runs.front().sd;
    result.runs = runs.front().count;
    if (runs.size() == 1) return;
    double count = 0, sum = 0, squares = 0;
    for (const Measurement& run : runs) {
        count += static_cast<double>(run.count);
        sum += static_cast<double>(run.count) * run.value;
    }
    result.value = sum / count;
    for (const Measurement& run : runs) {
        const double gap = run.value - result.value, samples = static_cast<double>(run.count);
        squares += samples * gap * gap;
        if (run.count > 1) squares += (samples - 1) * run.sd * run.sd;
    }
    result.seed_sd = std::sqrt(squares / (count - 1));
    result.runs = static_cast<std::size_t>(count);
}

}  // namespace

Reduction reduce(const RunSet& runs, std::span<const Run* const> chosen, const Value& measure,
                 const Value& query) {
    const MeasureEntry& entry = find_measure(measure.at("name").as_string());
    if (entry.together != nullptr) return entry.together(runs, chosen, measure, query);
    std::vector<double> values, spreads;
    std::vector<Measurement> with_samples;
    Reduction result;
    for (const Run* run : chosen) {
        const Measurement m = measure_run(entry, {runs, *run, measure, query});
        if (m.count > 0) {
            with_samples.push_back(m);
            continue;
        }
        if (std::isnan(m.value)) {
            result.missing = m.missing;
            continue;
        }
        values.push_back(m.value);
        if (!std::isnan(m.spread)) spreads.push_back(m.spread);
    }
    if (!with_samples.empty()) {
        pool(with_samples, result);
        return result;
    }
    result.runs = values.size();
    result.value = mean(values);
    result.spread = mean(spreads);
    result.seed_sd = sample_sd(values);
    return result;
}

double sample_sd(std::span<const double> values) {
    if (values.size() < 2) return kNoValue;
    const double centre = mean(values);
    double sum = 0;
    for (const double v : values)
        sum += (v - centre) * (v - centre);
    return std::sqrt(sum / static_cast<double>(values.size() - 1));
}

}  // namespace reboost::report
