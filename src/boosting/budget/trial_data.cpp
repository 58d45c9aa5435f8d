#include "boosting/budget/trial_data.hpp"

#include "boosting/compatibility.hpp"
#include "core/error.hpp"
#include "core/rng.hpp"
#include "data/prepare/splits.hpp"

#include <string>

namespace reboost::boosting {

std::shared_ptr<const data::BinnedSplit> draw_trial(const data::BinnedSplit& whole,
                                                    const TrialOptions& options, std::uint64_t seed,
                                                    std::uint64_t trial) {
    if (const std::string fault = draw_fault(options, facts_of(whole)); !fault.empty())
        throw UsageError(fault);
    const std::size_t all = whole.train.rows;
    const auto test_rows = static_cast<std::size_t>(options.test_rows_of(static_cast<std::int64_t>(all)));
    Rng rng(seed, "split of trial " + std::to_string(trial));
    const auto [train, test] =
        data::draw_rows(all, static_cast<std::size_t>(options.train_rows), test_rows, rng);
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
