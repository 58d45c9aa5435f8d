#include "learners/regression/kernels/quantiser.hpp"

#include <bit>
#include <cmath>

namespace reboost::learners {
namespace {

constexpr int kSumBits = 50;

/// A power of two u with count · largest / u < 2^bits.
double power_of_two_unit(double largest, std::size_t count, int bits) {
    if (!(largest > 0)) return 1;
    int exponent = 0;
    std::frexp(largest * static_cast<double>(std::max<std::size_t>(count, 2)), &exponent);
    return std::ldexp(1.0, exponent - bits);
}

/// Calls use(t, rows, gradient, weight) for each tree and tile.
template <class Use>
void for_each_part(const TreeTargets& targets, std::span<const std::uint32_t> rows, std::size_t matrix_rows,
                   SplitCriterion criterion, TargetTile& tile, const Use& use) {
    for_each_tile(targets, rows, matrix_rows, tile, [&](std::span<const std::uint32_t> asked) {
        for (std::size_t t = 0; t < targets.trees(); ++t) {
            const TreeTargets::Values values = targets.of_tree(t, tile);
            const double* const weight = criterion == SplitCriterion::logit ? values.hessian : nullptr;
            const bool every = asked.size() == tile.count;
            use(t, TileRows{asked.size(), every ? nullptr : asked.data(), tile.begin}, values.gradient,
                weight);
        }
    });
}

/// With fewer rows than this, the gradients stay in the cache in any form.
constexpr std::size_t kManyRows = 1 << 17;

/// One-word rows if they fit, else two words. `bits`: bits of a sum of weights; 0: all rows weigh 1.
RowFormat one_word_format(std::size_t rows, int bits, std::uint64_t one_row) {
    if (rows < kManyRows) return {};
    const auto bits_of = [rows](int sum_bits) {
        return static_cast<int>(std::bit_width((std::uint64_t{1} << sum_bits) / rows + 1));
    };
    const int weight_bits = bits > 0 ? bits_of(bits) : 1, sign = 1;
    if (bits_of(kSumBits) + sign + weight_bits > 64) return {};
    return {weight_bits, one_row, false};
}

/// For rows of weight 1. Joined if, for each tree, the sum over any subset of the rows fits its bits.
RowFormat joined_format(std::size_t rows, std::span<const TargetExtent> extents) {
    if (rows == 0) return {};
    const int weight_bits = static_cast<int>(std::bit_width(rows));
    const double limit = std::ldexp(1.0, 63 - weight_bits);
    for (const TargetExtent& extent : extents) {
        const double units = extent.gradient_sum / power_of_two_unit(extent.gradient, rows, kSumBits);
        // Rounding moves each row by at most half a unit; the rounding of the sum itself is far smaller.
        if (!(units + static_cast<double>(rows) < limit)) return {};
    }
    return {weight_bits, 0, true};
}

}  // namespace

std::vector<TargetExtent> measure_targets(const TreeTargets& targets, std::span<const std::uint32_t> rows,
                                          std::size_t matrix_rows, SplitCriterion criterion,
                                          TargetTile& tile) {
    std::vector<TargetExtent> extents(targets.trees());
    for_each_part(targets, rows, matrix_rows, criterion, tile,
                  [&, measure = simd::kernels<QuantiserKernels>().measure](
                      std::size_t t, const TileRows& part, const double* gradient, const double* weight) {
                      measure(part, gradient, weight, extents[t]);
                  });
    return extents;
}

std::vector<Quantiser> quantise(const TreeTargets& targets, std::span<const TargetExtent> extents,
                                std::span<const std::uint32_t> rows, std::size_t matrix_rows,
                                const QuantiserRule& rule, std::span<GradientStore* const> gradients,
                                TargetTile& tile) {
    const std::size_t count = rows.size();
    const bool weighted = rule.criterion == SplitCriterion::logit;
    const bool packed = weighted && rule.counts;
    const int bits = packed ? std::min(kSumBits, 64 - static_cast<int>(std::bit_width(count))) : kSumBits;
    const std::uint64_t one_row = packed ? std::uint64_t{1} << bits : 0;
    RowFormat format;
    if (rule.form == RowForm::one_word_if_it_fits)
        format = one_word_format(count, weighted ? bits : 0, one_row);
    else if (rule.form == RowForm::joined_if_sums_fit && !weighted)
        format = joined_format(count, extents);
    for (GradientStore* const store : gradients)
        store->reset(matrix_rows, format);
    const std::size_t words = format.row_words();
    const auto& kernels = simd::kernels<QuantiserKernels>();
    const auto quantise_tile = words == 1 ? kernels.quantise_to_one_word : kernels.quantise_to_two_words;
    std::vector<Quantiser> quantisers(targets.trees());
    for (std::size_t t = 0; t < quantisers.size(); ++t) {
        quantisers[t].gradient_unit = power_of_two_unit(extents[t].gradient, count, kSumBits);
        if (weighted) quantisers[t].weight_unit = power_of_two_unit(extents[t].weight, count, bits);
        if (packed) quantisers[t].count_shift = bits;
        for (const double part : extents[t].squares)
            quantisers[t].square_sum += part;
    }
    for (bool fits = false; !fits;) {
        for (Quantiser& quantiser : quantisers)
            quantiser.total = {};
        for_each_part(targets, rows, matrix_rows, rule.criterion, tile,
                      [&](std::size_t t, const TileRows& part, const double* gradient, const double* weight) {
                          Quantiser& quantiser = quantisers[t];
                          const QuantiserScale scale{1 / quantiser.gradient_unit, 1 / quantiser.weight_unit,
                                                     one_row, format.weight_bits};
                          quantise_tile(part, gradient, weight, scale,
                                        gradients[t]->words.data() + words * part.begin, quantiser.total);
                      });
        fits = true;
        // Rounding up adds at most one unit per row: rarely, a unit twice as large is needed.
        for (Quantiser& quantiser : quantisers) {
            if (!weighted || (quantiser.total.weight - count * one_row) >> bits == 0) continue;
            quantiser.weight_unit *= 2;
            fits = false;
        }
    }
    return quantisers;
}

}  // namespace reboost::learners
