#include "bandits/options/index.hpp"
#include "bandits/parts/index_policy.hpp"

#include <cmath>

namespace reboost::bandits {
namespace {

/// The index does not depend on time: it changes with a pull only.
class Moss final : public IndexPolicy {
  public:
    explicit Moss(const MossOptions& options) : options_(options) {}

  private:
    void restart() override { current_.assign(arms(), kUntried); }
    void refresh(std::uint32_t arm) override {
        const double n = pulls_of(arm);
        const double log_share = std::log(horizon_or(options_.horizon) / (static_cast<double>(arms()) * n));
        current_[arm] = mean_of(arm) + std::sqrt(options_.exploration * std::max(0.0, log_share) / n);
    }
    void fill(std::span<double> index, std::size_t, Rng&) override {
        std::ranges::copy(current_, index.begin());
    }

    MossOptions options_;
    std::vector<double> current_;
};

}  // namespace

std::unique_ptr<Policy> make(const MossOptions& options) {
    return std::make_unique<Moss>(options);
}

}  // namespace reboost::bandits
