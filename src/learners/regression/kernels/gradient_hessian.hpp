#pragma once
/// The rows' quantised gradients and weights (hessians, or 1 per row), in the form that histograms read. They
/// are read in no order and many times, so the form is compact.
#include "core/matrix.hpp"
#include "simd/double2.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace reboost::learners {

/// A sum over rows in the quantiser's units. Where the quantiser says so, the high bits of `weight` hold the
/// number of rows: then one addition updates gradient, weight and count.
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

/// How a row's gradient and weight are stored, and their sums.
// clang-format off
///   two words   a GradientHessian
///   one word    gradient in the high bits, weight (without the row's count) in the low ones: half as much to read. The more
///               rows, the fewer bits a quantised row needs; rows of weight 1 always fit
///   joined      the same with enough weight bits that words can be added: sums are one word, too. For rows of weight 1 only:
///               always for up to 8,191 rows; for more if their gradients are small compared with the largest
// clang-format on
enum class RowForm { two_words, one_word_if_it_fits, joined_if_sums_fit };
struct RowFormat {
    int weight_bits = 0;        ///< of the one word; 0: two words
    std::uint64_t one_row = 0;  ///< added to the weight of the one word
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
/// Reads one-word rows.
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
    /// The same; joined rows are read as single words, for sums of one word.
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

/// Stores the gradients and weights of one tree's rows.
class GradientStore {
  public:
    /// Room for the rows of a matrix, with undefined content.
    void reset(std::size_t rows, RowFormat format) {
        format_ = format;
        words_.resize(format.row_words() * rows);
    }
    std::uint64_t* words() { return words_.data(); }
    const RowFormat& format() const { return format_; }
    operator RowGradients() const { return {words_.data(), format_}; }  // NOLINT(google-explicit-constructor)

  private:
    AlignedVector<std::uint64_t> words_;
    RowFormat format_;
};

}  // namespace reboost::learners
