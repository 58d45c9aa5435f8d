#pragma once
/// The search of a column's best threshold, in a histogram or in a sorted list. For *.isa.cpp only.
#include "learners/mh/kernels/sum_bodies.hpp"

namespace reboost::learners::REBOOST_ISA {

/// Bins or entries summed apart before they join the prefix sum: its rounding error stays near one ulp.
constexpr std::uint32_t kPrefixBlock = 64;

template <int W>
REBOOST_INLINE Row<W> narrow(const double* total) {
    float values[W];
    for (int l = 0; l < W; ++l)
        values[l] = static_cast<float>(total[l]);
    return load<W>(values);
}

template <int W>
REBOOST_INLINE float edge_of(const Row<W>& base, const Row<W>& local) {
    return sum_absolute<W>(base + local);
}

/// total − 2·(sum of the bins taken so far); the last kPrefixBlock bins or fewer are in `local`.
template <int W>
struct Balance {
    Row<W> base, local;
    std::uint32_t taken = 0;

    REBOOST_INLINE Balance start(const double* total) { return {narrow<W>(total), Row<W>{}, 0}; }
    __attribute__((always_inline)) void take(const Row<W>& sum) {
        local -= sum;
        local -= sum;
    }
    __attribute__((always_inline)) void fold() {
        if (++taken % kPrefixBlock != 0) return;
        base += local;
        local = {};
    }
    __attribute__((always_inline)) float edge() const { return edge_of<W>(base, local); }
};
template <>
struct Balance<1> {
    double balance;

    REBOOST_INLINE Balance start(const double* total) { return {total[0]}; }
    __attribute__((always_inline)) void take(double sum) { balance -= 2 * sum; }
    __attribute__((always_inline)) void fold() {}
    __attribute__((always_inline)) double edge() const { return __builtin_fabs(balance); }
};

/// One side of the pivot: the bins of a histogram, or single rows sorted by code. Entries are numbered from
/// the outer end towards the pivot; `Step` is +1 below the pivot (codes ascending), −1 above it.
template <int W, int Step>
struct HistogramSide {
    const BinValue<W>* hist;
    std::size_t first, count;

    __attribute__((always_inline)) std::size_t code(std::size_t n) const {
        return Step > 0 ? first + n : first - n;
    }
    __attribute__((always_inline)) BinSum<W> sum(std::size_t n) const { return load_bin<W>(hist, code(n)); }
    __attribute__((always_inline)) bool bin_ends(std::size_t) const { return true; }
};

template <int W, int Step>
struct ListSide {
    const float* w;
    std::size_t stride;
    Numbers rows, codes;
    std::size_t first, count;

    __attribute__((always_inline)) std::size_t row(std::size_t n) const {
        return rows[Step > 0 ? first + n : first - n];
    }
    __attribute__((always_inline)) std::size_t code(std::size_t n) const { return codes[row(n)]; }
    __attribute__((always_inline)) BinSum<W> sum(std::size_t n) const {
        return load_weights<W>(w, stride, row(n));
    }
    __attribute__((always_inline)) bool bin_ends(std::size_t n) const {
        return n + 1 == count || code(n) != code(n + 1);
    }
};

/// The best threshold on one side (edge: kdd2009 eq. 6, 7). Only blocks that can contain it are scored. Our
/// own bound: between two entries the edge changes by at most twice the absolute weights between them, so no
/// edge inside a block exceeds half of (edge at its begin + edge at its end + twice its absolute weights).
template <int W, int Step, class Side>
struct ThresholdSearch {
    /// The number of entries whose edges share one bound.
    static constexpr std::size_t kBlock = 16;
    /// Blocks per group. A group is what Balance sums separately, so groups can be summed independently.
    static constexpr std::size_t kBlocks = kPrefixBlock / kBlock;
    static_assert(kBlocks > 0 && kPrefixBlock % kBlock == 0, "a search advances by whole blocks");
    /// The number of groups summed at the same time, so that enough additions are independent.
    static constexpr int kTogether = Row<W>::kCount > 4 ? 1 : 4 / Row<W>::kCount;
    /// The number of groups whose bounds are computed before the first of these groups is scored.
    static constexpr std::size_t kAhead = 64;
    /// More than rounding can add to an edge over a block, as a share of the weights taken.
    static constexpr float kSlack = 0x1p-16F;

    struct Group {
        Row<W> base, local[kBlocks + 1];  ///< the balance at the begin of each block, and at the end
        float moved[kBlocks];             ///< how much the edge can change in a block
        float bound[kBlocks];             ///< upper bound on the edges in the block
    };

    const Side side;
    BinValue<W> best_edge = 0;
    std::uint32_t best_threshold = 0;

    /// The end of a block that begins at entry n; n itself if no entry is left.
    __attribute__((always_inline)) std::size_t block_end(std::size_t n) const {
        return n + kBlock < side.count ? n + kBlock : n < side.count ? side.count : n;
    }

    /// Computes the edge after each entry in [n, end), and keeps the best threshold.
    __attribute__((always_inline)) void score(Balance<W> balance, std::size_t n, std::size_t end) {
        for (; n < end; ++n) {
            balance.take(side.sum(n));
            const BinValue<W> edge = balance.edge();
            // Codes are compared last: they seldom matter, and are scattered over their column.
            if ((Step > 0 ? edge > best_edge : edge >= best_edge) && side.bin_ends(n)) {
                best_edge = edge;
                best_threshold = static_cast<std::uint32_t>(side.code(n)) + (Step > 0 ? 1U : 0U);
            }
            balance.fold();
        }
    }

