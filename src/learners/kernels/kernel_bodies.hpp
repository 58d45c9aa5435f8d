// No include guard on purpose: see simd.hpp. The kernels of kernel_table.hpp for W > 1; scalar_bodies.hpp has
// W = 1.

/// Rows summed in float before they join a double sum.
constexpr std::size_t kFloatBlock = 16;
/// Bins whose sum is kept apart before it joins the running prefix: keeps rounding of long prefixes near one
/// ulp.
constexpr std::uint32_t kPrefixBlock = 64;

template <int W>
REBOOST_INLINE Row<W> narrow(const double* total) {
    float values[W];
    for (int l = 0; l < W; ++l)
        values[l] = static_cast<float>(total[l]);
    return load<W>(values);
}

/// total − 2·(sum of the bins taken so far), with the last few bins summed apart.
template <int W>
struct Balance {
    Row<W> base, local;
    std::uint32_t taken = 0;

    REBOOST_INLINE Balance start(const double* total) { return {narrow<W>(total), zero<W>(), 0}; }
    __attribute__((always_inline)) void take(const Row<W>& sum) {
        subtract_from<W>(local, sum);
        subtract_from<W>(local, sum);
    }
    __attribute__((always_inline)) void fold() {
        if (++taken % kPrefixBlock != 0) return;
        add_to<W>(base, local);
        local = zero<W>();
    }
    /// fold() for several entries at once; kPrefixBlock is a multiple of `entries`.
    __attribute__((always_inline)) void fold_after(std::uint32_t entries) {
        taken += entries - 1;
        fold();
    }
    /// |balance| summed over the vectors of a row, lanes kept: what edge() sums.
    __attribute__((always_inline)) typename Row<W>::F absolute_lanes() const {
        Row<W> r = base;
        add_to<W>(r, local);
        r = absolute<W>(r);
        typename Row<W>::F sum = r.v[0];
        for (int k = 1; k < Row<W>::kCount; ++k)
            sum += r.v[k];
        return sum;
    }
    __attribute__((always_inline)) float edge() const {
        Row<W> r = base;
        add_to<W>(r, local);
        return sum_absolute<W>(r);
    }
};

template <int W>
ThresholdScore best_threshold(const void* in, std::uint32_t bins, std::uint32_t pivot, const double* total) {
    const auto* hist = static_cast<const float*>(in);
    float best = 0, best_right = 0;
    std::uint32_t threshold = 0, threshold_right = 0;
    Balance<W> left = Balance<W>::start(total);
    for (std::uint32_t t = 1; t <= pivot; ++t) {
        left.take(load<W>(hist + std::size_t{t - 1} * W));
        const float edge = left.edge();
        if (edge > best) {
            best = edge;
            threshold = t;
        }
        left.fold();
    }
    Balance<W> right = Balance<W>::start(total);
    for (std::uint32_t t = bins - 1; t > pivot; --t) {
        right.take(load<W>(hist + std::size_t{t} * W));
        const float edge = right.edge();
        if (edge >= best_right) {
            best_right = edge;
            threshold_right = t;
        }
        right.fold();
    }
    if (best_right > best) return {best_right, threshold_right};
    return {best, threshold};
}

template <int W>
void add_edges(const void* in, std::uint32_t bins, std::uint32_t pivot, const double* total, double* edges) {
    const auto* hist = static_cast<const float*>(in);
    Balance<W> left = Balance<W>::start(total);
    for (std::uint32_t t = 1; t <= pivot; ++t) {
        left.take(load<W>(hist + std::size_t{t - 1} * W));
        edges[t] += static_cast<double>(left.edge());
        left.fold();
    }
    Balance<W> right = Balance<W>::start(total);
    for (std::uint32_t t = bins - 1; t > pivot; --t) {
        right.take(load<W>(hist + std::size_t{t} * W));
        edges[t] += static_cast<double>(right.edge());
        right.fold();
    }
}

/// The best threshold so far on one side of a sorted list.
struct SideBest {
    float edge = 0;
    std::uint32_t threshold = 0;
};

