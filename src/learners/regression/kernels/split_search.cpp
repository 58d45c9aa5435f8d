#include "learners/regression/kernels/split_search.hpp"

#include "learners/regression/kernels/split_search_bodies.hpp"

namespace reboost::learners {

namespace {

/// The sums of a block's slots, or of a whole histogram's.
struct BlockSums {
    std::uint64_t* sums;
    std::uint32_t first;  ///< the slot that stands at sums[0]
};
/// Walks a group's positions, V::kLanes of its segments abreast, from `lane` on.
template <SumForm kForm, class V>
struct Walk {
    static constexpr std::size_t kVectors = SumsAbreast<kForm, V>::kVectors;
    typename V::Word* at;

    [[gnu::always_inline]] Walk(const BlockSums& block, const GradientGroup& group, std::size_t lane)
        : at(reinterpret_cast<typename V::Word*>(
              block.sums + kVectors * (std::size_t{group.begin - block.first} + lane))) {}
    [[gnu::always_inline]] void next() { at += kVectors * kGradientLanes / V::kLanes; }
};

/// Whether sums that were searched stay, or zeros take their place.
enum class Searched { stay, drain };

template <SumForm kForm, Searched kSearched, class V>
[[gnu::always_inline]] inline void search_body(const GradientLayout& layout, const GradientBlock& block,
                                               const BlockSums& sums, const NodeSums& node, BestCut& best) {
    const CutRule rule(node);
    SumsAbreast<kForm, V> bins;
    for (std::uint32_t g = block.group_begin; g < block.group_end; ++g) {
        const GradientGroup& group = layout.groups()[g];
        const GradientSegment* segments = layout.segments().data() + std::size_t{g} * kGradientLanes;
        for (std::size_t lane = 0; lane < kGradientLanes; lane += V::kLanes) {
            Walk<kForm, V> walk(sums, group, lane);
            LaneSearch<kForm, V> search(best, rule);
            typename V::Double lead;
            for (std::uint32_t p = 0; p < group.length; ++p, walk.next()) {
                bins.load(walk.at);
                if constexpr (kSearched == Searched::drain) SumsAbreast<kForm, V>().store(walk.at);
                search.step(bins, rule, lead);
                if (V::any_positive(lead)) [[unlikely]]
                    search.keep(p, rule);
            }
            reduce(search, segments + lane, best);
        }
    }
}

/// What the two children's cuts are judged by.
struct SplitRules {
    CutRule heavy, light;
};
/// Some lanes of one group: the heavier child's search (what is left of the parent) and the lighter's, side
/// by side. `taken_sums`: the lighter child's.
template <SumForm kForm, LightSums kLight, class V>
[[gnu::always_inline]] inline void split_lanes(const GradientGroup& group, const GradientSegment* segments,
                                               std::size_t lane, const SplitTask& task,
                                               const SplitRules& rules, const BlockSums& taken_sums,
                                               SplitResult& result) {
    LaneSearch<kForm, V> heavy(result.heavy, rules.heavy), light(result.light, rules.light);
    typename V::Double heavy_lead, light_lead;
    SumsAbreast<kForm, V> left, taken;
    Walk<kForm, V> parent({task.parent.data(), 0}, group, lane), from(taken_sums, group, lane);
    Walk<kForm, V> to = from;
    if constexpr (kLight == LightSums::kept) to = Walk<kForm, V>({task.light.data(), 0}, group, lane);
    for (std::uint32_t p = 0; p < group.length; ++p, parent.next(), from.next()) {
        taken.load(from.at);
        left.load(parent.at);
        left.subtract(taken);
        left.store(parent.at);
        if constexpr (kLight != LightSums::filled) SumsAbreast<kForm, V>().store(from.at);
        if constexpr (kLight == LightSums::kept) {
            taken.store(to.at);
            to.next();
        }
        light.step(taken, rules.light, light_lead);
        heavy.step(left, rules.heavy, heavy_lead);
        if (V::any_positive(light_lead, heavy_lead)) [[unlikely]] {
            light.keep(p, rules.light);
            heavy.keep(p, rules.heavy);
        }
    }
    reduce(heavy, segments + lane, result.heavy);
    reduce(light, segments + lane, result.light);
}

template <SumForm kForm, LightSums kLight, class V>
[[gnu::always_inline]] inline void split_body(const GradientLayout& layout, const GradientBlock& block,
                                              const SplitTask& task, SplitResult& result) {
    const SplitRules rules{CutRule(task.heavy_node), CutRule(task.light_node)};
    const BlockSums taken = kLight == LightSums::filled ? BlockSums{task.light.data(), 0}
                                                        : BlockSums{task.block.data(), block.slot_begin};
    for (std::uint32_t g = block.group_begin; g < block.group_end; ++g) {
        const GradientSegment* segments = layout.segments().data() + std::size_t{g} * kGradientLanes;
        for (std::size_t lane = 0; lane < kGradientLanes; lane += V::kLanes)
            split_lanes<kForm, kLight, V>(layout.groups()[g], segments, lane, task, rules, taken, result);
    }
}

template <SumForm kForm, Searched kSearched>
[[gnu::target("avx512f,avx512dq,avx512vl")]] void search_avx512(const GradientLayout& layout,
                                                                const GradientBlock& block,
                                                                const BlockSums& sums, const NodeSums& node,
                                                                BestCut& best) {
    search_body<kForm, kSearched, ByConversion>(layout, block, sums, node, best);
}
template <SumForm kForm, Searched kSearched>
[[gnu::target("avx2")]] void search_avx2(const GradientLayout& layout, const GradientBlock& block,
                                         const BlockSums& sums, const NodeSums& node, BestCut& best) {
    search_body<kForm, kSearched, ByBits<Four>>(layout, block, sums, node, best);
}
template <SumForm kForm, Searched kSearched>
void search_baseline(const GradientLayout& layout, const GradientBlock& block, const BlockSums& sums,
                     const NodeSums& node, BestCut& best) {
    search_body<kForm, kSearched, ByBits<Two>>(layout, block, sums, node, best);
}

template <SumForm kForm, LightSums kLight>
[[gnu::target("avx512f,avx512dq,avx512vl")]] void split_avx512(const GradientLayout& layout,
                                                               const GradientBlock& block,
                                                               const SplitTask& task, SplitResult& result) {
    split_body<kForm, kLight, ByConversion>(layout, block, task, result);
}
template <SumForm kForm, LightSums kLight>
[[gnu::target("avx2")]] void split_avx2(const GradientLayout& layout, const GradientBlock& block,
                                        const SplitTask& task, SplitResult& result) {
    split_body<kForm, kLight, ByBits<Four>>(layout, block, task, result);
}
template <SumForm kForm, LightSums kLight>
void split_baseline(const GradientLayout& layout, const GradientBlock& block, const SplitTask& task,
                    SplitResult& result) {
    split_body<kForm, kLight, ByBits<Two>>(layout, block, task, result);
}

using SearchKernel = void (*)(const GradientLayout&, const GradientBlock&, const BlockSums&, const NodeSums&,
                              BestCut&);
using SplitKernel = void (*)(const GradientLayout&, const GradientBlock&, const SplitTask&, SplitResult&);

template <SumForm kForm, Searched kSearched>
SearchKernel search_kernel() {
    switch (best_isa()) {
        case Isa::avx512:
            return search_avx512<kForm, kSearched>;
        case Isa::avx2:
            return search_avx2<kForm, kSearched>;
        case Isa::portable:
            break;
    }
    return search_baseline<kForm, kSearched>;
}
SumForm form_of(const NodeSums& node) {
    if (node.joined_bits > 0) return SumForm::joined;
    return node.count_shift > 0 ? SumForm::counted : SumForm::pairs;
}

template <Searched kSearched>
SearchKernel search_kernel(SumForm form) {
    switch (form) {
        case SumForm::pairs:
            return search_kernel<SumForm::pairs, kSearched>();
        case SumForm::counted:
            return search_kernel<SumForm::counted, kSearched>();
        case SumForm::joined:
            break;
    }
    return search_kernel<SumForm::joined, kSearched>();
}

template <SumForm kForm, LightSums kLight>
SplitKernel split_kernel() {
    switch (best_isa()) {
        case Isa::avx512:
            return split_avx512<kForm, kLight>;
        case Isa::avx2:
            return split_avx2<kForm, kLight>;
        case Isa::portable:
            break;
    }
    return split_baseline<kForm, kLight>;
}
template <SumForm kForm>
SplitKernel split_kernel(LightSums light) {
    switch (light) {
        case LightSums::filled:
            return split_kernel<kForm, LightSums::filled>();
        case LightSums::kept:
            return split_kernel<kForm, LightSums::kept>();
        case LightSums::dropped:
            break;
    }
    return split_kernel<kForm, LightSums::dropped>();
}
SplitKernel split_kernel(SumForm form, LightSums light) {
    switch (form) {
        case SumForm::pairs:
            return split_kernel<SumForm::pairs>(light);
        case SumForm::counted:
            return split_kernel<SumForm::counted>(light);
        case SumForm::joined:
            break;
    }
    return split_kernel<SumForm::joined>(light);
}

}  // namespace

BestCut search_cuts(const GradientLayout& layout, GradientSums sums, const NodeSums& node) {
    const SearchKernel kernel = search_kernel<Searched::stay>(form_of(node));
    BestCut best;
    for (const GradientBlock& block : layout.blocks())
        kernel(layout, block, {sums.data(), 0}, node, best);
    return best;
}

RowSearch search_rows(const GradientLayout& layout, std::span<const std::uint32_t> rows,
                      const RowPairs& pairs, const NodeSums& node, GradientSums block_sums) {
    const SearchKernel kernel = search_kernel<Searched::drain>(form_of(node));
    RowSearch result;
    for (const GradientBlock& block : layout.blocks()) {
        result.used += add_rows(block, rows, pairs, block_sums);
        kernel(layout, block, {block_sums.data(), block.slot_begin}, node, result.best);
    }
    return result;
}

SplitResult split_and_search(const GradientLayout& layout, const SplitTask& task) {
    const SplitKernel kernel = split_kernel(form_of(task.heavy_node), task.light_sums);
    SplitResult result;
    for (const GradientBlock& block : layout.blocks()) {
        if (task.light_sums != LightSums::filled)
            result.used += add_rows(block, task.light_rows, task.pairs, task.block);
        kernel(layout, block, task, result);
    }
    return result;
}

}  // namespace reboost::learners
