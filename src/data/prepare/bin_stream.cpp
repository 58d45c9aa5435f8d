#include "data/prepare/bin_stream.hpp"

#include "core/order.hpp"
#include "data/file_error.hpp"
#include "data/prepare/binarise.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

namespace reboost::data {
namespace {

/// Returns the number of classes that have rows.
double present(std::span<const std::uint32_t> counts) {
    return static_cast<double>(std::ranges::count_if(counts, [](std::uint32_t c) { return c > 0; }));
}

std::uint32_t sum(std::span<const std::uint32_t> counts) {
    return std::accumulate(counts.begin(), counts.end(), 0U);
}

/// Returns the class of all rows of a bin; −1 if they have several classes, −2 if the bin is empty.
std::int64_t only_class(std::span<const std::uint32_t> counts) {
    const auto has_rows = [](std::uint32_t count) { return count > 0; };
    const auto first = std::ranges::find_if(counts, has_rows);
    if (first == counts.end()) return -2;
    return std::find_if(first + 1, counts.end(), has_rows) == counts.end() ? first - counts.begin() : -1;
}

struct Cut {
    std::size_t bin = 0;  ///< first bin of the right part; 0: no cut
    double entropy = 0;   ///< n·H of both parts
    std::vector<std::uint32_t> left;
};

using Floats = std::vector<float>;

const Floats* floats_of(const Column& column) {
    return std::get_if<Floats>(&column.values);  // bytes have no missing value
}

bool has_missing(const Column& column) {
    const Floats* values = floats_of(column);
    return values != nullptr && std::ranges::any_of(*values, [](float v) { return std::isnan(v); });
}

template <class Change>
void change_each(ColumnParts& column, const Change& change) {
    for (Column* part : {&column.train, &column.test, &column.validation})
        if (auto* values = std::get_if<Floats>(&part->values)) std::ranges::for_each(*values, change);
}

void replace_missing(ColumnParts& column, float value) {
    change_each(column, [value](float& v) {
        if (std::isnan(v)) v = value;
    });
}

std::vector<std::size_t> rows_of_levels(const Column& column) {
    std::vector<std::size_t> rows(column.levels.size(), 0);
    for (const float v : *floats_of(column))
        if (!std::isnan(v)) ++rows[static_cast<std::size_t>(v)];
    return rows;
}

float fill_value(const Column& train) {
    if (train.kind == ColumnKind::nominal) {
        const std::vector<std::size_t> rows = rows_of_levels(train);
        return rows.empty() ? 0.0F : static_cast<float>(std::ranges::max_element(rows) - rows.begin());
    }
    double sum = 0;
    std::size_t count = 0;
    for (std::size_t i = 0; i < train.rows(); ++i)
        if (const float value = train.at(i); std::isfinite(value)) sum += value, ++count;
    return count == 0 ? 0.0F : static_cast<float>(sum / static_cast<double>(count));
}

/// A column of 0 and 1 per level with training rows, the most frequent first, and one of the missing values.
std::vector<ColumnParts> level_columns(const ColumnParts& column) {
    const std::vector<std::size_t> rows = rows_of_levels(column.train);
    const std::vector<std::size_t> order = order_by(
        rows.size(), [&](std::size_t level) { return rows[level]; }, std::greater{});
    std::vector<ColumnParts> columns;
    const auto add = [&](const std::string& name, const auto& is) {
        columns.push_back({indicator(column.train, name, is), indicator(column.test, name, is),
                           indicator(column.validation, name, is)});
    };
    for (std::size_t i = 0; i < std::min(order.size(), kMostOneHotLevels) && rows[order[i]] > 0; ++i)
        add(column.train.name + "=" + column.train.levels[order[i]],
            [level = static_cast<float>(order[i])](float v) { return v == level; });
    if (has_missing(column.train)) add(column.train.name + "=missing", [](float v) { return std::isnan(v); });
    return columns;
}

void order_by_class_ratio(ColumnParts& column, const Labels& labels) {
    const Floats& train = *floats_of(column.train);
    const std::vector<std::size_t> rows = rows_of_levels(column.train);
    std::vector<std::size_t> positives(rows.size(), 0);
    for (std::size_t i = 0; i < train.size(); ++i)
        if (!std::isnan(train[i]) && labels.at(i, 0) > 0) ++positives[static_cast<std::size_t>(train[i])];
    std::vector<std::size_t> order = indices(rows.size());
    std::erase_if(order, [&](std::size_t level) { return rows[level] == 0; });
    // Compares a/b < c/d as ad < cb, which is exact; ties stay in the order of the levels' names.
    std::ranges::stable_sort(
        order, [&](std::size_t a, std::size_t b) { return positives[a] * rows[b] < positives[b] * rows[a]; });
    std::vector<float> place(rows.size(), kMissing);
    for (std::size_t i = 0; i < order.size(); ++i)
        place[order[i]] = static_cast<float>(i);
    change_each(column, [&place](float& v) {
        if (!std::isnan(v)) v = place[static_cast<std::size_t>(v)];
    });
    column.train.kind = ColumnKind::numeric;  // the codes are now ordered numbers
    column.train.levels.clear();
}

/// Most raw values in a block of columns, all parts together (256 MB of floats).
constexpr std::size_t kBlockValues = std::size_t{64} << 20;

}  // namespace

InformationGain::InformationGain(const Labels& labels) : rows_(labels.rows), x_log_x_(labels.rows + 1, 0.0) {
    for (std::size_t x = 2; x < x_log_x_.size(); ++x)
        x_log_x_[x] = static_cast<double>(x) * std::log2(static_cast<double>(x));
    if (!labels.class_of_row.empty()) {
        problems_.push_back({{labels.class_of_row.begin(), labels.class_of_row.end()},
                             std::max<std::size_t>(2, labels.classes)});
        return;
    }
    for (std::size_t l = 0; l < labels.classes; ++l) {
        Problem problem{{}, 2};
        for (std::size_t i = 0; i < labels.rows; ++i)
            problem.class_of_row.push_back(labels.at(i, l) > 0 ? 1 : 0);
        problems_.push_back(std::move(problem));
    }
}

double InformationGain::score(const BinnedColumn& column, bool nominal) {
    double best = 0;
    if (rows_ == 0 || column.frequent_rows == rows_) return best;
    for (const Problem& problem : problems_) {
        classes_ = problem.classes;
        counts_.assign(column.bin_count * classes_, 0);
        std::visit(
            [&](const auto& codes) {
                for (std::size_t i = 0; i < rows_; ++i)
                    ++counts_[codes[i] * classes_ + problem.class_of_row[i]];
            },
            column.codes);
        std::vector<std::uint32_t> total(classes_, 0);
        double parts = 0;
        for (std::size_t b = 0; b < column.bin_count; ++b) {
            const std::span bin(counts_.data() + b * classes_, classes_);
            std::ranges::transform(total, bin, total.begin(), std::plus());
            if (nominal) parts += entropy(bin);
        }
        if (!nominal) parts = parts_entropy(0, column.bin_count, total);
        best = std::max(best, (entropy(total) - parts) / static_cast<double>(rows_));
    }
    return best > 1e-12 ? best : 0;  // below 1e-12: rounding errors of sums that cancel
}

double InformationGain::entropy(std::span<const std::uint32_t> counts) const {
    double result = x_log_x_[sum(counts)];
    for (const std::uint32_t count : counts)
        result -= x_log_x_[count];
    return result;
}

double InformationGain::parts_entropy(std::size_t first, std::size_t last,
                                      std::span<const std::uint32_t> total) {
    const double whole = entropy(total);
    Cut best{0, whole, {}};
    std::vector<std::uint32_t> left(classes_, 0), right(total.begin(), total.end());
    std::int64_t before = -2;
    for (std::size_t b = first; b < last; ++b) {
        const std::span bin(counts_.data() + b * classes_, classes_);
        const std::int64_t now = only_class(bin);
        if (now == -2) continue;  // empty bin: cuts before and after it are equal
        // The best cut never lies between two bins of the same class (Fayyad and Irani 1992).
        if (before != -2 && (now == -1 || now != before)) {
            const double both = entropy(left) + entropy(right);
            if (both < best.entropy) best = {b, both, left};
        }
        before = now;
        std::ranges::transform(left, bin, left.begin(), std::plus());
        std::ranges::transform(right, bin, right.begin(), std::minus());
    }
    if (best.bin == 0) return whole;
    std::ranges::transform(total, best.left, right.begin(), std::minus());
    const auto mean = [&](std::span<const std::uint32_t> counts) {  // k H
        return present(counts) * entropy(counts) / sum(counts);
    };
    const double n = sum(total), k = present(total), rest = mean(total) - mean(best.left) - mean(right);
    // log2(3^k − 2); 3^k overflows from k = 647 on. For k > 40 the 2 is below a double's last digit.
    const double ways = k > 40 ? k * std::log2(3.0) : std::log2(std::pow(3.0, k) - 2);
    const double price = std::log2(n - 1) + ways - rest;
    if (whole - best.entropy <= price) return whole;
    return parts_entropy(first, best.bin, best.left) + parts_entropy(best.bin, last, right);
}

std::vector<ColumnParts> prepared(ColumnParts column, const DatasetSpec& spec, const Labels& labels) {
    if (spec.nominal_as == NominalRule::class_ratio && labels.classes != 1)
        throw UsageError(
            "nominal_as class_ratio orders levels by their share of positives: it needs a data set of two "
            "classes");
    const bool nominal = column.train.kind == ColumnKind::nominal && floats_of(column.train) != nullptr;
    if (spec.missing_as == MissingRule::mean) replace_missing(column, fill_value(column.train));
    if (nominal && spec.nominal_as == NominalRule::one_hot) return level_columns(column);
    if (nominal && spec.nominal_as == NominalRule::class_ratio) order_by_class_ratio(column, labels);
    std::vector<ColumnParts> columns;
    if (spec.missing_as == MissingRule::own_bin && has_missing(column.train)) {
        columns.push_back(column);
        column.train.name += "=missing";
        replace_missing(column, -std::numeric_limits<float>::infinity());
    }
    columns.push_back(std::move(column));
    return columns;
}

BinnedSplit bin_stream(ColumnStream stream, const DatasetSpec& spec, const BinningOptions& options) {
    StreamHead& head = stream.head;
    BinnedSplit split;
    split.name = head.name;
    split.train.rows = head.train.rows;
    split.test.rows = head.test.rows;
    split.validation.rows = head.validation.rows;
    std::optional<InformationGain> gain;
    if (spec.selection == SelectionRule::information_gain)
        gain.emplace(head.ranking.rows > 0 ? head.ranking : head.train);
    const std::size_t rows = head.train.rows + head.test.rows + head.validation.rows;
    const std::size_t width = std::max<std::size_t>(1, kBlockValues / std::max<std::size_t>(1, rows));
    for (auto block = stream.next(width); !block.empty(); block = stream.next(width))
        for (ColumnParts& raw : block)
            for (ColumnParts& column : prepared(std::move(raw), spec, head.train)) {
                const bool nominal = column.train.kind == ColumnKind::nominal;
                append_column(std::move(column), options, split, [&](const BinnedColumn& train) {
                    return !gain || gain->score(train, nominal) > 0;
                });
            }
    if (split.train.columns.empty() && head.features > 0)
        throw error<UsageError>("data set '{}': none of its {} columns has a positive information gain",
                                head.name, head.features);
    split.train_labels = std::move(head.train);
    split.test_labels = std::move(head.test);
    split.validation_labels = std::move(head.validation);
    split.provenance = std::move(head.provenance);
    return split;
}

}  // namespace reboost::data
