#include "boosting/holdout.hpp"

#include "boosting/compatibility.hpp"
#include "core/error.hpp"
#include "core/rng.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace reboost::boosting {
namespace {

/// Replaces the column's codes by new codes, in the least width that holds them.
void recode(data::BinnedColumn& column, const std::vector<std::uint32_t>& new_code, std::uint32_t value_bins,
            bool has_missing) {
    std::vector<std::uint32_t> codes(column.rows());
    for (std::size_t i = 0; i < codes.size(); ++i) {
        codes[i] = new_code[column.at(i)];
        has_missing = has_missing || codes[i] == value_bins;
    }
    column.bin_count = value_bins + (has_missing ? 1 : 0);
    if (column.bin_count <= 256)
        column.codes = std::vector<std::uint8_t>(codes.begin(), codes.end());
    else if (column.bin_count <= 65536)
        column.codes = std::vector<std::uint16_t>(codes.begin(), codes.end());
    else
        column.codes = std::move(codes);
    column.find_frequent_bin();
}

/// Drops the cuts of column j that split no training rows, and of cuts with the same split all but the
/// lowest: a threshold with all rows on one side is no stump, and a tree that chose it could not grow.
void drop_idle_cuts(std::size_t j, data::BinnedSplit& split) {
    data::BinCuts& cuts = split.cuts[j];
    const auto values = static_cast<std::uint32_t>(cuts.cuts.size()) + 1;
    std::vector<bool> occupied(values + 1, false);
    for (std::size_t i = 0; i < split.train.rows; ++i)
        occupied[split.train.columns[j].at(i)] = true;
    std::uint32_t highest = values - 1;
    while (highest > 0 && !occupied[highest])
        --highest;
    std::vector<float> kept;
    std::vector<std::uint32_t> new_code(values + 1, 0);
    for (std::uint32_t t = 1; t < values; ++t) {
        if (occupied[t - 1] && t <= highest) kept.push_back(cuts.cuts[t - 1]);
        new_code[t] = static_cast<std::uint32_t>(kept.size());
    }
    const auto kept_values = static_cast<std::uint32_t>(kept.size()) + 1;
    if (kept_values == values && occupied[values] == cuts.has_missing) return;
    new_code[values] = kept_values;  // a missing value's code comes after all others
    cuts.cuts = std::move(kept);
    cuts.has_missing = occupied[values];
    for (data::BinnedMatrix* part : {&split.train, &split.validation, &split.test})
        if (j < part->columns.size()) recode(part->columns[j], new_code, kept_values, cuts.has_missing);
}

/// Returns the rows to train on, and the rows held out; both ascending.
std::array<std::vector<std::uint32_t>, 2> draw_parts(std::size_t rows, double fraction, std::uint64_t seed) {
    const auto n = static_cast<std::uint32_t>(rows);
    const auto held = static_cast<std::uint32_t>(std::lround(fraction * n));
    Rng rng(seed, "validation");
    const std::vector<std::uint32_t> order = rng.sample(n, n);
    std::vector<std::uint32_t> train(order.begin() + held, order.end()),
        validation(order.begin(), order.begin() + held);
    std::ranges::sort(train);
    std::ranges::sort(validation);
    return {train, validation};
}

/// Returns the classes that none of the rows has; none for multi-label sets.
std::vector<std::string> classes_without(const std::vector<std::uint32_t>& rows, const data::Labels& labels) {
    std::vector<std::string> lost;
    if (labels.multi_label()) return lost;
    std::set<std::int32_t> known;
    for (const std::uint32_t row : rows)
        known.insert(labels.class_of_row[row]);
    for (std::size_t c = 0; c < labels.class_names.size(); ++c)
        if (!known.contains(static_cast<std::int32_t>(c))) lost.push_back(labels.class_names[c]);
    return lost;
}

}  // namespace

std::vector<std::string> classes_held_out(const data::BinnedSplit& data, double fraction,
                                          std::uint64_t seed) {
    if (fraction <= 0) return {};
    return classes_without(draw_parts(data.train.rows, fraction, seed)[0], data.train_labels);
}

std::shared_ptr<const data::BinnedSplit> hold_out(const data::BinnedSplit& data, double fraction,
                                                  std::uint64_t seed) {
    if (const std::string fault = hold_out_fault(fraction, facts_of(data)); !fault.empty())
        throw UsageError(fault);
    const auto [train, validation] = draw_parts(data.train.rows, fraction, seed);
    const std::size_t lost = classes_without(train, data.train_labels).size();
    if (lost > 0 && data.train_labels.class_names.size() - lost < 2)
        throw UsageError("evaluation.validation_fraction " + std::to_string(fraction) +
                         " leaves training rows of one class: at least two classes are needed");

    auto result = std::make_shared<data::BinnedSplit>();
    result->name = data.name;
    result->feature_names = data.feature_names;
    result->cuts = data.cuts;
    result->levels = data.levels;
    result->train = data.train.subset(train);
    result->train_labels = data.train_labels.subset(train);
    result->validation = data.train.subset(validation);
    result->validation_labels = data.train_labels.subset(validation);
    result->test = data.test;
    result->test_labels = data.test_labels;
    result->provenance = data.provenance;
    for (std::size_t j = 0; j < result->cuts.size(); ++j)
        drop_idle_cuts(j, *result);
    return result;
}

}  // namespace reboost::boosting
