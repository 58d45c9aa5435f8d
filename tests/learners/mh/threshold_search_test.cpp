/// The threshold search skips blocks that cannot hold the best edge: here it is held, bit for bit, against a
/// walk that scores every entry.
#include "core/matrix.hpp"
#include "core/rng.hpp"
#include "learners/mh/kernels/kernel_table.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::learners;
using namespace reboost::simd;

namespace {

/// Classes total − 2·taken in the kernels' shape: floats, folded every 64 entries.
class PlainBalance {
  public:
    explicit PlainBalance(const std::vector<double>& total)
        : base_(total.begin(), total.end()), local_(total.size()) {}

    float take(const float* weights) {
        for (std::size_t l = 0; l < local_.size(); ++l)
            local_[l] = local_[l] - weights[l] - weights[l];
        const float reached = edge();
        if (++taken_ % 64 == 0)
            for (std::size_t l = 0; l < local_.size(); ++l)
                base_[l] += std::exchange(local_[l], 0.0F);
        return reached;
    }

  private:
    float edge() const {
        std::vector<float> lanes(std::min<std::size_t>(16, local_.size()), 0.0F);
        for (std::size_t l = 0; l < local_.size(); ++l) {
            const float value = std::abs(base_[l] + local_[l]);
            lanes[l % 16] = l < 16 ? value : lanes[l % 16] + value;
        }
        for (std::size_t half = lanes.size() / 2; half > 0; half /= 2)
            for (std::size_t l = 0; l < half; ++l)
                lanes[l] += lanes[l + half];
        return lanes[0];
    }

    std::vector<float> base_, local_;
    std::size_t taken_ = 0;
};

/// One step of a walk from a column's end towards its pivot.
struct Entry {
    const float* weights;
    std::uint32_t code;
    bool bin_ends;
};

/// The best threshold of two such walks, every entry scored. Equal edges: the lowest threshold.
ThresholdScore plain_threshold_search(const std::vector<Entry>& ascending,
                                      const std::vector<Entry>& descending,
                                      const std::vector<double>& totals) {
    ThresholdScore below, above;
    PlainBalance balance(totals);
    for (const Entry& entry : ascending) {
        const auto edge = static_cast<double>(balance.take(entry.weights));
        if (entry.bin_ends && edge > below.edge) below = {edge, entry.code + 1};
    }
    balance = PlainBalance(totals);
    for (const Entry& entry : descending) {
        const auto edge = static_cast<double>(balance.take(entry.weights));
        if (entry.bin_ends && edge >= above.edge) above = {edge, entry.code};
    }
    return above.edge > below.edge ? above : below;
}

std::vector<Isa> usable_sets() {
    std::vector<Isa> sets;
    for (const Isa isa : {Isa::portable, Isa::avx2, Isa::avx512})
        if (isa <= best_isa()) sets.push_back(isa);
    return sets;
}

/// A column of codes beside weights of `width` classes.
struct Column {
    std::size_t width;
    std::uint32_t bins, pivot;
    std::vector<std::uint32_t> codes;  ///< one per row
    std::vector<std::uint32_t> sorted;
    std::size_t left = 0;
    AlignedVector<float> weights, hist;
    std::vector<double> totals;

    /// With `informative` labels follow the codes, so that the edge climbs to a clear peak. `spread`: how
    /// unequal the weights are.
    Column(std::size_t w, std::size_t rows, std::uint32_t bin_count, bool informative, double spread)
        : width(w),
          bins(bin_count),
          pivot(bin_count / 3),
          codes(rows),
          weights(rows * w),
          hist(bin_count * w, 0.0F),
          totals(w, 0.0) {
        Rng rng(rows + bins, "threshold search");
        for (std::size_t i = 0; i < rows; ++i) {
            codes[i] = static_cast<std::uint32_t>(rng.below(bins));
            const double size = std::exp(spread * rng.normal()) / static_cast<double>(rows * w);
            for (std::size_t l = 0; l < w; ++l) {
                const bool positive = informative ? (codes[i] > bins / 2) == (l % 2 == 0) : rng.below(w) == l;
                const double flipped = rng.uniform() < 0.3 ? -1 : 1;
                weights[i * w + l] = static_cast<float>(size * (positive ? flipped : -flipped));
                hist[codes[i] * w + l] += weights[i * w + l];
                totals[l] += static_cast<double>(weights[i * w + l]);
            }
            if (codes[i] != pivot) sorted.push_back(static_cast<std::uint32_t>(i));
        }
        std::ranges::stable_sort(sorted, {}, [&](std::uint32_t i) { return codes[i]; });
        left = static_cast<std::size_t>(
            std::ranges::count_if(sorted, [&](std::uint32_t i) { return codes[i] < pivot; }));
    }

