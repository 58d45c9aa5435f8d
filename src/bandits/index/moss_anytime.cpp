#include "bandits/options/index.hpp"
#include "bandits/parts/index_policy.hpp"

#include <cmath>

namespace reboost::bandits {
namespace {

class MossAnytime final : public IndexPolicy {
  public:
    explicit MossAnytime(const MossAnytimeOptions& options) : options_(options) {}

  private:
    void restart() override {
        means_.assign(arms(), kUntried);
        counts_.assign(arms(), 1);
        log_pulls_.assign(arms(), 0);
    }
    void refresh(std::uint32_t arm) override {
        means_[arm] = mean_of(arm);
        counts_[arm] = pulls_of(arm);
        log_pulls_[arm] = std::log(static_cast<double>(arms()) * pulls_of(arm));
    }

    void fill(std::span<double> index, std::size_t, Rng&) override {
        const double log_time = std::log(static_cast<double>(time()));
        const double factor = options_.exploration * (1 + options_.alpha) / 2;
        for (std::size_t arm = 0; arm < index.size(); ++arm)
            index[arm] =
                means_[arm] + std::sqrt(factor * std::max(0.0, log_time - log_pulls_[arm]) / counts_[arm]);
    }

    MossAnytimeOptions options_;
    std::vector<double> means_, counts_;  ///< an arm never pulled: +∞, 1
    std::vector<double> log_pulls_;       ///< ln(M T_j)
};

}  // namespace

std::unique_ptr<Policy> make(const MossAnytimeOptions& options) {
    return std::make_unique<MossAnytime>(options);
}

}  // namespace reboost::bandits