    /// Sums `Together` groups from entry n on; with Together = 1 the group may be incomplete.
    template <int Together>
    __attribute__((always_inline)) void sum(std::size_t n, Group* groups) const {
        Row<W> local[Together];
        for (int g = 0; g < Together; ++g)
            local[g] = {};
        for (std::size_t b = 0; b < kBlocks; ++b, n += kBlock) {
            Row<W> mass[Together];
            for (int g = 0; g < Together; ++g) {
                groups[g].local[b] = local[g];
                mass[g] = {};
            }
            const std::size_t end = Together > 1 ? n + kBlock : block_end(n);
            for (std::size_t e = n; e < end; ++e)
                for (int g = 0; g < Together; ++g) {
                    const Row<W> row = side.sum(e + static_cast<std::size_t>(g) * kPrefixBlock);
                    local[g] -= row;
                    local[g] -= row;
                    mass[g] += absolute<W>(row);
                }
            for (int g = 0; g < Together; ++g)
                groups[g].moved[b] = 2 * sum_absolute<W>(mass[g]);
        }
        for (int g = 0; g < Together; ++g)
            groups[g].local[kBlocks] = local[g];
    }

    /// Sums at most kAhead groups from entry n on; returns the number of groups.
    __attribute__((always_inline)) std::size_t sum_ahead(std::size_t n, Group* groups) const {
        std::size_t ahead = 0;
        for (; ahead + kTogether <= kAhead && n + kTogether * kPrefixBlock <= side.count;
             ahead += kTogether) {
            sum<kTogether>(n, groups + ahead);
            n += kTogether * kPrefixBlock;
        }
        for (; ahead < kAhead && n < side.count; ++ahead, n += kPrefixBlock)
            sum<1>(n, groups + ahead);
        return ahead;
    }

    /// Returns the best edge and its threshold if that edge is ≥ floor; else any lower edge, or none.
    ThresholdScore search(const double* total, float floor) {
        const Balance<W> start = Balance<W>::start(total);
        if constexpr (W == 1) {
            score(start, 0, side.count);
        } else if (side.count <= kBlock) {
            score(start, 0, side.count);
        } else {
            search_blocks(start, floor);
        }
        return {best_edge, best_threshold};
    }

    void search_blocks(const Balance<W>& start, float floor) {
        Group groups[kAhead];
        Row<W> base = start.base;
        float edge = start.edge(), taken = edge, reached = floor;
        for (std::size_t first = 0; first < side.count;) {
            const std::size_t ahead = sum_ahead(first, groups);
            std::size_t n = first;
            for (Group* group = groups; group < groups + ahead; ++group) {
                group->base = base;
                for (std::size_t b = 0; b < kBlocks; ++b, n += kBlock) {
                    const float before = edge;
                    edge = edge_of<W>(base, group->local[b + 1]);
                    taken += group->moved[b];
                    group->bound[b] = 0.5F * (before + edge + group->moved[b]) + kSlack * taken;
                    if (edge > reached && n < side.count && side.bin_ends(block_end(n) - 1)) reached = edge;
                }
                base += group->local[kBlocks];
            }
            for (Group* group = groups; group < groups + ahead; ++group)
                for (std::size_t b = 0; b < kBlocks; ++b, first += kBlock)
                    if (group->bound[b] >= reached)
                        score({group->base, group->local[b], static_cast<std::uint32_t>(b * kBlock)}, first,
                              block_end(first));
        }
    }
};

template <int W, class Below, class Above>
REBOOST_INLINE ThresholdScore best_of_sides(const Below& below, const Above& above, const double* total,
                                            float floor) {
    const ThresholdScore left = ThresholdSearch<W, 1, Below>{below}.search(total, floor);
    const float reached = static_cast<float>(left.edge) > floor ? static_cast<float>(left.edge) : floor;
    const ThresholdScore right = ThresholdSearch<W, -1, Above>{above}.search(total, reached);
    return right.edge > left.edge ? right : left;
}

template <int W>
ThresholdScore best_threshold(const void* in, std::uint32_t bins, std::uint32_t pivot, const double* total,
                              float floor) {
    const auto* hist = static_cast<const BinValue<W>*>(in);
    return best_of_sides<W>(HistogramSide<W, 1>{hist, 0, pivot},
                            HistogramSide<W, -1>{hist, bins - 1, bins - 1 - pivot}, total, floor);
}

template <int W>
ThresholdScore scan_sorted(const float* w, std::size_t stride, const SortedRows& list, const double* total,
                           float floor) {
    return best_of_sides<W>(
        ListSide<W, 1>{w, stride, list.rows, list.codes, 0, list.left},
        ListSide<W, -1>{w, stride, list.rows, list.codes, list.count - 1, list.count - list.left}, total,
        floor);
}

template <int W>
void add_edges(const void* in, std::uint32_t bins, std::uint32_t pivot, const double* total, double* edges) {
    const auto* hist = static_cast<const BinValue<W>*>(in);
    Balance<W> left = Balance<W>::start(total);
    for (std::uint32_t t = 1; t <= pivot; ++t) {
        left.take(load_bin<W>(hist, t - 1));
        edges[t] += static_cast<double>(left.edge());
        left.fold();
    }
    Balance<W> right = Balance<W>::start(total);
    for (std::uint32_t t = bins - 1; t > pivot; --t) {
        right.take(load_bin<W>(hist, t));
        edges[t] += static_cast<double>(right.edge());
        right.fold();
    }
}

}  // namespace reboost::learners::REBOOST_ISA
