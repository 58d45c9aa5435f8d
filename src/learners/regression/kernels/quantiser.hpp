#pragma once
/// The rows' quantised gradients and weights (hessians, or 1 per row), in the form that histograms read. They
/// are read many times and in random order, so the form is compact.
#include "core/matrix.hpp"
#include "simd/isa.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace reboost::learners {

/// A sum over rows in the quantiser's units. If Quantiser::count_shift > 0, the high bits of `weight` hold
/// the number of rows: then one addition updates gradient, weight and count.
struct GradientHessian {
    std::int64_t gradient = 0;
    std::uint64_t weight = 0;

    GradientHessian& operator+=(const GradientHessian& other) {
        gradient += other.gradient;
        weight += other.weight;
        return *this;
    }
    GradientHessian& operator-=(const GradientHessian& other) {
        gradient -= other.gradient;
        weight -= other.weight;
        return *this;
    }
    friend GradientHessian operator-(GradientHessian a, const GradientHessian& b) { return a -= b; }
    bool operator==(const GradientHessian&) const = default;
};

/// How a row's gradient and weight, and the sums of rows, are stored.
// clang-format off
///   two words   a GradientHessian
///   one word    gradient in the high bits, weight (without the row's count) in the low bits: half as much to
///               read. The more rows, the fewer bits a quantised row needs; rows of weight 1 always fit
///   joined      one word with enough weight bits that words can be added: sums are one word, too. Only for
///               rows of weight 1: always for up to 8,191 rows; for more rows if their gradients are small
///               compared with the largest gradient
// clang-format on
enum class RowForm { two_words, one_word_if_it_fits, joined_if_sums_fit };
struct RowFormat {
    int weight_bits = 0;        ///< bits of the weight in a one-word row; 0: two words
    std::uint64_t one_row = 0;  ///< added to a one-word row's weight: its count
    bool joined = false;

    std::size_t row_words() const { return weight_bits > 0 ? 1 : 2; }
    std::size_t sum_words() const { return joined ? 1 : 2; }
    /// Bits of the weight in a one-word sum; 0: sums are two words.
    int joined_bits() const { return joined ? weight_bits : 0; }
    /// Gradient and weight of a one-word sum.
    GradientHessian parts(std::uint64_t word) const {
        return {static_cast<std::int64_t>(word) >> weight_bits,
                word & ((std::uint64_t{1} << weight_bits) - 1)};
    }
};

/// Reads two-word rows. `Sum` is the type that is added up.
struct TwoWordRows {
    using Sum = simd::Word2;
    const std::uint64_t* words;
    const void* at(std::size_t row) const { return words + 2 * row; }
    simd::Word2 operator[](std::size_t row) const {
        return *reinterpret_cast<const simd::UnalignedWord2*>(words + 2 * row);
    }
};
struct OneWordRows {
    using Sum = simd::Word2;
    const std::uint64_t* words;
    int weight_bits;
    std::uint64_t mask, one_row;
    const void* at(std::size_t row) const { return words + row; }
    simd::Word2 operator[](std::size_t row) const {
        const std::uint64_t word = words[row];
        return simd::Word2{static_cast<std::uint64_t>(static_cast<std::int64_t>(word) >> weight_bits),
                           (word & mask) + one_row};
    }
};

/// Reads joined rows as single words.
struct JoinedRows {
    using Sum = std::uint64_t;
    const std::uint64_t* words;
    const void* at(std::size_t row) const { return words + row; }
    std::uint64_t operator[](std::size_t row) const { return words[row]; }
};

/// A view of the gradients and weights of all rows of a matrix.
class RowGradients {
  public:
    RowGradients() = default;
    RowGradients(
        const std::vector<GradientHessian>& gradients)  // NOLINT(google-explicit-constructor): a view
        : words_(reinterpret_cast<const std::uint64_t*>(gradients.data())) {}
    RowGradients(const std::uint64_t* words, RowFormat format) : words_(words), format_(format) {}

