#include "boosting/budget/trial_data.hpp"

#include "core/error.hpp"
#include "core/rng.hpp"
#include "data/prepare/splits.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace reboost::boosting {
namespace {

template <class Code>
void note_frequent_bin(const std::vector<Code>& codes, data::BinnedColumn& column) {
    std::vector<std::uint32_t> counts(column.bin_count);
    for (const Code code : codes)
        ++counts[code];
    const auto most = std::max_element(counts.begin(), counts.end());
    column.frequent_bin = static_cast<std::uint32_t>(most - counts.begin());
    column.frequent_rows = *most;
}

data::BinnedColumn take_rows(const data::BinnedColumn& column, const std::vector<std::uint32_t>& rows) {
    data::BinnedColumn taken;
    taken.bin_count = column.bin_count;
    std::visit(
        [&](const auto& codes) {
            std::decay_t<decltype(codes)> kept(rows.size());
            for (std::size_t i = 0; i < rows.size(); ++i)
                kept[i] = codes[rows[i]];
            note_frequent_bin(kept, taken);
            taken.codes = std::move(kept);
        },
        column.codes);
    return taken;
}

data::BinnedMatrix take_rows(const data::BinnedMatrix& matrix, const std::vector<std::uint32_t>& rows) {
    data::BinnedMatrix taken;
    taken.rows = rows.size();
    taken.columns.reserve(matrix.features());
    for (const data::BinnedColumn& column : matrix.columns)
        taken.columns.push_back(take_rows(column, rows));
    return taken;
}

}  // namespace

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
    split->train = take_rows(whole.train, train);
    split->test = take_rows(whole.train, test);
    split->train_labels = whole.train_labels.subset(train);
    split->test_labels = whole.train_labels.subset(test);
    return split;
}

}  // namespace reboost::boosting