/// Entries of sixteen lanes at a time, for a side on which every entry is scored: lanes keep their own best,
/// without a branch. `Step` as in scan_side. Returns how many entries it took; the same sums in the same
/// order as one by one.
template <int W, int Step, class Row_, class Code>
REBOOST_INLINE std::size_t scan_sixteens(const float* w, std::size_t stride, const Row_* rows,
                                         const Code* codes, std::size_t begin, std::size_t count,
                                         Balance<W>& balance, SideBest& best) {
    F16 lane_edge = F16{};
    I16 lane_entry = I16{} - 1;
    const I16 lanes = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    std::size_t n = 0;
    for (; n + 16 < count; n += 16) {
        const std::size_t e = Step > 0 ? begin + n : begin - n;
        F16 sums[16];
        for (std::size_t k = 0; k < 16; ++k) {
            balance.take(load<W>(w + static_cast<std::size_t>(rows[Step > 0 ? e + k : e - k]) * stride));
            sums[k] = balance.absolute_lanes();
        }
        balance.fold_after(16);
        const F16 edges = sum_sixteen(sums);
        int ends[16];
        for (std::size_t k = 0; k < 16; ++k) {
            const std::size_t at = Step > 0 ? e + k : e - k;
            ends[k] = codes[at] != codes[Step > 0 ? at + 1 : at - 1] ? -1 : 0;
        }
        I16 bin_ends;
        __builtin_memcpy(&bin_ends, ends, sizeof bin_ends);
        const I16 better = bin_ends & (Step > 0 ? edges > lane_edge : edges >= lane_edge);
        lane_edge = better ? edges : lane_edge;
        lane_entry = better ? lanes + static_cast<int>(n) : lane_entry;
    }
    int entry = -1;
    for (int k = 0; k < 16; ++k) {
        if (lane_entry[k] < 0) continue;
        const bool tie_won = Step > 0 ? lane_entry[k] < entry : lane_entry[k] > entry;
        if (entry < 0 || lane_edge[k] > best.edge || (lane_edge[k] == best.edge && tie_won)) {
            best.edge = lane_edge[k];
            entry = lane_entry[k];
        }
    }
    if (entry >= 0) {
        const auto at = static_cast<std::size_t>(entry);
        best.threshold =
            static_cast<std::uint32_t>(codes[Step > 0 ? begin + at : begin - at]) + (Step > 0 ? 1U : 0U);
    }
    return n;
}

/// One side of a sorted list, from the end away from the pivot towards it. `Step` is +1 (codes ascending) or
/// −1. Where bins are nearly as many as rows every entry is scored, sixteen at once; else codes are asked
/// first.
template <int W, int Step, bool ScoreEach, class Row_, class Code>
REBOOST_INLINE ThresholdScore scan_side(const float* w, std::size_t stride, const Row_* rows,
                                        const Code* codes, std::size_t begin, std::size_t count,
                                        const double* total) {
    Balance<W> balance = Balance<W>::start(total);
    SideBest best;
    std::size_t n = 0;
    if constexpr (ScoreEach && Row<W>::kLanes == 16)
        n = scan_sixteens<W, Step>(w, stride, rows, codes, begin, count, balance, best);
    for (; n < count; ++n) {
        const std::size_t e = Step > 0 ? begin + n : begin - n;
        balance.take(load<W>(w + static_cast<std::size_t>(rows[e]) * stride));
        const bool bin_ends = n + 1 == count || codes[e] != codes[Step > 0 ? e + 1 : e - 1];
        if (!bin_ends) {
            balance.fold();
            continue;
        }
        const float edge = balance.edge();
        balance.fold();
        if (Step > 0 ? edge > best.edge : edge >= best.edge)
            best = {edge, static_cast<std::uint32_t>(codes[e]) + (Step > 0 ? 1U : 0U)};
    }
    return {best.edge, best.threshold};
}

template <int W, class Row_, class Code>
ThresholdScore scan_sorted(const float* w, std::size_t stride, SortedEntries<Row_, Code> list, std::uint32_t,
                           bool dense_bins, const double* total) {
    const std::size_t right_count = list.count - list.left;
    ThresholdScore left, right;
    if (dense_bins) {
        left = scan_side<W, 1, true>(w, stride, list.rows, list.codes, 0, list.left, total);
        right = scan_side<W, -1, true>(w, stride, list.rows, list.codes, list.count - 1, right_count, total);
    } else {
        left = scan_side<W, 1, false>(w, stride, list.rows, list.codes, 0, list.left, total);
        right = scan_side<W, -1, false>(w, stride, list.rows, list.codes, list.count - 1, right_count, total);
    }
    return right.edge > left.edge ? right : left;
}

