// No include guard on purpose: wide_kernels.cpp includes it once an instruction set, each time inside a
// namespace of that set's own. Only built-in types below.

typedef float Wide __attribute__((vector_size(64), aligned(4), may_alias));

/// Sum over `count` floats (a multiple of 128), eight chains side by side so that the adder's latency is
/// hidden.
float read_all(const float* values, std::size_t count) {
    const auto* wide = reinterpret_cast<const Wide*>(values);
    Wide sums[8] = {};
    for (std::size_t i = 0; i < count / 16; i += 8)
        for (std::size_t j = 0; j < 8; ++j)
            sums[j] += wide[i + j];
    Wide sum = sums[0];
    for (std::size_t j = 1; j < 8; ++j)
        sum += sums[j];
    float total = 0;
    for (int lane = 0; lane < 16; ++lane)
        total += sum[lane];
    return total;
}

/// Each of `count` floats (a multiple of 64) times `factor`, in place.
void read_and_write_all(float* values, std::size_t count, float factor) {
    auto* wide = reinterpret_cast<Wide*>(values);
    for (std::size_t i = 0; i < count / 16; i += 4)
        for (std::size_t j = 0; j < 4; ++j)
            wide[i + j] *= factor;
}

/// hist[codes[e]] += w[rows[e]], rows of 16 floats: one register per bin; one load, add and store per stored
/// value.
void list_histogram(const float* w, const std::uint16_t* rows, const std::uint8_t* codes, std::size_t count,
                    float* hist) {
    const auto* weights = reinterpret_cast<const Wide*>(w);
    auto* bins = reinterpret_cast<Wide*>(hist);
    for (std::size_t e = 0; e < count; ++e)
        bins[codes[e]] += weights[rows[e]];
}

/// The weights of a list summed into registers: what the list costs without a histogram.
float list_sum(const float* w, const std::uint16_t* rows, std::size_t count) {
    const auto* weights = reinterpret_cast<const Wide*>(w);
    Wide sums[4] = {};
    std::size_t e = 0;
    for (; e + 4 <= count; e += 4)
        for (std::size_t j = 0; j < 4; ++j)
            sums[j] += weights[rows[e + j]];
    for (; e < count; ++e)
        sums[0] += weights[rows[e]];
    const Wide sum = sums[0] + sums[1] + sums[2] + sums[3];
    float total = 0;
    for (int lane = 0; lane < 16; ++lane)
        total += sum[lane];
    return total;
}

/// The largest Σ_l |total_l − 2·left_l| over the thresholds of one histogram whose bin 0 (the skipped one) is
/// the rest: sums from the right.
float best_edge(const float* hist, std::size_t bins, const float* totals) {
    const auto* wide = reinterpret_cast<const Wide*>(hist);
    const Wide total = *reinterpret_cast<const Wide*>(totals);
    Wide right = {};
    float best = 0;
    for (std::size_t t = bins - 1; t > 0; --t) {
        right += wide[t];
        Wide balance = right + right - total;
        balance = balance < 0 ? -balance : balance;
        float edge = 0;
        for (int lane = 0; lane < 16; ++lane)
            edge += balance[lane];
        best = edge > best ? edge : best;
    }
    return best;
}

const WideKernels kTable = {read_all, read_and_write_all, list_histogram, list_sum, best_edge};
