#include "bandits/options/index.hpp"
#include "bandits/parts/index_policy.hpp"

#include <cmath>

namespace reboost::bandits {
namespace {

class Ucb1Tuned final : public IndexPolicy {
    void restart() override { squares_.assign(arms(), 0); }
    void learn(std::uint32_t arm, double reward) override { squares_[arm] += reward * reward; }

    void fill(std::span<double> index, std::size_t, Rng&) override {
        const double log_time = std::log(static_cast<double>(time()));
        for (std::size_t arm = 0; arm < index.size(); ++arm) {
            if (!tried(arm)) {
                index[arm] = kUntried;
                continue;
            }
            const double n = pulls_of(arm), mean = mean_of(arm);
            const double variance = std::max(0.0, squares_[arm] / n - mean * mean);
            const double bound = variance + std::sqrt(2 * log_time / n);
            index[arm] = mean + std::sqrt(log_time / n * std::min(0.25, bound));
        }
    }

    void save_more(Archive& archive) const override { archive.put("squares", squares_); }
    void load_more(const Archive& archive) override {
        squares_ = load_sized<double>(archive, "squares", arms());
    }

    std::vector<double> squares_;  ///< Σ r²
};

}  // namespace

std::unique_ptr<Policy> make(const Ucb1TunedOptions&) {
    return std::make_unique<Ucb1Tuned>();
}

}  // namespace reboost::bandits
