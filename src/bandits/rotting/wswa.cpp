#include "bandits/options/rotting.hpp"
#include "bandits/parts/index_policy.hpp"
#include "core/error.hpp"

#include <algorithm>
#include <cmath>

namespace reboost::bandits {
namespace {

constexpr double kMostPlaces = 0x1.0p28;  ///< of all rings: 2 GiB

/// w = ⌈α (4σ)^{2/3} M^{−2/3} T^{2/3} ln^{1/3}(√2 T)⌉ (Levine et al. 2017, SWA; the wrapper doubles T and
/// starts again); 0 where no memory holds such rings.
std::size_t window_of(const WswaOptions& options, std::size_t arms, double horizon) {
    const double scale = std::cbrt(std::pow(4 * options.sigma * horizon / static_cast<double>(arms), 2) *
                                   std::log(std::sqrt(2.0) * horizon));
    const double window = std::max(1.0, std::ceil(options.alpha * scale));
    return window * static_cast<double>(arms) > kMostPlaces ? 0 : static_cast<std::size_t>(window);
}

/// An arm's last w rewards lie in a ring; until it is full the arm's index is above all means, the fewest
/// pulls first.
class Wswa final : public IndexPolicy {
  public:
    explicit Wswa(const WswaOptions& options) : options_(options) {}

  private:
    void restart() override {
        epoch_ = horizon_or(options_.horizon);
        epoch_end_ = epoch_;
        start_epoch();
    }
    void start_epoch() {
        window_ = window_of(options_, arms(), epoch_);
        if (window_ == 0)
            throw UsageError(
                "policy 'wswa': windows of that many rewards take too much memory: lower alpha, "
                "sigma or horizon");
        counts_.assign(arms(), 0);
        sums_.assign(arms(), 0);
        rings_.assign(arms() * window_, 0);
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

    void save_more(Archive& archive) const override {
        archive.put("epoch", std::vector<double>{epoch_, epoch_end_});
        archive.put("ring_counts", counts_);
        archive.put("ring_sums", sums_);
        archive.put("rings", rings_);
    }
    void load_more(const Archive& archive) override {
        const auto epoch = load_sized<double>(archive, "epoch", 2);
        epoch_ = epoch[0];
        epoch_end_ = epoch[1];
        if (!(epoch_ > 0 && epoch_ <= 1e15)) throw DataError("a saved epoch has no length");
        window_ = window_of(options_, arms(), epoch_);
        if (window_ == 0) throw DataError("a saved epoch is too long");
        counts_ = load_sized<std::uint64_t>(archive, "ring_counts", arms());
        sums_ = load_sized<double>(archive, "ring_sums", arms());
        rings_ = load_sized<double>(archive, "rings", arms() * window_);
    }

    WswaOptions options_;
    double epoch_ = 1, epoch_end_ = 1;  ///< T of this epoch; the decision with which it ends
    std::size_t window_ = 1;
    std::vector<std::uint64_t> counts_;  ///< pulls in this epoch
    std::vector<double> sums_, rings_;   ///< rewards in the ring: their sum, and `window_` places per arm
};

}  // namespace

std::unique_ptr<Policy> make(const WswaOptions& options) {
    return std::make_unique<Wswa>(options);
}

}  // namespace reboost::bandits
