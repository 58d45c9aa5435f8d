#pragma once
/// Synthetic runs in a temporary store: curves chosen so that every figure can be worked out by hand.
#include "core/value.hpp"
#include "metrics/curves.hpp"
#include "report/measures/digest.hpp"
#include "report/measures/reference.hpp"
#include "report/measures/run_set.hpp"
#include "results/store.hpp"
#include "support/temporary_folder.hpp"

#include <cmath>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace reboost::report::test {

using reboost::test::TemporaryFolder;

inline const std::string kComparison = REBOOST_SOURCE_DIR "/plots/comparison.json";

/// What a run of the tests may vary.
struct FakeRun {
    std::string dataset = "letter";
    std::string learner = "stump";
    Value selector = Value::object().set("name", "full");
    std::int64_t rounds = 10;
    std::int64_t seed = 1;
    std::int64_t split = 1;  ///< dataset.seed
    std::string timing = "throughput";
    bool stand_in = false;       ///< its data were generated
    bool in_place = false;       ///< in place of those asked for
    std::vector<double> errors;  ///< test one-error per round
    double seconds_a_round = 1;
    double evaluation_seconds_a_round = 0;  ///< 0: the run does not tell
    std::uint64_t work_a_round = 100;
    std::vector<std::int64_t> features;
    std::vector<double> edges;
    std::int64_t plays = 0;  ///< of a bandit problem
    std::string cpu = "test CPU";
    std::string note = {}, sha256 = "0123456789abcdef";  ///< of its data
};

inline Value selector_ucb(std::int64_t k) {
    Value policy = Value::object();
    policy.set("name", "ucb").set("exploration", 2.0);
    Value selector = Value::object();
    selector.set("name", "bandit").set("policy", policy).set("k", k).set("group", 1).set("reward", "sqrt");
    selector.set("rewarded", "all").set("variant", "literature");
    return selector;
}
inline Value selector_random(std::int64_t k) {
    Value selector = Value::object();
    selector.set("name", "random").set("k", k);
    return selector;
}

inline results::RunRecord record_of(const FakeRun& fake) {
    results::RunRecord record;
    Value dataset = Value::object(), learner = Value::object(), booster = Value::object();
    dataset.set("name", fake.dataset).set("seed", fake.split);
    if (fake.in_place) dataset.set("stand_in", "if_missing");
    learner.set("name", fake.learner);
    booster.set("name", "adaboost_mh").set("rounds", fake.rounds).set("weights", "balanced");
    booster.set("alpha_smoothing", 0.0);
    if (fake.plays > 0) booster.set("plays", fake.plays);
    record.spec = Value::object();
    record.spec.set("dataset", dataset).set("learner", learner).set("selector", fake.selector);
    record.spec.set("booster", booster).set("seed", fake.seed).set("timing", fake.timing);
    Value evaluation = Value::object();
    record.spec.set("evaluation", evaluation.set("validation_fraction", 0.0));
    record.attributes = Value::object();
    record.attributes.set("status", "finished").set("dataset", fake.dataset).set("dataset_source", "files");
    record.attributes.set("dataset_sha256", fake.sha256).set("dataset_stand_in", fake.stand_in);
    if (!fake.note.empty()) record.attributes.set("dataset_note", fake.note);
    record.attributes.set("rows", 1000).set("test_rows", 200).set("features", 16).set("classes", 26);
    record.attributes.set("cpu", fake.cpu)
        .set("compiler", "test")
        .set("flags", "-O3")
        .set("git_revision", "abc");
    const std::string key = to_json(record.spec);
    std::uint64_t hash = 1469598103934665603ULL;
    for (const char c : key)
        hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
    for (int i = 0; i < 16; ++i)
        record.id += "0123456789abcdef"[(hash >> (4 * i)) & 15U];
    record.id += std::string(48, '0');

    std::vector<std::uint64_t> round, work;
    std::vector<double> seconds;
    for (std::size_t t = 1; t <= fake.errors.size(); ++t) {
        round.push_back(t);
        work.push_back(t * fake.work_a_round);
        seconds.push_back(rounded_to(5, static_cast<double>(t) * fake.seconds_a_round));
    }
    record.curves.put("round", round);
    record.curves.put("work", work, "feature values");
    record.curves.put("train_cpu_seconds", seconds, "s");
    if (fake.evaluation_seconds_a_round > 0) {
        for (double& value : seconds)
            value *= fake.evaluation_seconds_a_round / fake.seconds_a_round;
        record.curves.put("eval_cpu_seconds", seconds, "s");
    }
    record.curves.put("test_error", fake.errors);
    if (!fake.features.empty()) record.curves.put("feature", fake.features);
    if (!fake.edges.empty()) {
        std::vector<double> loss;
        double sum = 0;
        for (const double edge : fake.edges)
            loss.push_back(sum += 0.5 * std::log(1 - edge * edge));
        record.curves.put("edge", fake.edges);
        record.curves.put("log_exponential_loss", loss);
    }
    record.summary = metrics::summary_of(record.curves);
    return record;
}

/// A stored run's header, as its file has it.
struct RunHeaderText {
    std::string id, json;
};

/// A store with these runs.
inline void fill(const std::filesystem::path& folder, const std::vector<FakeRun>& runs) {
    results::Store store(folder);
    for (const FakeRun& run : runs)
        store.write(record_of(run));
}
inline RunSet run_set(const std::filesystem::path& folder) {
    return RunSet(std::make_shared<const results::Store>(folder, results::OpenMode::read_only));
}

/// Reference results of these runs, read from a file that is gone by then.
inline ReferenceResults reference_file(const std::vector<results::StoredRun>& runs,
                                       const std::string& paper = "opt2009") {
    TemporaryFolder folder;
    write_reference(folder.path(), paper, runs);
    return read_reference(folder.path());
}
/// What an export keeps of all these runs.
inline ReferenceResults kept_of(const RunSet& runs, const ReferenceRecorder::Read& read = {}) {
    std::vector<results::StoredRun> kept;
    for (const Run& run : runs.runs())
        kept.push_back(reference_of(runs, run, read));
    return reference_file(kept);
}
inline Value json_object(std::initializer_list<std::pair<std::string, Value>> members) {
    Value object = Value::object();
    for (const auto& [key, value] : members)
        object.set(key, value);
    return object;
}

}  // namespace reboost::report::test