    /// Calls use(reader), for loops over many rows.
    template <class Use>
    auto read(const Use& use) const {
        if (format_.row_words() == 2) return use(TwoWordRows{words_});
        return use(OneWordRows{words_, format_.weight_bits, (std::uint64_t{1} << format_.weight_bits) - 1,
                               format_.one_row});
    }
    /// As `read`, except that joined rows are read as single words, for sums of one word.
    template <class Use>
    auto read_sums(const Use& use) const {
        return format_.joined ? use(JoinedRows{words_}) : read(use);
    }
    const RowFormat& format() const { return format_; }
    const std::uint64_t* words() const { return words_; }
    GradientHessian operator[](std::size_t row) const {
        const simd::Word2 gradient_hessian = read([row](const auto& gradients) { return gradients[row]; });
        return {static_cast<std::int64_t>(gradient_hessian[0]), gradient_hessian[1]};
    }

  private:
    const std::uint64_t* words_ = nullptr;
    RowFormat format_;
};

/// The gradients and weights of one tree's rows, stored.
struct GradientStore {
    AlignedVector<std::uint64_t> words;
    RowFormat format;

    /// Makes room for the rows of a matrix, with undefined content.
    void reset(std::size_t rows, const RowFormat& of_rows) {
        format = of_rows;
        words.resize(format.row_words() * rows);
    }
    operator RowGradients() const { return {words.data(), format}; }  // NOLINT(google-explicit-constructor)
};

// Trees fit derivatives of the loss, which are computed tile by tile of rows. The same few cache lines serve
// all trees of a pass, and no tree's derivatives are ever in memory as a whole.

/// The number of trees per pass: the trees' values of one row fill one cache line.
inline constexpr std::size_t kRootTrees = 4;
/// The number of rows per tile, a multiple of 8.
inline constexpr std::size_t kTargetRows = 128;

/// The buffers of one thread for one tile.
struct TargetTile {
    std::size_t begin = 0, count = 0;  ///< rows begin … begin + count − 1
    AlignedVector<double> shared;      ///< values from which several trees' derivatives are computed

    /// Buffers for the values of one tree; next() alternates between two of them.
    struct Place {
        double *gradient, *hessian;
    };
    Place next() {
        turn_ = 1 - turn_;
        double* const gradient = values_.data() + turn_ * 2 * kTargetRows;
        return {gradient, gradient + kTargetRows};
    }

  private:
    AlignedVector<double> values_ = AlignedVector<double>(4 * kTargetRows);
    std::size_t turn_ = 0;
};

/// The targets of some trees: for each row of the training matrix −∂L/∂F and ∂²L/∂F².
class TreeTargets {
  public:
    virtual ~TreeTargets() = default;
    virtual std::size_t trees() const = 0;
    /// Prepares rows begin … begin + count − 1, begin a multiple of kTargetRows, 0 < count ≤ kTargetRows.
    virtual void open(std::size_t begin, std::size_t count, TargetTile& tile) const = 0;
    /// The values of the open tile's rows, valid until the next call but one; on 64-byte boundaries.
    struct Values {
        const double* gradient;  ///< −∂L/∂F: r − p, or its abc form (eq. 10)
        const double* hessian;   ///< ∂²L/∂F² > 0 (eq. 4 or 11)
    };
    virtual Values of_tree(std::size_t tree, TargetTile& tile) const = 0;
};

/// Opens each tile that contains some of `rows` (ascending) and calls use(those rows).
template <class Use>
void for_each_tile(const TreeTargets& targets, std::span<const std::uint32_t> rows, std::size_t matrix_rows,
                   TargetTile& tile, const Use& use) {
    for (std::size_t next = 0; next < rows.size();) {
        const std::size_t begin = rows[next] / kTargetRows * kTargetRows;
        const std::size_t count = std::min(kTargetRows, matrix_rows - begin);
        std::size_t end = next;
        if (rows.size() == matrix_rows)
            end += count;
        else
            while (end < rows.size() && rows[end] < begin + count)
                ++end;
        targets.open(begin, count, tile);
        use(rows.subspan(next, end - next));
        next = end;
    }
}