/// Float blocks joined to double sums.
template <int W>
struct ClassSums {
    Row<W> block = zero<W>();
    double sums[W] = {};

    __attribute__((always_inline)) void flush() {
        float values[W];
        store<W>(values, block);
        for (int l = 0; l < W; ++l)
            sums[l] += static_cast<double>(values[l]);
        block = zero<W>();
    }
    __attribute__((always_inline)) void write(double* out) const {
        for (int l = 0; l < W; ++l)
            out[l] = sums[l];
    }
};

template <int W>
void signed_sums(const float* w, std::size_t stride, std::size_t rows, const std::uint16_t* cells,
                 const std::uint32_t* signs, double* out) {
    ClassSums<W> sums;
    for (std::size_t start = 0; start < rows; start += kFloatBlock) {
        const std::size_t end = start + kFloatBlock < rows ? start + kFloatBlock : rows;
        for (std::size_t i = start; i < end; ++i)
            add_to<W>(sums.block, flip<W>(load<W>(w + i * stride), signs + std::size_t{cells[i]} * stride));
        sums.flush();
    }
    sums.write(out);
}

template <int W>
void signed_copy(const float* w, std::size_t stride, std::size_t rows, const std::uint16_t* cells,
                 const std::uint32_t* signs, float* copy, double* out) {
    ClassSums<W> sums;
    for (std::size_t start = 0; start < rows; start += kFloatBlock) {
        const std::size_t end = start + kFloatBlock < rows ? start + kFloatBlock : rows;
        for (std::size_t i = start; i < end; ++i) {
            const Row<W> row = flip<W>(load<W>(w + i * stride), signs + std::size_t{cells[i]} * stride);
            store<W>(copy + i * stride, row);
            add_to<W>(sums.block, row);
        }
        sums.flush();
    }
    sums.write(out);
}

template <int W>
void row_sums(const float* w, std::size_t stride, const std::uint32_t* rows, std::size_t count, double* out) {
    ClassSums<W> sums;
    for (std::size_t start = 0; start < count; start += kFloatBlock) {
        const std::size_t end = start + kFloatBlock < count ? start + kFloatBlock : count;
        for (std::size_t e = start; e < end; ++e)
            add_to<W>(sums.block, load<W>(w + std::size_t{rows[e]} * stride));
        sums.flush();
    }
    sums.write(out);
}

/// The weights of rows [start, end) where none can fade.
template <int W>
REBOOST_INLINE void update_block(float* w, std::size_t stride, std::size_t start, std::size_t end,
                                 const std::uint16_t* cells, const std::uint32_t* signs,
                                 const WeightFactors& by, Row<W>& sums, Row<W>& mass) {
    using F = typename Row<W>::F;
    using I = typename Row<W>::I;
    const F agree = F{} + by.agree, disagree = F{} + by.disagree;
    for (std::size_t i = start; i < end; ++i) {
        Row<W> row = load<W>(w + i * stride);
        const Row<W> product = flip<W>(row, signs + std::size_t{cells[i]} * stride);
        for (int k = 0; k < Row<W>::kCount; ++k) {
            const I opposed = (I)product.v[k] < 0;
            row.v[k] *= opposed ? disagree : agree;
        }
        store<W>(w + i * stride, row);
        add_to<W>(sums, row);
        add_to<W>(mass, absolute<W>(row));
    }
}

/// A row's factors; its padding is what is 0 in the first row.
template <int W>
struct RowFactors {
    using F = typename Row<W>::F;
    using I = typename Row<W>::I;
    LaneFactors<F, I> v[Row<W>::kCount];

    RowFactors(const float* w, const WeightFactors& by) {
        const Row<W> first = load<W>(w);
        for (int k = 0; k < Row<W>::kCount; ++k)
            v[k] = lane_factors<F, I>(lanes_without((I)first.v[k], kMagnitudeBits), by);
    }
};

