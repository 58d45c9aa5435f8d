#include "learners/regression/kernels/feature_bundles.hpp"

#include "simd/isa.hpp"

#include <algorithm>

namespace reboost::learners {
namespace REBOOST_ISA {

/// One code's sums for all root trees.
using RootSums [[gnu::vector_size(64), gnu::may_alias]] = std::uint64_t;

/// How many rows ahead codes and gradients are prefetched.
constexpr std::size_t kAhead = 32;
/// kBundles > 0: the number of bundles, known at compile time; a row is then one word.
template <std::size_t kBundles>
struct CodedRows : BundledRows {
    const std::uint64_t* at(std::size_t row) const {
        return words + row * (kBundles > 0 ? 1 : words_per_row);
    }
    /// Calls use(index of the code's sum) for each bundle; returns the row's number of stored values.
    template <class Use>
    [[gnu::always_inline]] std::uint64_t for_each_code(std::size_t row, const Use& use) const {
        if constexpr (kBundles > 0) {
            const std::uint64_t word = words[row];  // read once: for the compiler, sums may alias words
#pragma GCC unroll 8
            for (std::size_t b = 0; b < kBundles; ++b)
                use(b * kBundleCodes + (word >> (8 * b) & 255));
            return word >> 56;
        } else {
            const std::uint64_t* const own = words + row * words_per_row;
            const std::uint64_t stored = own[words_per_row - 1] >> 56;
            for (std::size_t first = 0; first < bundles; first += 8) {
                std::uint64_t word = own[first / 8];
                for (std::size_t b = first, end = std::min(first + 8, bundles); b < end; ++b, word >>= 8)
                    use(b * kBundleCodes + (word & 255));
            }
            return stored;
        }
    }
};
/// Calls use(CodedRows) with the number of bundles as a constant if it is small.
template <class Use>
auto with_coded_rows(const BundledRows& rows, const Use& use) {
    switch (rows.bundles) {
        case 2:
            return use(CodedRows<2>{rows});
        case 3:
            return use(CodedRows<3>{rows});
        case 4:
            return use(CodedRows<4>{rows});
        case 5:
            return use(CodedRows<5>{rows});
        default:
            return use(CodedRows<0>{rows});
    }
}

/// Adds the gradients of `rows` to the sums of their codes; returns the number of stored values.
template <class Coded, class Gradients>
std::uint64_t add_coded_rows(const Coded& coded, std::span<const std::uint32_t> rows,
                             const Gradients& gradients, std::uint64_t* sums) {
    auto* const codes = reinterpret_cast<simd::Word2*>(sums);
    std::uint64_t stored = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::uint32_t row = rows[i], next = rows[std::min(i + kAhead, rows.size() - 1)];
        __builtin_prefetch(coded.at(next));
        __builtin_prefetch(gradients.at(next));
        const simd::Word2 gradient_hessian = gradients[row];
        stored += coded.for_each_code(row, [&](std::size_t at) { codes[at] += gradient_hessian; });
    }
    return stored;
}

/// Adds the sample's rows to the sums of their codes for all trees, one vector addition per code.
template <class Coded, class Gradients>
void add_coded_roots(const Coded& coded, std::span<const std::uint32_t> sample,
                     const std::array<Gradients, kRootTrees>& gradients, std::uint64_t* sums) {
    static_assert(kRootTrees == 4);
    auto* const codes = reinterpret_cast<RootSums*>(sums);
    const Gradients first = gradients[0], second = gradients[1], third = gradients[2], fourth = gradients[3];
    for (const std::uint32_t row : sample) {
        const simd::Word2 a = first[row], b = second[row], c = third[row], d = fourth[row];
        const RootSums own{a[0], a[1], b[0], b[1], c[0], c[1], d[0], d[1]};
        coded.for_each_code(
            row, [&](std::size_t at) __attribute__((always_inline)) { codes[at] += own; });
    }
}

static std::uint64_t add_rows(const BundledRows& coded_rows, std::span<const std::uint32_t> rows,
                              const RowGradients& gradients, std::uint64_t* sums) {
    return with_coded_rows(coded_rows, [&](const auto& coded) {
        return gradients.read([&](const auto& reader) { return add_coded_rows(coded, rows, reader, sums); });
    });
}

static void add_roots(const BundledRows& coded_rows, std::span<const std::uint32_t> sample,
                      const std::array<RowGradients, kRootTrees>& roots, std::uint64_t* sums) {
    with_coded_rows(coded_rows, [&](const auto& coded) {
        roots[0].read([&](auto reader) {
            std::array<decltype(reader), kRootTrees> gradients;
            for (std::size_t t = 0; t < kRootTrees; ++t) {
                gradients[t] = reader;  // all trees of a pass share one format
                gradients[t].words = roots[t].words();
            }
            add_coded_roots(coded, sample, gradients, sums);
        });
    });
}

}  // namespace REBOOST_ISA

const BundleKernels BundleKernels::REBOOST_ISA = {REBOOST_ISA::add_rows, REBOOST_ISA::add_roots};

}  // namespace reboost::learners
