#include "learners/kernels/gradient_bundles.hpp"

#include "learners/kernels/gradient_simd.hpp"

#include <algorithm>
#include <variant>

namespace reboost::learners {

namespace {

constexpr double kWorthwhile = 1.5;
/// Rows ahead whose codes and pairs are fetched.
constexpr std::size_t kAhead = 16;
/// A code's sums of all root trees.
constexpr std::size_t kRootWords = 2 * kRootTrees;

double stored_per_row(const data::BinnedMatrix& matrix) {
    double stored = 0;
    for (const data::BinnedColumn& column : matrix.columns)
        stored += static_cast<double>(matrix.rows - column.frequent_rows);
    return stored / static_cast<double>(std::max<std::size_t>(matrix.rows, 1));
}

std::uint32_t code_at(const data::BinnedColumn& column, std::size_t row) {
    return std::visit([row](const auto& codes) { return static_cast<std::uint32_t>(codes[row]); },
                      column.codes);
}

}  // namespace

GradientBundles::GradientBundles(const data::BinnedMatrix& matrix, const GradientLayout& layout) {
    pack_columns(matrix);
    // The count of a row's stored values is a byte, too.
    const bool pays =
        matrix.columns.size() <= 255 && kWorthwhile * static_cast<double>(bundles_) <= stored_per_row(matrix);
    if (!pays) {
        bundles_ = 0;
        return;
    }
    layout_slots_ = layout.slots();
    list_slots(matrix, layout);
    encode_rows(matrix);
}

void GradientBundles::pack_columns(const data::BinnedMatrix& matrix) {
    std::size_t product = kCodes + 1;  // the first column opens a bundle
    for (std::size_t j = 0; j < matrix.features(); ++j) {
        const std::size_t bins = matrix.columns[j].bin_count;
        if (bins < 2) continue;
        if (bins > kCodes) {
            bundles_ = kCodes;  // more than can pay
            return;
        }
        if (product * bins > kCodes) {
            ++bundles_;
            product = 1;
        }
        parts_.push_back({j, bundles_ - 1, static_cast<std::uint32_t>(product)});
        product *= bins;
    }
}

void GradientBundles::list_slots(const data::BinnedMatrix& matrix, const GradientLayout& layout) {
    for (std::size_t b = 0; b < bundles_; ++b)
        for (std::uint32_t code = 0; code < kCodes; ++code) {
            slot_begin_.push_back(static_cast<std::uint32_t>(slots_.size()));
            for (const Part& part : parts_) {
                if (part.bundle != b) continue;
                const data::BinnedColumn& column = matrix.columns[part.feature];
                const std::uint32_t bin = code / part.radix % column.bin_count;
                if (bin != column.frequent_bin)
                    slots_.push_back(static_cast<std::uint32_t>(layout.slot(part.feature, bin)));
            }
        }
    slot_begin_.push_back(static_cast<std::uint32_t>(slots_.size()));
}

void GradientBundles::encode_rows(const data::BinnedMatrix& matrix) {
    const std::size_t stride = bundles_ + 1;
    rows_.assign(matrix.rows * stride, 0);
    for (const Part& part : parts_) {
        const data::BinnedColumn& column = matrix.columns[part.feature];
        for (std::size_t i = 0; i < matrix.rows; ++i) {
            const std::uint32_t bin = code_at(column, i);
            std::uint8_t* const codes = rows_.data() + i * stride;
            codes[part.bundle] = static_cast<std::uint8_t>(codes[part.bundle] + bin * part.radix);
            codes[bundles_] =
                static_cast<std::uint8_t>(codes[bundles_] + (bin != column.frequent_bin ? 1 : 0));
        }
    }
}

void GradientBundles::expand(const std::uint64_t* codes, std::size_t stride, GradientSums sums) const {
    std::ranges::fill(sums, 0);
    for (std::size_t c = 0; c < bundles_ * kCodes; ++c) {
        const Word2 sum = *reinterpret_cast<const Word2*>(codes + stride * c);
        if (sum[1] == 0) continue;  // no row
        for (std::uint32_t s = slot_begin_[c]; s < slot_begin_[c + 1]; ++s)
            *reinterpret_cast<Word2*>(sums.data() + 2 * std::size_t{slots_[s]}) += sum;
    }
}

GradientBundles::Filled GradientBundles::fill(std::span<const std::uint32_t> rows,
                                              std::span<const GradientPair> pairs, GradientSums sums,
                                              AlignedVector<std::uint64_t>& scratch) const {
    scratch.assign(2 * bundles_ * kCodes, 0);
    auto* const codes = reinterpret_cast<Word2*>(scratch.data());
    Filled filled;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::uint32_t index = rows[i], next = rows[std::min(i + kAhead, rows.size() - 1)];
        __builtin_prefetch(row(next));
        __builtin_prefetch(&pairs[next]);
        const std::uint8_t* const code = row(index);
        const Word2 pair{static_cast<std::uint64_t>(pairs[index].gradient), pairs[index].weight};
        for (std::size_t b = 0; b < bundles_; ++b)
            codes[b * kCodes + code[b]] += pair;
        filled.stored += code[bundles_];
    }
    expand(scratch.data(), 2, sums);
    for (std::size_t c = 0; c < kCodes; ++c)  // each row has one code in the first bundle
        filled.total += sum_at(scratch, c);
    return filled;
}

template <std::size_t kTrees>
void GradientBundles::add_roots(std::span<const std::uint32_t> sample, std::span<TreeRoot* const> roots,
                                std::uint64_t* sums) const {
    std::array<const GradientPair*, kTrees> pairs{};
    for (std::size_t t = 0; t < kTrees; ++t)
        pairs[t] = roots[t]->pairs.data();
    for (const std::uint32_t index : sample) {
        const std::uint8_t* const code = row(index);
        Word2 own[kTrees];
        for (std::size_t t = 0; t < kTrees; ++t)
            own[t] = Word2{static_cast<std::uint64_t>(pairs[t][index].gradient), pairs[t][index].weight};
        for (std::size_t b = 0; b < bundles_; ++b) {
            auto* const sum = reinterpret_cast<Word2*>(sums + kRootWords * (b * kCodes + code[b]));
            for (std::size_t t = 0; t < kTrees; ++t)
                sum[t] += own[t];
        }
    }
}

void GradientBundles::fill_roots(std::span<const std::uint32_t> sample, std::span<TreeRoot* const> roots,
                                 RootScratch& scratch) const {
    static_assert(kRootTrees == 4);
    scratch.bins.assign(kRootWords * bundles_ * kCodes, 0);
    switch (roots.size()) {
        case 1:
            add_roots<1>(sample, roots, scratch.bins.data());
            break;
        case 2:
            add_roots<2>(sample, roots, scratch.bins.data());
            break;
        case 3:
            add_roots<3>(sample, roots, scratch.bins.data());
            break;
        default:
            add_roots<4>(sample, roots, scratch.bins.data());
    }
    for (std::size_t t = 0; t < roots.size(); ++t) {
        roots[t]->sums.resize(2 * layout_slots_);
        expand(scratch.bins.data() + 2 * t, kRootWords, roots[t]->sums);
    }
}

}  // namespace reboost::learners
