#pragma once
/// Exclusive feature bundling (Ke et al. 2017, section 4), where several bundles share a byte. If all columns
/// have few bins, a row is a handful of bytes, and one addition per byte serves all of its columns. A hand of
/// cards (abc2010's poker sets, 25 columns) has five bytes of a suit and a rank each; Covertype's 44 columns
/// of zeros and ones are one byte.
///
// clang-format off
/// Glossary
///   exclusive bundle   neighbouring columns of which a row has at most one outside its frequent bin (one-hot
///                      columns), or a single column. Its value is 0 if all columns are in their frequent
///                      bins; any other value stands for one bin of one column
///   bundle             neighbouring exclusive bundles whose numbers of values multiply to at most 256
///   code               the values of a bundle in one row, as a mixed-radix number: one byte
// clang-format on
#include "learners/regression/kernels/root_histograms.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace reboost::learners {

/// The number of codes that a bundle can have.
inline constexpr std::size_t kBundleCodes = 256;

/// The rows' codes, eight per word. A row's last byte is not a code but the number of its stored values.
struct BundledRows {
    const std::uint64_t* words;
    std::size_t words_per_row, bundles;
};

/// Adds gradients and hessians to the sums of codes; compiled for each instruction set.
struct BundleKernels {
    /// Adds the rows' gradients to their codes' sums, two words each. Returns how many values the rows store.
    std::uint64_t (*add_rows)(const BundledRows& coded, std::span<const std::uint32_t> rows,
                              const RowGradients& gradients, std::uint64_t* sums);
    /// As add_rows, for four trees at once; the four sums of a code are adjacent.
    void (*add_roots)(const BundledRows& coded, std::span<const std::uint32_t> sample,
                      const std::array<RowGradients, kRootTrees>& gradients, std::uint64_t* sums);
    static const BundleKernels portable, avx2, avx512;
};

/// Immutable once built; shared by all builders of a run.
class FeatureBundles {
  public:
    static constexpr std::size_t kCodes = kBundleCodes;

    /// `layout` must be made from `matrix`. Stores no rows if lists of stored values are as cheap.
    FeatureBundles(const data::BinnedMatrix& matrix, const HistogramLayout& layout);
    /// Whether the rows are stored as codes: a row takes at most 2/3 as many additions as it has stored
    /// values, or, if rows are many and bundles few, at most 1.1 times as many.
    bool useful() const { return bundles_ > 0; }

    /// The number of stored values of the rows of a fill, and the sum of their gradients and hessians.
    struct Filled {
        std::uint64_t stored = 0;
        GradientHessian total;
    };
    /// Writes the rows' sums into every slot. `scratch` keeps its memory between calls.
    Filled fill(std::span<const std::uint32_t> rows, const RowGradients& gradients, HistogramSums sums,
                AlignedVector<std::uint64_t>& scratch) const;
    /// As learners::fill_roots, for sums of two words (gradients that are not joined).
    void fill_roots(std::span<const std::uint32_t> sample, std::span<TreeRoot* const> roots,
                    RootScratch& scratch) const;

  private:
    /// Returns false if a column has more than kCodes bins.
    bool pack_columns(const data::BinnedMatrix& matrix);
    bool pays(const data::BinnedMatrix& matrix) const;
    void list_slots(const data::BinnedMatrix& matrix, const HistogramLayout& layout);
    void encode_rows(const data::BinnedMatrix& matrix);
    /// Distributes the sums of codes to slots. Gradient and hessian of code c are at codes[stride · c].
    void expand(const std::uint64_t* codes, std::size_t stride, HistogramSums sums) const;

    BundledRows bundled_rows() const { return {rows_.data(), words_, bundles_}; }

    struct ExclusiveBundle {
        std::size_t bundle = 0;
        std::uint32_t radix = 1, values = 1;  ///< code = Σ radix · value
    };
    struct Part {
        std::size_t feature, exclusive;
        std::uint32_t first;  ///< value of the column's first bin that is not the frequent one
    };
    std::vector<ExclusiveBundle> exclusive_bundles_;
    std::vector<Part> parts_;
    std::size_t bundles_ = 0, layout_slots_ = 0;
    std::size_t words_ = 0;            ///< words per row
    std::vector<std::uint64_t> rows_;  ///< as BundledRows::words
    std::vector<std::uint32_t> slot_begin_,
        slots_;  ///< slots of code c of bundle b: from slot_begin_[256 b + c] on
};

}  // namespace reboost::learners
