#include "data/prepare/bin_stream.hpp"

#include "core/error.hpp"
#include "data/prepare/column_rules.hpp"
#include "data/prepare/information_gain.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace reboost::data {
namespace {

/// Raw floats of a block of columns, all parts.
constexpr std::size_t kBlockValues = std::size_t{64} << 20;

void drop_last_column(BinnedSplit& split) {
    split.feature_names.pop_back();
    split.levels.pop_back();
    split.cuts.pop_back();
    split.train.columns.pop_back();
    split.test.columns.pop_back();
    if (split.validation.rows > 0) split.validation.columns.pop_back();
}

}  // namespace

BinnedSplit bin_stream(ColumnStream& stream, const DatasetSpec& spec, const BinningOptions& options) {
    StreamHead& head = stream.head();
    BinnedSplit split;
    split.name = head.name;
    split.train.rows = head.train.rows;
    split.test.rows = head.test.rows;
    split.validation.rows = head.validation.rows;
    const ColumnRules rules(spec, head.train);
    std::optional<InformationGain> gain;
    if (spec.selection == SelectionRule::information_gain) gain.emplace(head.ranking_labels());
    const std::size_t rows = head.train.rows + head.test.rows + head.validation.rows;
    const std::size_t width = std::max<std::size_t>(1, kBlockValues / std::max<std::size_t>(1, rows));
    for (;;) {
        std::vector<ColumnParts> block = stream.next(width);
        if (block.empty()) break;
        for (ColumnParts& raw : block)
            for (ColumnParts& column : rules.prepare(std::move(raw))) {
                const bool nominal = column.train.kind == ColumnKind::nominal;
                append_column(std::move(column), options, split);
                if (gain && !(gain->score(split.train.columns.back(), nominal) > 0)) drop_last_column(split);
            }
    }
    if (split.train.columns.empty() && head.features > 0)
        throw UsageError(fmt::format("data set '{}': none of its {} columns has a positive information gain",
                                     head.name, head.features));
    split.train_labels = std::move(head.train);
    split.test_labels = std::move(head.test);
    split.validation_labels = std::move(head.validation);
    split.provenance = std::move(head.provenance);
    return split;
}

}  // namespace reboost::data
