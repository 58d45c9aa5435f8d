#include "data/prepare/splits.hpp"

#include "core/mapped.hpp"
#include "core/order.hpp"
#include "core/text.hpp"
#include "data/file_error.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include <fmt/format.h>

namespace reboost::data {
namespace {

using Rows = std::vector<std::uint32_t>;

/// Returns the rows of each class or, in multi-label sets, of each combination of labels.
std::vector<Rows> strata_of(const Labels& labels) {
    std::map<std::vector<std::int32_t>, Rows> by_labels;
    for (std::size_t i = 0; i < labels.rows; ++i) {
        const auto begin = labels.y.begin() + static_cast<std::ptrdiff_t>(i * labels.classes);
        const std::vector<std::int32_t> key =
            labels.multi_label()
                ? std::vector<std::int32_t>(begin, begin + static_cast<std::ptrdiff_t>(labels.classes))
                : std::vector{labels.class_of_row[i]};
        by_labels[key].push_back(static_cast<std::uint32_t>(i));
    }
    return mapped(by_labels, [](const auto& stratum) { return stratum.second; });
}

/// Returns how many rows of each stratum are drawn (Hamilton's method): the integer part of its share, plus
/// one for the largest remainders. Needs `strata` in random order: equal remainders then have equal chances.
std::vector<std::size_t> quotas(const std::vector<Rows>& strata, std::size_t drawn, std::size_t all) {
    std::vector<std::size_t> quota =
        mapped(strata, [&](const Rows& rows) { return drawn * rows.size() / all; });
    const std::vector<std::size_t> order = order_by(
        strata.size(), [&](std::size_t i) { return drawn * strata[i].size() % all; }, std::greater{});
    const std::size_t left = drawn - std::accumulate(quota.begin(), quota.end(), std::size_t{0});
    for (std::size_t i = 0; i < left; ++i)
        ++quota[order[i]];
    return quota;
}

/// Appends `more` and releases its values. The result has bytes if both columns have bytes.
void append_rows(Column& column, Column& more) {
    auto* bytes = std::get_if<std::vector<std::uint8_t>>(&column.values);
    if (auto* more_bytes = std::get_if<std::vector<std::uint8_t>>(&more.values); bytes && more_bytes) {
        bytes->insert(bytes->end(), more_bytes->begin(), more_bytes->end());
    } else {
        std::vector<float> values;
        values.reserve(column.rows() + more.rows());
        for (const Column* part : {&std::as_const(column), &std::as_const(more)})
            for (std::size_t i = 0; i < part->rows(); ++i)
                values.push_back(part->at(i));
        column.values = std::move(values);
    }
    more.values = std::vector<float>{};
}

Labels joined(Labels first, const Labels& second) {
    first.rows += second.rows;
    first.y.insert(first.y.end(), second.y.begin(), second.y.end());
    first.class_of_row.insert(first.class_of_row.end(), second.class_of_row.begin(),
                              second.class_of_row.end());
    return first;
}

/// Returns labels of the classes `kept` only; no row may have another. `sets`: multi-label.
Labels of_classes(const Labels& labels, const std::vector<std::size_t>& kept, bool sets) {
    std::vector<std::string> names = picked(labels.class_names, kept);
    if (sets) {
        std::vector<std::int8_t> y;
        for (std::size_t i = 0; i < labels.rows; ++i)
            for (const std::size_t c : kept)
                y.push_back(labels.at(i, c));
        return Labels::multi_label(std::move(y), std::move(names));
    }
    std::vector<std::int32_t> index(labels.class_names.size());
    for (std::size_t k = 0; k < kept.size(); ++k)
        index[kept[k]] = static_cast<std::int32_t>(k);
    return Labels::from_classes(picked(index, labels.class_of_row), std::move(names));
}

}  // namespace

RowSplit random_rows(std::size_t rows, std::size_t first_rows, std::uint64_t seed, std::string_view purpose) {
    Rng rng(seed, purpose);
    return draw_rows(rows, first_rows, rows - std::min(first_rows, rows), rng);
}

RowSplit draw_rows(std::size_t rows, std::size_t first_rows, std::size_t second_rows, Rng& rng) {
    const std::size_t both = first_rows + second_rows;
    if (both > rows) throw error<UsageError>("cannot draw {} rows of {}", both, rows);
    const Rows drawn = rng.sample(static_cast<std::uint32_t>(rows), static_cast<std::uint32_t>(both));
    const auto middle = drawn.begin() + static_cast<std::ptrdiff_t>(first_rows);
    RowSplit split{{drawn.begin(), middle}, {middle, drawn.end()}};
    std::ranges::sort(split.first);
    std::ranges::sort(split.second);
    return split;
}

PartRows draw_orange_parts(std::size_t rows, std::uint64_t seed) {
    RowSplit parts = random_rows(rows, (3 * rows + 2) / 5, seed, "split:orange");
    const RowSplit held =
        random_rows(parts.second.size(), parts.second.size() / 2, seed, "split:orange held out");
    return {std::move(parts.first), picked(parts.second, held.first), picked(parts.second, held.second)};
}

std::vector<std::uint32_t> row_range(std::size_t begin, std::size_t count) {
    std::vector<std::uint32_t> rows(count);
    std::iota(rows.begin(), rows.end(), static_cast<std::uint32_t>(begin));
    return rows;
}

Split split_dataset(const Dataset& dataset, const RowSplit& rows) {
    return {dataset.subset(rows.first), dataset.subset(rows.second)};
}

void keep_training_classes(Split& split, const std::string& file) {
    const Labels &train = split.train.labels, &test = split.test.labels;
    const std::vector<std::size_t> rows = train.rows_of_classes();
    std::vector<std::size_t> kept, lost;
    for (std::size_t c = 0; c < rows.size(); ++c)
        (rows[c] > 0 ? kept : lost).push_back(c);
    if (lost.empty()) return;
    const bool sets = train.multi_label();
    if (!sets && kept.size() < 2)
        throw file_error(file, "all training rows have the label '{}': at least two classes are needed",
                         train.class_names[kept.front()]);
    const std::vector<std::string> lost_names = picked(train.class_names, lost);
    Rows test_rows;
    for (std::uint32_t i = 0; i < test.rows; ++i)
        if (std::ranges::none_of(lost, [&](std::size_t c) { return test.has_class(i, c); }))
            test_rows.push_back(i);
    const std::size_t unknown = split.test.rows() - test_rows.size();
    if (unknown > 0) split.test = split.test.subset(test_rows);
    for (Labels* labels : {&split.train.labels, &split.test.labels})
        *labels = of_classes(*labels, kept, sets);
    split.provenance.unknown_class_rows = unknown;
    split.provenance.add_note(fmt::format(
        "no training row has {} {}: {} of the test part cannot be got right and {} left out of its losses",
        lost.size() == 1 ? "the class" : "the classes", first_names(lost_names), counted(unknown, "row"),
        unknown == 1 ? "is" : "are"));
}

RowSplit stratified_rows_of(const Labels& pool, std::size_t first_rows, std::uint64_t seed) {
    if (first_rows > pool.rows) throw error<UsageError>("cannot draw {} rows of {}", first_rows, pool.rows);
    RowSplit split;
    Rng rng(seed, "resampled split");
    std::vector<Rows> strata = strata_of(pool);
    rng.shuffle(std::span<Rows>(strata));
    const std::vector<std::size_t> quota = quotas(strata, first_rows, pool.rows);
    for (std::size_t s = 0; s < strata.size(); ++s) {
        rng.shuffle(std::span<std::uint32_t>(strata[s]));
        const auto middle = strata[s].begin() + static_cast<std::ptrdiff_t>(quota[s]);
        split.first.insert(split.first.end(), strata[s].begin(), middle);
        split.second.insert(split.second.end(), middle, strata[s].end());
    }
    std::ranges::sort(split.first);
    std::ranges::sort(split.second);
    return split;
}

Dataset joined(Dataset first, Dataset second) {
    if (first.features() != second.features() || first.labels.class_names != second.labels.class_names)
        throw error<DataError>("rows of {} columns and {} classes cannot join rows of {} and {}",
                               second.features(), second.labels.class_names.size(), first.features(),
                               first.labels.class_names.size());
    for (std::size_t j = 0; j < first.features(); ++j)
        append_rows(first.columns[j], second.columns[j]);
    first.labels = joined(first.labels, second.labels);
    return first;
}

ColumnStream resampled(ColumnStream stream, std::uint64_t seed) {
    StreamHead& head = stream.head;
    if (head.test.rows == 0)
        throw error<UsageError>("data set '{}' has no test rows: split 'resampled' does not apply",
                                head.name);
    const Labels pool = joined(head.train, head.test);  // training rows come first
    const RowSplit rows = stratified_rows_of(pool, head.train.rows, seed);
    if (head.ranking.rows > 0) {
        const Labels ranking = joined(head.ranking, head.test_ranking);
        head.ranking = ranking.subset(rows.first);
        head.test_ranking = ranking.subset(rows.second);
    }
    head.train = pool.subset(rows.first);
    head.test = pool.subset(rows.second);
    head.provenance.add_note(
        fmt::format("training and test rows pooled and split anew by seed {}, stratified", seed));
    stream.next = [published = std::move(stream.next), rows](std::size_t count) {
        std::vector<ColumnParts> block = published(count);
        for (ColumnParts& column : block) {
            append_rows(column.train, column.test);
            column.test = column.train.subset(rows.second);
            column.train = column.train.subset(rows.first);
        }
        return block;
    };
    return stream;
}

}  // namespace reboost::data
