#include "boosting/budget/trial_data.hpp"

#include "core/error.hpp"
#include "core/rng.hpp"
#include "data/prepare/splits.hpp"

#include <string>

namespace reboost::boosting {

std::shared_ptr<const data::BinnedSplit> draw_trial(const data::BinnedSplit& whole,
                                                    const TrialOptions& options, std::uint64_t seed,
                                                    std::uint64_t trial) {
    const std::size_t all = whole.train.rows;
    const auto train_rows = static_cast<std::size_t>(options.train_rows);
    const std::size_t test_rows = options.test_rows > 0 ? static_cast<std::size_t>(options.test_rows)
                                  : all > train_rows    ? all - train_rows
                                                        : 0;
    if (train_rows == 0 || test_rows == 0 || train_rows + test_rows > all)
        throw UsageError("booster.trials wants " + std::to_string(train_rows) + " training and " +
                         std::to_string(test_rows) + " test rows; data set '" + whole.name + "' has " +
                         std::to_string(all) + " to draw from (its training part)");
    Rng rng(seed, "split of trial " + std::to_string(trial));
    const auto [train, test] = data::draw_rows(all, train_rows, test_rows, rng);
    auto split = std::make_shared<data::BinnedSplit>();
    split->name = whole.name;
    split->feature_names = whole.feature_names;
    split->train = whole.train.subset(train);
    split->test = whole.train.subset(test);
    split->train_labels = whole.train_labels.subset(train);
    split->test_labels = whole.train_labels.subset(test);
    return split;
}

}  // namespace reboost::boosting
