#pragma once
/// Runs of AdaBoost.MH for tests, and an observer that keeps all records.
#include "boosting/factory/factory.hpp"
#include "support/reference_boosting.hpp"
#include "support/team.hpp"

namespace reboost::testing {

struct Recording final : boosting::RoundObserver {
    std::vector<boosting::RoundRecord> rounds;
    std::vector<boosting::EvaluationRecord> evaluations;
    std::size_t stop_after = 0;  ///< asks to stop after so many rounds; 0: never

    void on_round(const boosting::RoundRecord& record) override { rounds.push_back(record); }
    void on_evaluation(const boosting::EvaluationRecord& record) override { evaluations.push_back(record); }
    bool interrupt() override { return stop_after > 0 && rounds.size() >= stop_after; }
};

/// A clock that stands still, so that states of two runs can be compared whole.
struct StoppedClock final : Clock {
    double thread_cpu_seconds() const override { return 0; }
    double wall_seconds() const override { return 0; }
    double utc_seconds() const override { return 0; }
};
inline const StoppedClock kStopped;

using Data = std::shared_ptr<const data::BinnedSplit>;

inline boosting::Recipe recipe(std::int64_t rounds, learners::LearnerOptions learner = {},
                               selectors::SelectorOptions selector = {}, std::uint64_t seed = 3) {
    boosting::AdaBoostMhOptions options;
    options.rounds = rounds;
    return {options, std::move(learner), std::move(selector), {}, seed};
}

inline selectors::SelectorOptions bandit(bandits::PolicyOptions policy, std::int64_t k = 1) {
    selectors::SelectorOptions options("bandit", {{"k", k}});
    options.bandit()->policy = std::move(policy);
    return options;
}

/// A train and a test part of random data, binned.
inline Data random_split(reference::DataShape shape, std::size_t test_rows = 150) {
    const std::size_t train_rows = shape.rows;
    shape.rows += test_rows;
    const data::Dataset all = reference::random_dataset(shape);
    std::vector<std::uint32_t> train, test;
    for (std::uint32_t i = 0; i < shape.rows; ++i)
        (i < train_rows ? train : test).push_back(i);
    return reference::binned(all.subset(train), all.subset(test));
}

inline std::unique_ptr<boosting::Booster> make(const boosting::Recipe& recipe, const Data& data,
                                               int threads = 1) {
    return boosting::make_booster(recipe, data, {testing::team_of(threads), &kStopped});
}

inline Archive state_of(const boosting::Booster& booster) {
    Archive archive;
    booster.save(archive);
    return archive;
}
inline Archive model_of(const boosting::Booster& booster) {
    Archive archive;
    booster.save_model(archive);
    return archive;
}
inline learners::Ensemble ensemble_of(const boosting::Booster& booster) {
    return loaded<learners::Ensemble>(model_of(booster), "ensemble");
}

}  // namespace reboost::testing
