#pragma once
/// Exact binning: after it a threshold is an integer compare, on training and on test rows.
///
/// A column's distinct training values v_0 < v_1 < … define cuts c_1 < c_2 < …, c_j the float midpoint of
/// v_{j−1} and v_j (v_j itself where the midpoint is not strictly above v_{j−1} or not finite). code(x) =
/// number of cuts ≤ x, so code ≥ t ⟺ x ≥ c_t. A missing value has the code after all others (kdd2009 §4.1
/// sets it to ∞), so "is missing" is the highest threshold. A missing value on test data where training had
/// none also gets the highest code + 1.
#include "core/copy_safe_variant.hpp"
#include "core/fields.hpp"
#include "data/column_stream.hpp"
#include "data/dataset.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace reboost::data {

/// Where an inexact grid puts its cuts.
enum class BinRule { quantile, equal_width };

struct BinningOptions {
    std::int64_t max_bins = 0;  ///< 0: exact
    BinRule rule = BinRule::quantile;
    bool operator==(const BinningOptions&) const = default;
};
void describe(Fields& field, BinningOptions& o);

/// The cuts of one column, fitted on training rows.
struct BinCuts {
    std::vector<float> cuts;   ///< ascending, strictly; number of value bins = cuts.size() + 1
    bool has_missing = false;  ///< a missing value occurred in training

    /// Value bins plus the missing bin where there is one.
    std::uint32_t bin_count() const {
        return static_cast<std::uint32_t>(cuts.size()) + 1 + (has_missing ? 1U : 0U);
    }
    /// Code of a value; NaN gets cuts.size() + 1 whether or not training had a missing value. Code ≥ t, for t
    /// in 1 … cuts.size(), is value ≥ cuts[t − 1].
    std::uint32_t code(float value) const;
};

/// One binned column of n rows: dense codes of 1, 2 or 4 bytes.
struct BinnedColumn {
    CopySafeVariant<std::vector<std::uint8_t>, std::vector<std::uint16_t>, std::vector<std::uint32_t>> codes;
    std::uint32_t bin_count = 0;
    std::uint32_t frequent_bin = 0;   ///< the most frequent bin
    std::uint32_t frequent_rows = 0;  ///< how many rows it holds

    std::size_t rows() const;
    std::uint32_t at(std::size_t row) const;
    /// Where the codes of the rows from `row` on are, of the type that codes.index() tells.
    const void* codes_from(std::size_t row) const {
        return std::visit([row](const auto& all) -> const void* { return all.data() + row; }, codes);
    }
    /// The rows named, in that order.
    BinnedColumn subset(const std::vector<std::uint32_t>& rows) const;
    /// Counts the rows of each bin, to name the most frequent one.
    void find_frequent_bin();
};

/// n rows × d columns of codes. Immutable once built, so that runs in parallel share it.
struct BinnedMatrix {
    std::vector<BinnedColumn> columns;
    std::size_t rows = 0;

    std::size_t features() const { return columns.size(); }
    /// The rows named, in that order.
    BinnedMatrix subset(const std::vector<std::uint32_t>& rows) const;
};

/// All that training needs; raw floats are gone.
struct BinnedSplit {
    std::string name;
    std::vector<std::string> feature_names;
    std::vector<BinCuts> cuts;                     ///< one per column
    std::vector<std::vector<std::string>> levels;  ///< per column: level names of nominal columns, else empty
    BinnedMatrix train, test, validation;          ///< validation: empty unless rows were held out
    Labels train_labels, test_labels, validation_labels;
    Provenance provenance;
};

// What every rule for cuts starts from (distinct_values.cpp)

struct ValueOfRow {
    float value;
    std::uint32_t row;
};

/// Rows with a value (NaN left out), values ascending, rows ascending among equals; −0 counts as 0 and is
/// returned as 0. Radix sort: three passes of 11 bits, fewer where a digit is the same in all rows.
std::vector<ValueOfRow> sort_rows(const std::vector<float>& values);

struct DistinctValues {
    std::vector<float> values;        ///< strictly ascending, may hold -inf and +inf, never NaN
    std::vector<std::size_t> counts;  ///< rows of each value
    std::size_t missing = 0;          ///< rows without a value

    /// A value above all others; of no rows it is none.
    void add(float value, std::size_t rows) {
        if (rows > 0) values.push_back(value), counts.push_back(rows);
    }
};

/// Bytes and integers of a small range are counted in O(n), other columns sorted.
DistinctValues distinct_values(const Column& column);

/// Cuts of one column. Missing values are left out of the cuts.
BinCuts fit_cuts(const Column& column, const BinningOptions& options);
/// Codes of a column under given cuts.
BinnedColumn apply_cuts(const Column& column, const BinCuts& cuts);
/// Fits on the training part, and where `keep` says so of that part (or is empty) applies to all and appends
/// the column to each matrix of `split` (their `rows` are set already). Raw values are released part by part.
void append_column(ColumnParts column, const BinningOptions& options, BinnedSplit& split,
                   const std::function<bool(const BinnedColumn& train)>& keep = {});
/// Codes of another data set under given cuts; throws DataError where the number of columns differs.
BinnedMatrix bin_with(const Dataset& dataset, std::span<const BinCuts> cuts);

}  // namespace reboost::data
