#pragma once
/// Small data sets and an observer for the tests of the gradient boosters.
#include "boosting/factory/factory.hpp"
#include "boosting/gradient/booster.hpp"
#include "core/rng.hpp"
#include "support/bin_split.hpp"
#include "support/team.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

namespace reboost::testing {

inline std::vector<std::string> class_names(std::size_t classes) {
    std::vector<std::string> names;
    for (std::size_t k = 0; k < classes; ++k)
        names.push_back("c" + std::to_string(k));
    return names;
}

inline data::Dataset dataset(std::vector<std::vector<float>> columns, std::vector<std::int32_t> truth,
                             std::size_t classes) {
    data::Dataset set;
    for (std::size_t j = 0; j < columns.size(); ++j)
        set.columns.push_back(
            {"x" + std::to_string(j), data::ColumnKind::numeric, {}, std::move(columns[j])});
    set.labels = data::Labels::from_classes(std::move(truth), class_names(classes));
    return set;
}

/// Classes are noisy bands of the sum of the first two columns; values are rounded, so that bins hold many
/// rows.
inline data::Dataset bands(std::size_t rows, std::size_t features, std::size_t classes, std::uint64_t seed) {
    Rng rng(seed, "bands");
    std::vector<std::vector<float>> columns(features, std::vector<float>(rows));
    std::vector<std::int32_t> truth(rows);
    for (std::size_t i = 0; i < rows; ++i) {
        for (auto& column : columns)
            column[i] = static_cast<float>(rng.below(20));
        if (rng.uniform() < 0.3) columns.back()[i] = 0;
        const double place = (columns[0][i] + columns[1][i] + 4 * rng.normal()) / 38;
        const auto k = static_cast<std::int32_t>(std::floor(place * static_cast<double>(classes)));
        truth[i] = std::clamp(k, 0, static_cast<std::int32_t>(classes) - 1);
    }
    return dataset(std::move(columns), std::move(truth), classes);
}

inline std::shared_ptr<const data::BinnedSplit> binned(data::Dataset train, data::Dataset test = {}) {
    data::Split split;
    split.train = std::move(train);
    split.test = std::move(test);
    return std::make_shared<const data::BinnedSplit>(testing::bin(std::move(split)));
}

inline boosting::Recipe recipe(boosting::BoosterOptions booster, std::int64_t leaves = 6) {
    learners::RegressionTreeOptions tree;
    tree.leaves = leaves;
    tree.min_split_rows = 2;
    return {std::move(booster), tree, selectors::SelectorOptions("full"), {}, 1};
}

inline boosting::GradientOptions rounds(std::int64_t count) {
    boosting::GradientOptions options;
    options.rounds = count;
    return options;
}

inline boosting::AbcOptions abc(std::int64_t count, selectors::BaseClassOptions base) {
    return {rounds(count), std::move(base)};
}

/// Keeps all records; asks to stop after `stop_after` rounds.
struct Recorder final : boosting::RoundObserver {
    std::vector<boosting::RoundRecord> rounds;
    std::vector<boosting::EvaluationRecord> evaluations;
    std::size_t stop_after = 0;
    void on_round(const boosting::RoundRecord& record) override { rounds.push_back(record); }
    void on_evaluation(const boosting::EvaluationRecord& record) override { evaluations.push_back(record); }
    bool interrupt() override { return stop_after > 0 && rounds.size() >= stop_after; }
};

inline std::unique_ptr<boosting::GradientBooster> make(const boosting::Recipe& recipe,
                                                       std::shared_ptr<const data::BinnedSplit> data,
                                                       int threads = 1) {
    return std::make_unique<boosting::GradientBooster>(
        recipe, std::move(data), boosting::Resources{testing::team_of(threads), &system_clock()});
}

inline Archive model_of(const boosting::Booster& booster) {
    Archive archive;
    booster.save_model(archive);
    return archive;
}

}  // namespace reboost::testing
