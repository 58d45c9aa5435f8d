#include "bandits/options/index.hpp"
#include "bandits/parts/index_policy.hpp"

#include <cmath>

namespace reboost::bandits {
namespace {

class MossAnytime final : public IndexPolicy {
  public:
    explicit MossAnytime(const MossAnytimeOptions& options) : options_(options) {}

  private:
    void restart() override { log_pulls_.assign(arms(), 0); }
    void refresh(std::uint32_t arm) override {
        log_pulls_[arm] = std::log(static_cast<double>(arms()) * pulls_of(arm));
    }
    void fill(std::span<double> index, std::size_t, Rng&) override {
        const double log_time = std::log(static_cast<double>(time()));
        const double factor = (1 + options_.alpha) / 2;
        for (std::size_t arm = 0; arm < index.size(); ++arm)
            index[arm] =
                tried(arm) ? mean_of(arm) +
                                 std::sqrt(factor * std::max(0.0, log_time - log_pulls_[arm]) / pulls_of(arm))
                           : kUntried;
    }

    MossAnytimeOptions options_;
    std::vector<double> log_pulls_;  ///< ln(M T_j)
};

}  // namespace

std::unique_ptr<Policy> make(const MossAnytimeOptions& options) {
    return std::make_unique<MossAnytime>(options);
}

}  // namespace reboost::bandits
