#include "sweep/recorded_bits.hpp"

#include "config/schema.hpp"

#include <type_traits>

#include <fmt/format.h>

namespace reboost::test {
namespace {

template <class T>
void add_values(Sha256& sum, const std::vector<T>& values) {
    if constexpr (std::is_same_v<T, std::string>)
        for (const std::string& text : values)
            sum.update(text + "\n");
    else
        sum.update(values.data(), values.size() * sizeof(T));
}

std::string run_text(const std::string& data, const std::string& learner, const std::string& selector,
                     const std::string& booster) {
    return fmt::format(R"({{"dataset": {}, "learner": {}, "selector": {}, "booster": {}, "seed": 3}})", data,
                       learner, selector, booster);
}

constexpr const char* kThreeClasses = R"({"name": "waveform", "rows": 300, "test_rows": 100})";
constexpr const char* kTwoClasses = R"({"name": "twonorm", "rows": 150, "test_rows": 50})";
constexpr const char* kTwentyRounds = R"({"name": "adaboost_mh", "rounds": 20})";

bool is_regression(const std::string& learner) {
    return learner.find("regression") != std::string::npos;
}

std::string booster_text(const std::string& name) {
    if (name == "bandit_problem") return R"({"name": "bandit_problem", "rounds": 300, "plays": 3})";
    if (name == "decision_tree")
        return R"({"name": "decision_tree", "max_nodes": 15, "trials": {"count": 2, "train_rows": 80,
                   "test_rows": 40, "budget_max": 10}})";
    const bool budgeted = name.starts_with("adaboost_") && name != "adaboost_mh";
    if (budgeted || name == "speedboost")
        return fmt::format(R"({{"name": "{}", "rounds": 20, "budget": 12}})", name);
    return fmt::format(R"({{"name": "{}", "rounds": {}}})", name, name == "adaboost_mh" ? 20 : 6);
}

GuardedRun booster_run(const std::string& name) {
    const bool gradient = name.ends_with("mart") || name.ends_with("logitboost");
    const char* data = name == "bandit_problem"            ? R"("none")"
                       : gradient || name == "adaboost_mh" ? kThreeClasses
                                                           : kTwoClasses;
    return {"booster " + name,
            run_text(data, gradient ? "\"regression_tree(6)\"" : R"("stump")",
                     name == "bandit_problem" ? R"({"name": "bandit", "policy": "ucb"})" : R"("full")",
                     booster_text(name))};
}

/// A booster with another choice than its default in a field: its base class, its rows.
GuardedRun choice_run(const std::string& booster, const std::string& field, const std::string& choice) {
    const std::string words = field == "base_class" ? "base class" : field;
    return {"booster " + booster + ", " + words + " " + choice,
            run_text(kThreeClasses, booster == "adaboost_mh" ? R"("stump")" : "\"regression_tree(6)\"",
                     R"("full")",
                     fmt::format(R"({{"name": "{}", "rounds": 8, "{}": "{}"}})", booster, field, choice))};
}

}  // namespace

std::vector<GuardedRun> guarded_runs() {
    std::vector<GuardedRun> runs;
    for (const config::AlternativeDoc& learner : config::part_docs("learner"))
        runs.push_back(
            {"learner " + learner.name,
             run_text(kThreeClasses, '"' + learner.name + '"', R"("full")",
                      is_regression(learner.name) ? R"({"name": "mart", "rounds": 6})" : kTwentyRounds)});
    for (const config::AlternativeDoc& selector : config::part_docs("selector"))
        runs.push_back({"selector " + selector.name,
                        run_text(kThreeClasses, "\"tree(4)\"", '"' + selector.name + '"', kTwentyRounds)});
    runs.push_back(
        {"selector random, regression trees", run_text(kThreeClasses, "\"regression_tree(6)\"",
                                                       "\"random(5)\"", R"({"name": "mart", "rounds": 6})")});
    runs.push_back({"policy moss, products", run_text(kThreeClasses, R"("product")", R"("moss")",
                                                      R"({"name": "adaboost_mh", "rounds": 100})")});
    for (const config::AlternativeDoc& policy : config::policy_docs()) {
        if (policy.name == "external") continue;  // its bits are those of a program of somebody else
        const std::string selector =
            fmt::format(R"({{"name": "bandit", "policy": "{}", "k": 2}})", policy.name);
        runs.push_back({"policy " + policy.name, run_text(kThreeClasses, R"("stump")", selector,
                                                          R"({"name": "adaboost_mh", "rounds": 200})")});
        // Close arms: many plays notice what few rounds of boosting do not.
        runs.push_back(
            {"policy " + policy.name + ", on arms",
             run_text(
                 R"("none")", R"("stump")",
                 fmt::format(R"({{"name": "bandit", "policy": "{}"}})", policy.name),
                 R"({"name": "bandit_problem", "rounds": 3000, "plays": 3, "means": [0.5, 0.45, 0.4]})")});
    }
    runs.push_back({"selector bandit, scaled rewards",
                    run_text(kThreeClasses, R"("stump")",
                             R"({"name": "bandit", "policy": "ucb", "reward_scale": "quantile"})",
                             R"({"name": "adaboost_mh", "rounds": 200})")});
    for (const config::AlternativeDoc& booster : config::part_docs("booster")) {
        runs.push_back(booster_run(booster.name));
        for (const config::FieldDoc& field : booster.fields)
            for (const config::AlternativeDoc& choice : field.alternatives)
                runs.push_back(choice_run(booster.name, field.name, choice.name));
    }
    runs.push_back({"ties first_maximum, two classes",
                    R"({"dataset": {"name": "twonorm", "rows": 150, "test_rows": 50}, "learner": "stump",
                        "booster": {"name": "adaboost_mh", "rounds": 20}, "seed": 3,
                        "evaluation": {"ties": "first_maximum"}})"});
    return runs;
}

void add_archive(Sha256& sum, const Archive& archive) {
    for (const auto& [name, array] : archive.arrays()) {
        if (array.units == "s" || name.find("seconds") != std::string::npos) continue;
        sum.update(name + "\n");
        for (const std::size_t extent : array.shape)
            sum.update(std::to_string(extent) + " ");
        std::visit([&](const auto& values) { add_values(sum, values); }, array.values);
    }
}

void add_dataset(Sha256& sum, const data::Dataset& dataset) {
    for (const data::Column& column : dataset.columns) {
        sum.update(column.name + "\n");
        std::visit([&](const auto& values) { add_values(sum, values); }, column.values);
    }
    add_values(sum, dataset.labels.y);
}

}  // namespace reboost::test
