#include "bandits/options/index.hpp"
#include "bandits/parts/index_policy.hpp"

#include <cmath>

namespace reboost::bandits {
namespace {

class Ucb1Tuned final : public IndexPolicy {
  public:
    explicit Ucb1Tuned(const Ucb1TunedOptions& options) : options_(options) {}

  private:
    void restart() override {
        squares_.assign(arms(), 0);
        means_.assign(arms(), kUntried);
        counts_.assign(arms(), 1);
        variances_.assign(arms(), 0);
    }
    void learn(std::uint32_t arm, double reward) override { squares_[arm] += reward * reward; }
    void refresh(std::uint32_t arm) override {
        means_[arm] = mean_of(arm);
        counts_[arm] = pulls_of(arm);
        variances_[arm] = std::max(0.0, squares_[arm] / counts_[arm] - means_[arm] * means_[arm]);
    }

    void fill(std::span<double> index, std::size_t, Rng&) override {
        const double log_time = options_.exploration * std::log(static_cast<double>(time()));
        for (std::size_t arm = 0; arm < index.size(); ++arm) {
            const double n = counts_[arm], bound = variances_[arm] + std::sqrt(2 * log_time / n);
            index[arm] = means_[arm] + std::sqrt(log_time / n * std::min(0.25, bound));
        }
    }

    void save_more(Archive& archive) const override { archive.put("squares", squares_); }
    void load_more(const Archive& archive) override {
        restart();
        squares_ = load_sized<double>(archive, "squares", arms());
    }

    Ucb1TunedOptions options_;
    std::vector<double> squares_;                     ///< Σ r²
    std::vector<double> means_, counts_, variances_;  ///< an arm never pulled: +∞, 1, 0
};

}  // namespace

std::unique_ptr<Policy> make(const Ucb1TunedOptions& options) {
    return std::make_unique<Ucb1Tuned>(options);
}

}  // namespace reboost::bandits
