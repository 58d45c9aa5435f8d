/// The threshold search skips blocks that cannot hold the best edge: here it is held, bit for bit, against a
/// walk that scores every entry.
#include "core/matrix.hpp"
#include "core/rng.hpp"
#include "learners/kernels/kernel_table.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::learners;

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

/// A column of `rows` rows, sorted, beside weights of `width` classes.
struct Column {
    std::size_t width;
    std::vector<std::uint32_t> codes;  ///< a row each
    std::vector<std::uint16_t> sorted;
    std::size_t left = 0;
    AlignedVector<float> weights;
    std::vector<double> totals;

    /// `bins` codes; with `informative` labels follow the codes, so that the edge climbs to a clear peak.
    /// `spread`: how unequal the weights are.
    Column(std::size_t w, std::size_t rows, std::uint32_t bins, bool informative, double spread)
        : width(w), codes(rows), weights(rows * w), totals(w, 0.0) {
        Rng rng(rows + bins, "threshold search");
        const std::uint32_t pivot = bins / 3;
        for (std::size_t i = 0; i < rows; ++i) {
            codes[i] = static_cast<std::uint32_t>(rng.below(bins));
            const double size = std::exp(spread * rng.normal()) / static_cast<double>(rows * w);
            for (std::size_t l = 0; l < w; ++l) {
                const bool positive = informative ? (codes[i] > bins / 2) == (l % 2 == 0) : rng.below(w) == l;
                const double flipped = rng.uniform() < 0.3 ? -1 : 1;
                weights[i * w + l] = static_cast<float>(size * (positive ? flipped : -flipped));
                totals[l] += static_cast<double>(weights[i * w + l]);
            }
            if (codes[i] != pivot) sorted.push_back(static_cast<std::uint16_t>(i));
        }
        std::ranges::stable_sort(sorted, {}, [&](std::uint16_t i) { return codes[i]; });
        left = static_cast<std::size_t>(
            std::ranges::count_if(sorted, [&](std::uint16_t i) { return codes[i] < pivot; }));
    }

    ThresholdScore plain() const {
        ThresholdScore below, above;
        PlainBalance balance(totals);
        for (std::size_t e = 0; e < left; ++e) {
            const auto edge = static_cast<double>(balance.take(&weights[sorted[e] * width]));
            const bool ends = e + 1 == left || codes[sorted[e]] != codes[sorted[e + 1]];
            if (ends && edge > below.edge) below = {edge, codes[sorted[e]] + 1};
        }
        balance = PlainBalance(totals);
        for (std::size_t e = sorted.size(); e > left; --e) {
            const auto edge = static_cast<double>(balance.take(&weights[sorted[e - 1] * width]));
            const bool ends = e - 1 == left || codes[sorted[e - 1]] != codes[sorted[e - 2]];
            if (ends && edge >= above.edge) above = {edge, codes[sorted[e - 1]]};
        }
        return above.edge > below.edge ? above : below;
    }

    ThresholdScore searched(float floor) const {
        const Kernels& kernels = kernels_for(width, best_isa());
        return kernels.scan_sorted16(weights.data(), width,
                                     {sorted.data(), {codes.data(), 4}, left, sorted.size()}, totals.data(),
                                     floor);
    }
};

}  // namespace

TEST_CASE("The search of a sorted column finds what scoring every entry finds", "[learners][kernels]") {
    for (const std::size_t width : {4, 8, 16, 32, 48, 64})
        for (const std::size_t rows : {3, 17, 64, 65, 127, 700, 9000})
            for (const bool informative : {false, true})
                for (const double spread : {0.0, 4.0})
                    for (const auto bins :
                         {std::uint32_t{3}, std::uint32_t{200}, static_cast<std::uint32_t>(rows)}) {
                        const Column column(width, rows, bins, informative, spread);
                        const ThresholdScore plain = column.plain(), found = column.searched(0);
                        INFO("width " << width << ", rows " << rows << ", bins " << bins << ", informative "
                                      << informative << ", spread " << spread);
                        CHECK(found.edge == plain.edge);
                        CHECK(found.threshold == plain.threshold);
                    }
}

TEST_CASE("An edge at the floor is found, below it never more than there is", "[learners][kernels]") {
    for (const std::size_t width : {4, 16, 32}) {
        const Column column(width, 5000, 3000, true, 2.0);
        const ThresholdScore plain = column.plain();
        const auto best = static_cast<float>(plain.edge);
        const ThresholdScore at_floor = column.searched(best);
        CHECK(at_floor.edge == plain.edge);
        CHECK(at_floor.threshold == plain.threshold);
        CHECK(column.searched(2 * best).edge <= plain.edge);
    }
}
