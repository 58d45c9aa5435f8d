#include "learners/regression/kernels/root_histograms.hpp"

#include "simd/double_vectors.hpp"

#include <algorithm>

namespace reboost::learners {
namespace REBOOST_ISA {

using namespace simd::REBOOST_ISA;

/// Sums of a pass's four trees side by side: words of one, and words of all.
struct PairsAbreast {
    using Sum = simd::Word2;
    using Part = Word;  ///< a register
    static constexpr std::size_t kWords = 2 * kRootTrees;
};
struct JoinedAbreast {
    using Sum = std::uint64_t;
    static constexpr std::size_t kWords = kRootTrees;
    using Part[[ gnu::vector_size(8 * (kWords < kLanes ? kWords : kLanes)), gnu::may_alias ]] = std::uint64_t;
};

/// Slot after slot of each tree: the segments' bins take turns there.
template <class Abreast>
[[gnu::always_inline]] inline void write_group(const GradientGroup& group, const std::uint64_t* bins,
                                               const RootTargets& to) {
    using Sum = typename Abreast::Sum;
    const std::size_t apart = RootEntries::bins_apart(group);
    for (std::size_t p = 0; p < group.length; ++p)
        for (std::size_t t = 0; t < to.count; ++t) {
            Sum* const sums = reinterpret_cast<Sum*>(to.sums[t]) + group.begin + kGradientLanes * p;
            for (std::size_t lane = 0; lane < kGradientLanes; ++lane)
                sums[lane] = reinterpret_cast<const Sum*>(bins + Abreast::kWords * (lane * apart + p))[t];
        }
}

/// One load of a row's four pairs and one add a stored value, in as many registers as that takes; a
/// bin's sums stay there. Bins are told apart by their positions in the segment.
template <class Abreast>
[[gnu::always_inline]] inline void add_segment(const RootEntries::Segment& entries,
                                               const std::uint64_t* pairs, std::uint64_t* bins) {
    using Part = typename Abreast::Part;
    constexpr std::size_t kParts = Abreast::kWords * sizeof(std::uint64_t) / sizeof(Part);
    const auto* const added = reinterpret_cast<const Part*>(pairs);
    const std::uint16_t* row = entries.rows;
    for (const simd::BinGroup& group : entries.groups) {
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

template <class Abreast>
void fill_tile(const GradientLayout& layout, const RootEntries& entries, std::size_t tile,
               const RootTargets& to, RootScratch& scratch) {
    std::uint64_t* bins = scratch.bins.data();
    for (std::size_t g = 0; g < layout.groups().size(); ++g) {
        const GradientGroup& group = layout.groups()[g];
        const std::size_t words = Abreast::kWords * kGradientLanes * RootEntries::bins_apart(group);
        if (tile == 0) std::fill_n(bins, words, 0);
        for (std::size_t lane = 0; lane < kGradientLanes; ++lane)
            add_segment<Abreast>(entries.entries(tile, kGradientLanes * g + lane), scratch.rows.data(),
                                 bins + words / kGradientLanes * lane);
        if (tile + 1 == entries.tiles()) write_group<Abreast>(group, bins, to);
        if (entries.tiles() > 1) bins += words;
    }
}

}  // namespace REBOOST_ISA

const RootKernels RootKernels::REBOOST_ISA = {REBOOST_ISA::fill_tile<REBOOST_ISA::PairsAbreast>,
                                              REBOOST_ISA::fill_tile<REBOOST_ISA::JoinedAbreast>};

}  // namespace reboost::learners
