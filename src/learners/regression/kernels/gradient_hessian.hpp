#pragma once
/// The rows' quantised gradients and weights (hessians, or one each), as histograms read them: far apart and
/// over and over.
#include "core/matrix.hpp"
#include "simd/double2.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace reboost::learners {

/// A sum over rows in the quantiser's units. `weight` holds the number of rows too, in its high bits, where
/// the quantiser says so: one addition serves all three.
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

/// How a row's gradient and weight are kept, and sums of them.
// clang-format off
///   two words   a GradientHessian
///   one word    the gradient above, the weight without the row's count below: half as much to read where rows are many.
///               The more rows, the fewer bits a quantised row has; gradients whose rows weigh one always fit
///   joined      the same with so many bits for weights that words can be added up: sums are of one word, too. For rows
///               that weigh one: always up to 8,191 of them; of more, where their gradients are small beside the largest
// clang-format on
enum class RowForm { two_words, one_word_if_it_fits, joined_if_sums_fit };
struct RowFormat {
    int weight_bits = 0;        ///< of the one word; 0: two words
    std::uint64_t one_row = 0;  ///< added to the weight of the one word
    bool joined = false;

    std::size_t row_words() const { return weight_bits > 0 ? 1 : 2; }
    std::size_t sum_words() const { return joined ? 1 : 2; }
    /// Of the weight in a sum of one word; 0: sums are of two.
    int joined_bits() const { return joined ? weight_bits : 0; }
    /// The sum that `word` is; joined.
    GradientHessian parts(std::uint64_t word) const {
        return {static_cast<std::int64_t>(word) >> weight_bits,
                word & ((std::uint64_t{1} << weight_bits) - 1)};
    }
};

/// Reads gradients of two words. `Sum`: what is added up.
struct TwoWordRows {
    using Sum = simd::Word2;
    const std::uint64_t* words;
    const void* at(std::size_t row) const { return words + 2 * row; }
    simd::Word2 operator[](std::size_t row) const {
        return *reinterpret_cast<const simd::LooseWord2*>(words + 2 * row);
    }
};
/// Reads gradients of one word.
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

/// Reads joined gradients as the words they are.
struct JoinedRows {
    using Sum = std::uint64_t;
    const std::uint64_t* words;
    const void* at(std::size_t row) const { return words + row; }
    std::uint64_t operator[](std::size_t row) const { return words[row]; }
};

/// The gradients of all rows of a matrix, kept elsewhere.
class RowGradients {
  public:
    RowGradients() = default;
    RowGradients(
        const std::vector<GradientHessian>& gradients)  // NOLINT(google-explicit-constructor): a view
        : words_(reinterpret_cast<const std::uint64_t*>(gradients.data())) {}
    RowGradients(const std::uint64_t* words, RowFormat format) : words_(words), format_(format) {}

    /// Calls use(a reader): for loops over many rows.
    template <class Use>
    auto read(const Use& use) const {
        if (format_.row_words() == 2) return use(TwoWordRows{words_});
        return use(OneWordRows{words_, format_.weight_bits, (std::uint64_t{1} << format_.weight_bits) - 1,
                               format_.one_row});
    }
    /// The same for what adds gradients up in their own form.
    template <class Use>
    auto read_sums(const Use& use) const {
        return format_.joined ? use(JoinedRows{words_}) : read(use);
    }
    const RowFormat& format() const { return format_; }
    const std::uint64_t* words() const { return words_; }
    GradientHessian operator[](std::size_t row) const {
        const simd::Word2 pair = read([row](const auto& gradients) { return gradients[row]; });
        return {static_cast<std::int64_t>(pair[0]), pair[1]};
    }

  private:
    const std::uint64_t* words_ = nullptr;
    RowFormat format_;
};

/// Keeps the gradients of one tree's rows.
class GradientStore {
  public:
    /// Room for the rows of a matrix; what they hold is undefined.
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
