#pragma once
/// Exclusive feature bundling (Ke et al. 2017, section 4), and more: columns of few bins, several in one
/// code. Where all columns are such, one addition per bundle serves them all, and a row is a handful of
/// bytes. A hand of cards (abc2010's poker sets, 25 columns) has five bundles of a suit and a rank;
/// Covertype's 44 columns of zeros and ones are one.
///
// clang-format off
/// Glossary
///   unit     neighbouring columns of which a row has at most one outside its frequent bin (one-hot columns); or a single
///            column. Its value: 0 where all are in their frequent bins, else which bin of which column
///   bundle   neighbouring units whose numbers of values multiply to at most 256
///   code     which of these values a row has, in mixed radix; a byte
// clang-format on
#include "learners/regression/kernels/root_histograms.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace reboost::learners {

/// Codes of a bundle.
inline constexpr std::size_t kBundleCodes = 256;

/// The rows' codes: words_per_row words per row, eight codes each; the row's last byte is the number of its
/// stored values.
struct BundledRows {
    const std::uint64_t* words;
    std::size_t words_per_row, bundles;
};

/// Additions to codes' sums, as compiled for each instruction set.
struct BundleKernels {
    /// Adds the rows' gradients to their codes' sums, two words each; returns their stored values.
    std::uint64_t (*add_rows)(const BundledRows& coded, std::span<const std::uint32_t> rows,
                              const RowGradients& gradients, std::uint64_t* sums);
    /// The same of four trees, whose sums of a code stand side by side.
    void (*add_roots)(const BundledRows& coded, std::span<const std::uint32_t> sample,
                      const std::array<RowGradients, kRootTrees>& gradients, std::uint64_t* sums);
    static const BundleKernels portable, avx2, avx512;
};

/// Immutable once built; shared by all builders of a run.
class FeatureBundles {
  public:
    static constexpr std::size_t kCodes = kBundleCodes;

    /// Layout and matrix belong together. Takes no rows in where lists of stored values are as cheap.
    FeatureBundles(const data::BinnedMatrix& matrix, const HistogramLayout& layout);
    /// Whether the rows are here: additions a row are at most two thirds of its stored values, or a little
    /// more than these where rows are many and bundles few.
    bool useful() const { return bundles_ > 0; }

    /// What a fill stands for: the stored values of its rows, and the sum of their gradients.
    struct Filled {
        std::uint64_t stored = 0;
        GradientHessian total;
    };
    /// sums = the rows' sums, every slot written; the same as add_rows on an array of zeros. `scratch` keeps
    /// its memory between calls.
    Filled fill(std::span<const std::uint32_t> rows, const RowGradients& gradients, HistogramSums sums,
                AlignedVector<std::uint64_t>& scratch) const;
    /// As learners::fill_roots, of gradients that are not joined.
    void fill_roots(std::span<const std::uint32_t> sample, std::span<TreeRoot* const> roots,
                    RootScratch& scratch) const;

  private:
    /// False where a column has more bins than a code can tell apart.
    bool pack_columns(const data::BinnedMatrix& matrix);
    bool pays(const data::BinnedMatrix& matrix) const;
    void list_slots(const data::BinnedMatrix& matrix, const HistogramLayout& layout);
    void encode_rows(const data::BinnedMatrix& matrix);
    /// sums = what the codes' sums are in slots; code c's pair stands at codes[stride · c].
    void expand(const std::uint64_t* codes, std::size_t stride, HistogramSums sums) const;

    BundledRows bundled_rows() const { return {rows_.data(), words_, bundles_}; }

    struct Unit {
        std::size_t bundle = 0;
        std::uint32_t radix = 1, values = 1;  ///< code = Σ radix · value
    };
    struct Part {
        std::size_t feature, unit;
        std::uint32_t first;  ///< value of the column's first bin that is not the frequent one
    };
    std::vector<Unit> units_;
    std::vector<Part> parts_;
    std::size_t bundles_ = 0, layout_slots_ = 0;
    std::size_t words_ = 0;            ///< per row
    std::vector<std::uint64_t> rows_;  ///< as BundledRows says
    std::vector<std::uint32_t> slot_begin_,
        slots_;  ///< slots of code c of bundle b: from slot_begin_[256 b + c] on
};

}  // namespace reboost::learners
