#include "learners/regression/kernels/feature_bundles.hpp"

#include "simd/isa.hpp"

#include <algorithm>
#include <variant>

namespace reboost::learners {
namespace {

/// Bundles pay if a row has at least kWorthwhile stored values per addition.
constexpr double kWorthwhile = 1.5;
/// With at least kManyRows rows and at most kFewBundles bundles, kAsGood additions per stored value are still
/// as fast as lists: codes are fewer bytes per row, and the sums of four roots stay in the L2 cache.
constexpr std::size_t kManyRows = 1 << 16;
constexpr std::size_t kFewBundles = 16;
constexpr double kAsGood = 1.1;
/// Words of one code's sums for all root trees.
constexpr std::size_t kRootWords = 2 * kRootTrees;

/// Calls use(row, bin) for the rows outside the column's frequent bin, as long as `use` returns true.
template <class Use>
bool for_each_stored(const data::BinnedColumn& column, const Use& use) {
    return std::visit(
        [&](const auto& codes) {
            for (std::size_t i = 0; i < codes.size(); ++i)
                if (codes[i] != column.frequent_bin && !use(i, std::uint32_t{codes[i]})) return false;
            return true;
        },
        column.codes);
}

}  // namespace

FeatureBundles::FeatureBundles(const data::BinnedMatrix& matrix, const HistogramLayout& layout) {
    if (matrix.columns.size() > 255) return;  // the count of a row's stored values is a byte, too
    if (!pack_columns(matrix) || !pays(matrix)) {
        bundles_ = 0;
        return;
    }
    layout_slots_ = layout.slots();
    list_slots(matrix, layout);
    encode_rows(matrix);
}

bool FeatureBundles::pays(const data::BinnedMatrix& matrix) const {
    double stored = 0;
    for (const data::BinnedColumn& column : matrix.columns)
        stored += static_cast<double>(matrix.rows - column.frequent_rows);
    stored /= static_cast<double>(std::max<std::size_t>(matrix.rows, 1));
    const auto additions = static_cast<double>(bundles_);
    const bool as_good = matrix.rows >= kManyRows && bundles_ <= kFewBundles && additions <= kAsGood * stored;
    return as_good || kWorthwhile * additions <= stored;
}

bool FeatureBundles::pack_columns(const data::BinnedMatrix& matrix) {
    /// 1 for rows outside the frequent bin of some column of the last exclusive bundle.
    std::vector<std::uint8_t> taken(matrix.rows, 0);
    const auto is_free = [&](std::size_t row, std::uint32_t) { return taken[row] == 0; };
    const auto take = [&](std::size_t row, std::uint32_t) { return (taken[row] = 1) != 0; };
    for (std::size_t j = 0; j < matrix.features(); ++j) {
        const data::BinnedColumn& column = matrix.columns[j];
        if (column.bin_count < 2) continue;
        if (column.bin_count > kCodes) return false;
        const bool sparse = 2 * column.frequent_rows >= matrix.rows;
        const std::uint32_t more = column.bin_count - 1;
        const bool joins = sparse && !exclusive_bundles_.empty() &&
                           exclusive_bundles_.back().values + more <= kCodes &&
                           for_each_stored(column, is_free);
        if (!joins) {
            exclusive_bundles_.push_back({});
            std::ranges::fill(taken, std::uint8_t{0});
        }
        parts_.push_back({j, exclusive_bundles_.size() - 1, exclusive_bundles_.back().values});
        exclusive_bundles_.back().values += more;
        for_each_stored(column, take);
    }
    std::size_t product = kCodes + 1;  // so the first exclusive bundle opens a bundle
    for (ExclusiveBundle& exclusive : exclusive_bundles_) {
        if (product * exclusive.values > kCodes) {
            ++bundles_;
            product = 1;
        }
        exclusive.bundle = bundles_ - 1;
        exclusive.radix = static_cast<std::uint32_t>(product);
        product *= exclusive.values;
    }
    return true;
}

void FeatureBundles::list_slots(const data::BinnedMatrix& matrix, const HistogramLayout& layout) {
    for (std::size_t b = 0; b < bundles_; ++b)
        for (std::uint32_t code = 0; code < kCodes; ++code) {
            slot_begin_.push_back(static_cast<std::uint32_t>(slots_.size()));
            for (const Part& part : parts_) {
                const ExclusiveBundle& exclusive = exclusive_bundles_[part.exclusive];
                if (exclusive.bundle != b) continue;
                const data::BinnedColumn& column = matrix.columns[part.feature];
                const std::uint32_t value = code / exclusive.radix % exclusive.values;
                if (value < part.first || value - part.first >= column.bin_count - 1) continue;
                std::uint32_t bin = value - part.first;  // bins are numbered without the frequent one
                if (bin >= column.frequent_bin) ++bin;
                slots_.push_back(static_cast<std::uint32_t>(layout.slot(part.feature, bin)));
            }
        }
    slot_begin_.push_back(static_cast<std::uint32_t>(slots_.size()));
}

void FeatureBundles::encode_rows(const data::BinnedMatrix& matrix) {
    words_ = bundles_ / 8 + 1;
    rows_.assign(matrix.rows * words_, 0);
    for (const Part& part : parts_) {
        const data::BinnedColumn& column = matrix.columns[part.feature];
        const ExclusiveBundle& exclusive = exclusive_bundles_[part.exclusive];
        for_each_stored(column, [&](std::size_t row, std::uint32_t bin) {
            std::uint64_t* const words = rows_.data() + row * words_;
            if (bin > column.frequent_bin) --bin;  // bins are numbered without the frequent one
            const std::uint64_t code = exclusive.radix * (part.first + bin);
            // No code and no count exceeds 255, so nothing carries into the next byte.
            words[exclusive.bundle / 8] += code << (8 * (exclusive.bundle % 8));
            words[words_ - 1] += std::uint64_t{1} << 56;
            return true;
        });
    }
}

void FeatureBundles::expand(const std::uint64_t* codes, std::size_t stride, HistogramSums sums) const {
    std::ranges::fill(sums, 0);
    for (std::size_t c = 0; c < bundles_ * kCodes; ++c) {
        const simd::Word2 sum = *reinterpret_cast<const simd::Word2*>(codes + stride * c);
        if (sum[1] == 0) continue;  // no row has this code
        for (std::uint32_t s = slot_begin_[c]; s < slot_begin_[c + 1]; ++s)
            *reinterpret_cast<simd::Word2*>(sums.data() + 2 * std::size_t{slots_[s]}) += sum;
    }
}

FeatureBundles::Filled FeatureBundles::fill(std::span<const std::uint32_t> rows,
                                            const RowGradients& gradients, HistogramSums sums,
                                            AlignedVector<std::uint64_t>& scratch) const {
    scratch.assign(2 * bundles_ * kCodes, 0);
    Filled filled;
    filled.stored = simd::kernels<BundleKernels>().add_rows(bundled_rows(), rows, gradients, scratch.data());
    expand(scratch.data(), 2, sums);
    for (std::size_t c = 0; c < kCodes; ++c)  // each row has one code in the first bundle
        filled.total += sum_at(scratch, c);
    return filled;
}

void FeatureBundles::fill_roots(std::span<const std::uint32_t> sample, std::span<TreeRoot* const> roots,
                                RootScratch& scratch) const {
    scratch.bins.assign(kRootWords * bundles_ * kCodes, 0);
    std::array<RowGradients, kRootTrees> gradients;
    for (std::size_t t = 0; t < kRootTrees; ++t)  // with fewer trees the last one fills the places left
        gradients[t] = roots[std::min(t, roots.size() - 1)]->gradients;
    simd::kernels<BundleKernels>().add_roots(bundled_rows(), sample, gradients, scratch.bins.data());
    for (std::size_t t = 0; t < roots.size(); ++t) {
        roots[t]->sums.resize(2 * layout_slots_);
        expand(scratch.bins.data() + 2 * t, kRootWords, roots[t]->sums);
    }
}

}  // namespace reboost::learners
