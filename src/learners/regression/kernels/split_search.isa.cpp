#include "learners/regression/kernels/split_search.hpp"

#include "learners/regression/kernels/split_search_bodies.hpp"

namespace reboost::learners {
namespace REBOOST_ISA {

/// Walks over a group's positions: segments lane … lane + kLanes − 1, in one SIMD vector.
template <SumForm kForm>
struct Walk {
    static constexpr std::size_t kVectors = VectorSums<kForm>::kVectors;
    Word* at;

    [[gnu::always_inline]] Walk(const BlockSums& block, const HistogramGroup& group, std::size_t lane)
        : at(reinterpret_cast<Word*>(block.sums +
                                     kVectors * (std::size_t{group.begin - block.first} + lane))) {}
    [[gnu::always_inline]] void next() { at += kVectors * kSegmentLanes / kLanes; }
};

template <SumForm kForm, AfterSearch kAfter>
void search_block(const HistogramLayout& layout, const HistogramBlock& block, const BlockSums& sums,
                  const NodeSums& node, BestCut& best) {
    const CutRule rule(node);
    VectorSums<kForm> bins;
    for (std::uint32_t g = block.group_begin; g < block.group_end; ++g) {
        const HistogramGroup& group = layout.groups()[g];
        const HistogramSegment* segments = layout.segments().data() + std::size_t{g} * kSegmentLanes;
        for (std::size_t lane = 0; lane < kSegmentLanes; lane += kLanes) {
            Walk<kForm> walk(sums, group, lane);
            VectorSearch<kForm> search(best, rule);
            for (std::uint32_t p = 0; p < group.length; ++p, walk.next()) {
                bins.load(walk.at);
                if constexpr (kAfter == AfterSearch::clear) VectorSums<kForm>().store(walk.at);
                if (any_positive(search.step(bins, rule))) [[unlikely]]
                    search.keep(p, rule);
            }
            reduce(search, segments + lane, best);
        }
    }
}

/// The rules for the cuts of the two children.
struct SplitRules {
    CutRule heavy, light;
};
/// Searches one SIMD vector of a group's segments for both children at once: the heavier one's sums are the
/// parent's minus `taken_sums`, the lighter one's.
template <SumForm kForm, LightSums kLight>
[[gnu::always_inline]] inline void split_vector(const HistogramGroup& group, const HistogramSegment* segments,
                                                std::size_t lane, const SplitTask& task,
                                                const SplitRules& rules, const BlockSums& taken_sums,
                                                SplitResult& result) {
    VectorSearch<kForm> heavy(result.heavy, rules.heavy), light(result.light, rules.light);
    VectorSums<kForm> left, taken;
    Walk<kForm> parent({task.parent.data(), 0}, group, lane), from(taken_sums, group, lane);
    Walk<kForm> to = from;
    if constexpr (kLight == LightSums::kept) to = Walk<kForm>({task.light.data(), 0}, group, lane);
    for (std::uint32_t p = 0; p < group.length; ++p, parent.next(), from.next()) {
        taken.load(from.at);
        left.load(parent.at);
        left.subtract(taken);
        left.store(parent.at);
        if constexpr (kLight != LightSums::filled) VectorSums<kForm>().store(from.at);
        if constexpr (kLight == LightSums::kept) {
            taken.store(to.at);
            to.next();
        }
        const Double light_lead = light.step(taken, rules.light), heavy_lead = heavy.step(left, rules.heavy);
        if (any_positive(light_lead, heavy_lead)) [[unlikely]] {
            light.keep(p, rules.light);
            heavy.keep(p, rules.heavy);
        }
    }
    reduce(heavy, segments + lane, result.heavy);
    reduce(light, segments + lane, result.light);
}

template <SumForm kForm, LightSums kLight>
void split_block(const HistogramLayout& layout, const HistogramBlock& block, const SplitTask& task,
                 SplitResult& result) {
    const SplitRules rules{CutRule(task.heavy_node), CutRule(task.light_node)};
    const BlockSums taken = kLight == LightSums::filled ? BlockSums{task.light.data(), 0}
                                                        : BlockSums{task.block.data(), block.slot_begin};
    for (std::uint32_t g = block.group_begin; g < block.group_end; ++g) {
        const HistogramSegment* segments = layout.segments().data() + std::size_t{g} * kSegmentLanes;
        for (std::size_t lane = 0; lane < kSegmentLanes; lane += kLanes)
            split_vector<kForm, kLight>(layout.groups()[g], segments, lane, task, rules, taken, result);
    }
}

template <SumForm kForm>
constexpr SplitKernels::OfForm of_form() {
    return {search_block<kForm, AfterSearch::keep>,
            search_block<kForm, AfterSearch::clear>,
            {split_block<kForm, LightSums::filled>, split_block<kForm, LightSums::kept>,
             split_block<kForm, LightSums::dropped>}};
}

}  // namespace REBOOST_ISA

const SplitKernels SplitKernels::REBOOST_ISA = {{REBOOST_ISA::of_form<SumForm::two_words>(),
                                                 REBOOST_ISA::of_form<SumForm::counted>(),
                                                 REBOOST_ISA::of_form<SumForm::joined>()}};

}  // namespace reboost::learners