    ThresholdScore plain_rows() const {
        const auto entry = [&](std::size_t e, bool ends) {
            return Entry{&weights[sorted[e] * width], codes[sorted[e]], ends};
        };
        std::vector<Entry> ascending, descending;
        for (std::size_t e = 0; e < left; ++e)
            ascending.push_back(entry(e, e + 1 == left || codes[sorted[e]] != codes[sorted[e + 1]]));
        for (std::size_t e = sorted.size(); e-- > left;)
            descending.push_back(entry(e, e == left || codes[sorted[e]] != codes[sorted[e - 1]]));
        return plain_threshold_search(ascending, descending, totals);
    }

    ThresholdScore plain_bins() const {
        std::vector<Entry> ascending, descending;
        for (std::uint32_t bin = 0; bin < pivot; ++bin)
            ascending.push_back({&hist[bin * width], bin, true});
        for (std::uint32_t bin = bins; --bin > pivot;)
            descending.push_back({&hist[bin * width], bin, true});
        return plain_threshold_search(ascending, descending, totals);
    }

    ThresholdScore search_rows(float floor, Isa isa) const {
        return kernels_for(width, isa)
            .scan_sorted(weights.data(), width, {{sorted.data(), 4}, {codes.data(), 4}, left, sorted.size()},
                         totals.data(), floor);
    }

    ThresholdScore search_bins(float floor, Isa isa) const {
        return kernels_for(width, isa).best_threshold(hist.data(), bins, pivot, totals.data(), floor);
    }
};

void check_equal_thresholds(const ThresholdScore& found, const ThresholdScore& plain) {
    CHECK(found.edge == plain.edge);
    CHECK(found.threshold == plain.threshold);
}

}  // namespace

TEST_CASE("The search of a column finds what scoring every entry finds", "[learners][kernels]") {
    for (const Isa isa : usable_sets())
        for (const std::size_t width : {4, 8, 16, 32, 48, 64})
            for (const std::size_t rows : {3, 17, 64, 65, 127, 700, 9000})
                for (const bool informative : {false, true})
                    for (const double spread : {0.0, 4.0})
                        for (const auto bins :
                             {std::uint32_t{3}, std::uint32_t{200}, static_cast<std::uint32_t>(rows)}) {
                            const Column column(width, rows, bins, informative, spread);
                            INFO("instruction set " << static_cast<int>(isa) << ", width " << width
                                                    << ", rows " << rows << ", bins " << bins
                                                    << ", informative " << informative << ", spread "
                                                    << spread);
                            check_equal_thresholds(column.search_rows(0, isa), column.plain_rows());
                            check_equal_thresholds(column.search_bins(0, isa), column.plain_bins());
                        }
}

TEST_CASE("An edge at the floor is found, below it never more than there is", "[learners][kernels]") {
    for (const Isa isa : usable_sets())
        for (const std::size_t width : {4, 16, 32}) {
            const Column column(width, 5000, 3000, true, 2.0);
            const ThresholdScore rows = column.plain_rows(), bins = column.plain_bins();
            check_equal_thresholds(column.search_rows(static_cast<float>(rows.edge), isa), rows);
            check_equal_thresholds(column.search_bins(static_cast<float>(bins.edge), isa), bins);
            CHECK(column.search_rows(2 * static_cast<float>(rows.edge), isa).edge <= rows.edge);
            CHECK(column.search_bins(2 * static_cast<float>(bins.edge), isa).edge <= bins.edge);
        }
}