/// Converts values to integer multiples of a unit, a power of two, and back. Sums of gradients and weights
/// are then exact in any order: a child's histogram is exactly its parent's minus its sibling's, an empty bin
/// is exactly zero, and results do not depend on how the work is divided among threads.
struct Quantiser {
    double gradient_unit = 1, weight_unit = 1;
    int count_shift = 0;    ///< a weight's bits from here on count rows; 0: no count
    GradientHessian total;  ///< the sum over all quantised rows
    double square_sum = 0;  ///< Σ gradient²/weight over these rows, before rounding

    /// The gain of eq. 6 for a gain of 1 in these units.
    double gain_unit() const { return gradient_unit * gradient_unit / weight_unit; }
    /// Gradient and weight of a sum, in these units.
    double gradient(const GradientHessian& sum) const { return static_cast<double>(sum.gradient); }
    double weight(const GradientHessian& sum) const {
        return static_cast<double>(count_shift > 0 ? sum.weight & ((std::uint64_t{1} << count_shift) - 1)
                                                   : sum.weight);
    }
};

/// A row's weight in the split: 1 (mart, abc2010 eq. 8) or its second derivative (robust logitboost, eq. 7).
enum class SplitCriterion { mart, logit };

/// The size of a target's values, from which the units of its tree are chosen.
struct TargetExtent {
    double gradient = 0, weight = 0;  ///< the largest absolute values
    double gradient_sum = 0;          ///< Σ |gradient|; its last digits differ between instruction sets
    std::array<double, 8> squares{};  ///< Σ gradient²/weight, in eight partial sums
};
/// How rows are quantised. `form` is how they are stored; it does not change values.
struct QuantiserRule {
    SplitCriterion criterion = SplitCriterion::mart;
    bool counts = false;  ///< the high bits of weights count rows
    RowForm form = RowForm::two_words;
};

/// The extent of each tree's target on `rows` (ascending, each once).
std::vector<TargetExtent> measure_targets(const TreeTargets& targets, std::span<const std::uint32_t> rows,
                                          std::size_t matrix_rows, SplitCriterion criterion,
                                          TargetTile& tile);

/// Rounds each tree's target on `rows` to units of its own, in which sums over all `rows` are exact, and
/// stores gradients and weights of these rows (those of other rows are undefined). Sums of gradients stay
/// below 2^50 in absolute value. Sums of weights stay below 2^50 or, with counts, below the bits that the
/// counts leave (2^44 for 10^6 rows). A weight of less than one unit is rounded up to one unit, so that only
/// empty bins have weight zero. With unit weights the weight is the count.
std::vector<Quantiser> quantise(const TreeTargets& targets, std::span<const TargetExtent> extents,
                                std::span<const std::uint32_t> rows, std::size_t matrix_rows,
                                const QuantiserRule& rule, std::span<GradientStore* const> gradients,
                                TargetTile& tile);

/// The requested rows of a tile.
struct TileRows {
    std::size_t count;
    const std::uint32_t* rows;  ///< null: all rows of the tile
    std::size_t begin;          ///< the tile's first row
};
/// The factors from values to units, and the layout of a row.
struct QuantiserScale {
    double to_gradient = 1, to_weight = 1;
    std::uint64_t one_row = 0;  ///< the count of one row, added to each weight
    int weight_bits = 0;        ///< one-word rows: low bits that hold the weight
};
/// The loops over a tile's rows, as compiled for each instruction set. `weight` null: each row weighs 1.
struct QuantiserKernels {
    /// Extends `extent` by these rows.
    void (*measure)(const TileRows& rows, const double* gradient, const double* weight, TargetExtent& extent);
    /// Stores the rows' gradients and weights in `words` (of this tile), and adds them to `total`.
    using Quantise = void (*)(const TileRows& rows, const double* gradient, const double* weight,
                              const QuantiserScale& scale, std::uint64_t* words, GradientHessian& total);
    Quantise quantise_to_one_word, quantise_to_two_words;
    static const QuantiserKernels portable, avx2, avx512;
};

}  // namespace reboost::learners
