#pragma once
/// Exact binning: after it, comparing a value with a threshold compares two integers, for all rows.
///
/// A column's distinct training values v_0 < v_1 < … define the cuts c_1 < c_2 < …. Cut c_j is the float
/// midpoint of v_{j−1} and v_j, or v_j itself if the midpoint is not finite or not above v_{j−1}. code(x) is
/// the number of cuts ≤ x, so code ≥ t ⟺ x ≥ c_t. A missing value has the code after all others (kdd2009 §4.1
/// sets it to ∞), so "is missing" is the highest threshold. If only test rows have missing values, these get
/// the highest training code + 1.
#include "core/copy_safe_variant.hpp"
#include "core/fields.hpp"
#include "data/dataset.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace reboost::data {

/// Where the cuts of a column lie that has more distinct values than `max_bins`.
enum class BinRule { quantile, equal_width };

struct BinningOptions {
    std::int64_t max_bins = 0;  ///< at most this many bins per column; 0: one bin per distinct value
    BinRule rule = BinRule::quantile;
    bool operator==(const BinningOptions&) const = default;
};
void describe(Fields& field, BinningOptions& o);

/// The cuts of one column, fitted on training rows.
struct BinCuts {
    std::vector<float> cuts;   ///< strictly ascending
    bool has_missing = false;  ///< a training row has a missing value

    /// One bin per interval between cuts, and one more if training has missing values.
    std::uint32_t bin_count() const {
        return static_cast<std::uint32_t>(cuts.size()) + 1 + (has_missing ? 1U : 0U);
    }
    /// Returns the code of a value; the code of NaN is cuts.size() + 1, also if training has no missing
    /// value. code ≥ t ⟺ value ≥ cuts[t − 1], for t in 1 … cuts.size().
    std::uint32_t code(float value) const;
};

/// One binned column of n rows: dense codes of 1, 2 or 4 bytes.
struct BinnedColumn {
    CopySafeVariant<std::vector<std::uint8_t>, std::vector<std::uint16_t>, std::vector<std::uint32_t>> codes;
    std::uint32_t bin_count = 0;
    std::uint32_t frequent_bin = 0;   ///< the code that most rows have
    std::uint32_t frequent_rows = 0;  ///< number of rows with the code `frequent_bin`

    std::size_t rows() const;
    std::uint32_t at(std::size_t row) const;
    /// Points at the code of row 0, which the later rows' codes follow; their type is that of `codes`.
    const void* first_code() const {
        return std::visit([](const auto& all) -> const void* { return all.data(); }, codes);
    }
    /// Returns the given rows, in the given order.
    BinnedColumn subset(const std::vector<std::uint32_t>& rows) const;
    /// Counts the rows per bin and sets `frequent_bin` and `frequent_rows`.
    void find_frequent_bin();
};

/// n rows × d columns of codes. A matrix is never changed once built, so that parallel runs share it.
struct BinnedMatrix {
    std::vector<BinnedColumn> columns;
    std::size_t rows = 0;

    std::size_t features() const { return columns.size(); }
    BinnedMatrix subset(const std::vector<std::uint32_t>& rows) const;
};

/// Everything that training needs of a data set; the raw floats are not kept.
struct BinnedSplit {
    std::string name;
    std::vector<std::string> feature_names;
    std::vector<BinCuts> cuts;                     ///< one per column
    std::vector<std::vector<std::string>> levels;  ///< per column: level names of nominal columns, else empty
    BinnedMatrix train, test, validation;          ///< validation: empty unless rows were held out
    Labels train_labels, test_labels, validation_labels;
    Provenance provenance;
};

struct ValueOfRow {
    float value;
    std::uint32_t row;
};

/// Returns the rows whose value is not NaN, by ascending value, rows of equal value by ascending index; −0 is
/// returned as 0. Radix sort in three passes of 11 bits; a pass is skipped if all rows have the same digit.
std::vector<ValueOfRow> sort_rows(const std::vector<float>& values);

/// Returns the cuts of one column, from its values that are not missing.
BinCuts fit_cuts(const Column& column, const BinningOptions& options);
/// Returns the codes of a column under given cuts.
BinnedColumn apply_cuts(const Column& column, const BinCuts& cuts);
/// Fits cuts on the training part. If `keep` is empty or true for it, appends the column's codes to each
/// matrix of `split` (`rows` must be set). Releases the raw values.
void append_column(ColumnParts column, const BinningOptions& options, BinnedSplit& split,
                   const std::function<bool(const BinnedColumn& train)>& keep = {});
/// Returns the codes of another data set; throws DataError if dataset.features() ≠ cuts.size().
BinnedMatrix bin_with(const Dataset& dataset, std::span<const BinCuts> cuts);

}  // namespace reboost::data
