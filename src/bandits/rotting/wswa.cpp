#include "bandits/parts/index_policy.hpp"
#include "core/error.hpp"

#include <algorithm>
#include <cmath>

namespace reboost::bandits {
namespace {

constexpr double kMostPlaces = 0x1.0p28;  ///< most rewards in all rings: 2 GiB

/// wSWA (Levine, Crammer & Mannor 2017): pulls every arm w times, then the arm with the best mean of its last
/// w rewards; starts again with a doubled horizon at the end of the horizon. A ring holds an arm's last w
/// rewards; until it is full the arm's index is above all means, higher for fewer pulls.
class Wswa final : public IndexPolicy {
    double alpha = 0.2, sigma = 0.5;
    void fields(Fields& field) override {
        field("alpha", alpha, {"α, the factor of the window w", 0, 1e6});
        field("sigma", sigma, {"σ, the rewards are subgaussian with it", 0, 1e6});
        field("horizon", horizon,
              {"T of the first epoch; 0: the number of decisions planned; 1: the paper's doubling from "
               "the start",
               0, 1e15});
    }
    bool needs_horizon() const override { return horizon == 0; }

    void restart() override {
        epoch_ = planned();
        epoch_end_ = epoch_;
        start_epoch();
    }
    void start_epoch() {
        window_ = window_of_epoch();
        if (window_ == 0)
            throw UsageError(
                "policy 'wswa': windows of that many rewards take too much memory: lower alpha, "
                "sigma or horizon");
        counts_.assign(arms(), 0);
        sums_.assign(arms(), 0);
        rings_.assign(arms() * window_, 0);
    }
    /// Returns w = ⌈α (4σ)^{2/3} M^{−2/3} T^{2/3} ln^{1/3}(√2 T)⌉ (SWA), T of this epoch; 0: too long.
    std::size_t window_of_epoch() const {
        const auto m = static_cast<double>(arms());
        const double scale =
            std::cbrt(std::pow(4 * sigma * epoch_ / m, 2) * std::log(std::sqrt(2.0) * epoch_));
        const double window = std::max(1.0, std::ceil(alpha * scale));
        return window * m > kMostPlaces ? 0 : static_cast<std::size_t>(window);
    }

    void learn(std::uint32_t arm, double reward) override {
        double& place = rings_[arm * window_ + counts_[arm]++ % window_];
        sums_[arm] += reward - place;
        place = reward;
    }
    void close() override {
        if (static_cast<double>(decisions() + 1) < epoch_end_) return;
        epoch_ *= 2;
        epoch_end_ += epoch_;
        start_epoch();
    }

    void fill(std::span<double> index, std::size_t, Rng&) override {
        constexpr double kAboveMeans = 1e15;
        const auto window = static_cast<double>(window_);
        for (std::size_t arm = 0; arm < index.size(); ++arm)
            index[arm] = counts_[arm] < window_ ? kAboveMeans - static_cast<double>(counts_[arm])
                                                : sums_[arm] / window;
    }

    void keep(StateIO& io) override {
        io("epoch", epoch_)("epoch_end", epoch_end_);
        io("ring_counts", counts_)("ring_sums", sums_).any_size("rings", rings_);
        if (!io.loading()) return;
        if (!(epoch_ > 0 && epoch_ <= 1e15)) throw DataError("a saved epoch has no length");
        window_ = window_of_epoch();
        if (window_ == 0) throw DataError("a saved epoch is too long");
        if (rings_.size() != arms() * window_)
            throw DataError("saved rings are not as long as their epoch's");
    }

    double epoch_ = 1, epoch_end_ = 1;  ///< T of this epoch; number of decisions at its end
    std::size_t window_ = 1;
    std::vector<std::uint64_t> counts_;  ///< pulls in this epoch
    std::vector<double> sums_, rings_;   ///< sum of each ring; `window_` rewards per arm
};

}  // namespace

extern const PolicyEntry wswa =
    entry<Wswa>("wswa", "rotting rewards: best mean of the last w pulls, w fixed by the horizon");

}  // namespace reboost::bandits
