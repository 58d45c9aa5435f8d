#include "learners/regression/kernels/root_histograms.hpp"

#include "simd/double_vectors.hpp"

#include <algorithm>

namespace reboost::learners {
namespace REBOOST_ISA {

using namespace simd::REBOOST_ISA;

/// The adjacent sums of a pass's four trees: the type of one tree's sum, and the words of all four sums.
struct TwoWordRoots {
    using Sum = simd::Word2;
    using Part = Word;  ///< one SIMD register
    static constexpr std::size_t kWords = 2 * kRootTrees;
};
struct JoinedRoots {
    using Sum = std::uint64_t;
    static constexpr std::size_t kWords = kRootTrees;
    using Part[[ gnu::vector_size(8 * (kWords < kLanes ? kWords : kLanes)), gnu::may_alias ]] = std::uint64_t;
};

/// Writes a group's sums, slot by slot, to each tree's histogram, where the eight segments are interleaved.
template <class Roots>
[[gnu::always_inline]] inline void write_group(const HistogramGroup& group, const std::uint64_t* bins,
                                               std::span<TreeRoot* const> roots) {
    using Sum = typename Roots::Sum;
    const std::size_t apart = RootEntries::bins_apart(group);
    Sum* to[kRootTrees]{};
    for (std::size_t t = 0; t < roots.size(); ++t)
        to[t] = reinterpret_cast<Sum*>(roots[t]->sums.data()) + group.begin;
    for (std::size_t p = 0; p < group.length; ++p)
        for (std::size_t t = 0; t < roots.size(); ++t)
            for (std::size_t lane = 0; lane < kSegmentLanes; ++lane)
                to[t][kSegmentLanes * p + lane] =
                    reinterpret_cast<const Sum*>(bins + Roots::kWords * (lane * apart + p))[t];
}

/// One load and one add of a row's four gradients per stored value; a bin (position) stays in registers.
template <class Roots>
[[gnu::always_inline]] inline void add_segment(const RootEntries::Segment& entries,
                                               const std::uint64_t* gradients, std::uint64_t* bins) {
    using Part = typename Roots::Part;
    constexpr std::size_t kParts = Roots::kWords * sizeof(std::uint64_t) / sizeof(Part);
    const auto* const added = reinterpret_cast<const Part*>(gradients);
    const std::uint16_t* row = entries.rows;
    for (const BinGroup& group : entries.groups) {
        Part* const bin = reinterpret_cast<Part*>(bins) + kParts * group.bin;
        Part sum[kParts];
        for (std::size_t k = 0; k < kParts; ++k)
            sum[k] = bin[k];
        for (const std::uint16_t* const end = row + group.rows; row < end; ++row)
            for (std::size_t k = 0; k < kParts; ++k)
                sum[k] += added[kParts * *row + k];
        for (std::size_t k = 0; k < kParts; ++k)
            bin[k] = sum[k];
    }
}

template <class Roots>
void fill_tile(const HistogramLayout& layout, const RootEntries& entries, std::size_t tile,
               std::span<TreeRoot* const> roots, RootScratch& scratch) {
    std::uint64_t* bins = scratch.bins.data();
    for (std::size_t g = 0; g < layout.groups().size(); ++g) {
        const HistogramGroup& group = layout.groups()[g];
        const std::size_t words = Roots::kWords * kSegmentLanes * RootEntries::bins_apart(group);
        if (tile == 0) std::fill_n(bins, words, 0);
        for (std::size_t lane = 0; lane < kSegmentLanes; ++lane)
            add_segment<Roots>(entries.entries(tile, kSegmentLanes * g + lane), scratch.rows.data(),
                               bins + words / kSegmentLanes * lane);
        if (tile + 1 == entries.tiles()) write_group<Roots>(group, bins, roots);
        if (entries.tiles() > 1) bins += words;
    }
}

}  // namespace REBOOST_ISA

const RootKernels RootKernels::REBOOST_ISA = {REBOOST_ISA::fill_tile<REBOOST_ISA::TwoWordRoots>,
                                              REBOOST_ISA::fill_tile<REBOOST_ISA::JoinedRoots>};

}  // namespace reboost::learners