/// update_block with care.
template <Care C, int W>
REBOOST_INLINE void update_block_carefully(float* w, std::size_t stride, std::size_t start, std::size_t end,
                                           const std::uint16_t* cells, const std::uint32_t* signs,
                                           const RowFactors<W>& factors, Row<W>& sums, Row<W>& mass) {
    using I = typename Row<W>::I;
    for (std::size_t i = start; i < end; ++i) {
        Row<W> row = load<W>(w + i * stride);
        const Row<W> product = flip<W>(row, signs + std::size_t{cells[i]} * stride);
        for (int k = 0; k < Row<W>::kCount; ++k) {
            const Lanes<I> opposed = negative_lanes((I)product.v[k]);
            row.v[k] = careful_product<C>(row.v[k], opposed, factors.v[k]);
        }
        store<W>(w + i * stride, row);
        add_to<W>(sums, row);
        add_to<W>(mass, absolute<W>(row));
    }
}

/// How rows [start, end) stand when `spent` steps are spent.
template <int W>
BlockFading fading_of(const float* w, std::size_t stride, std::size_t start, std::size_t end,
                      std::int64_t spent) {
    using I = typename Row<W>::I;
    I steps = I{} + kMagnitudeBits;
    Lanes<I> some_faded{};
    for (std::size_t i = start; i < end; ++i) {
        const Row<W> row = absolute<W>(load<W>(w + i * stride));
        for (int k = 0; k < Row<W>::kCount; ++k) {
            const I magnitude = (I)row.v[k], now = steps_to_crossing(magnitude);
            steps = now < steps ? now : steps;
            some_faded = (Lanes<I>)(some_faded | negative_lanes((magnitude - kLeastNormal) & -magnitude));
        }
    }
    const int least = least_lane(steps);
    return {spent + least, spent + (least > kLookSteps ? least : kLookSteps), any_lane(some_faded)};
}

template <int W>
void update(float* w, std::size_t stride, std::size_t rows, const std::uint16_t* cells,
            const std::uint32_t* signs, const WeightFactors& by, FadingBlocks fading, double* out,
            double* masses) {
    static_assert(kFloatBlock == kFadingBlock);
    const RowFactors<W> factors(w, by);
    ClassSums<W> sums, mass;
    for (std::size_t start = 0; start < rows; start += kFloatBlock) {
        const std::size_t end = start + kFloatBlock < rows ? start + kFloatBlock : rows;
        BlockFading& block = fading.blocks[start / kFadingBlock];
        Row<W> block_sums = zero<W>(), block_mass = zero<W>();  // in registers
        if (fading.spent > block.limit) {
            if (fading.spent < kDeepSpent)
                update_block_carefully<Care::crossing>(w, stride, start, end, cells, signs, factors,
                                                       block_sums, block_mass);
            else
                update_block_carefully<Care::deep>(w, stride, start, end, cells, signs, factors, block_sums,
                                                   block_mass);
            if (fading.spent > block.look_after) block = fading_of<W>(w, stride, start, end, fading.spent);
        } else if (block.some_faded) {
            update_block_carefully<Care::faded>(w, stride, start, end, cells, signs, factors, block_sums,
                                                block_mass);
        } else {
            update_block<W>(w, stride, start, end, cells, signs, by, block_sums, block_mass);
        }
        sums.block = block_sums;
        mass.block = block_mass;
        sums.flush();
        mass.flush();
    }
    sums.write(out);
    mass.write(masses);
}

template <int W>
constexpr Kernels make_kernels() {
    return {W,
            histogram<W, std::uint8_t>,
            histogram<W, std::uint16_t>,
            histogram<W, std::uint32_t>,
            histogram8x4<W>,
            histogram_list<W>,
            histogram_rows<W, std::uint8_t>,
            histogram_rows<W, std::uint16_t>,
            histogram_rows<W, std::uint32_t>,
            histogram_rows8x4<W>,
            histogram_entries<W>,
            subtract<W>,
            add<W>,
            best_threshold<W>,
            add_edges<W>,
            scan_sorted<W, std::uint16_t, std::uint16_t>,
            scan_sorted<W, std::uint32_t, std::uint32_t>,
            signed_sums<W>,
            signed_copy<W>,
            row_sums<W>,
            update<W>};
}
