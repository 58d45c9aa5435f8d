#include "bandits/options/changing.hpp"
#include "bandits/parts/forgetting_defaults.hpp"
#include "bandits/parts/index_policy.hpp"

#include <numeric>

namespace reboost::bandits {
namespace {

class DUcb final : public IndexPolicy {
  public:
    explicit DUcb(const DUcbOptions& options) : options_(options) {}

  private:
    void restart() override {
        discount_ = options_.discount > 0 ? std::max(options_.discount, kLeastDiscount)
                                          : default_discount(horizon_or(options_.horizon), arms());
        counts_.assign(arms(), 0);
        sums_.assign(arms(), 0);
        fresh_ = 1 / discount_;
    }

    void learn(std::uint32_t arm, double reward) override {
        counts_[arm] += fresh_;
        sums_[arm] += fresh_ * reward;
    }
    void close() override {
        for (double& count : counts_)
            count *= discount_;
        for (double& sum : sums_)
            sum *= discount_;
    }

    void fill(std::span<double> index, std::size_t, Rng&) override {
        const double all = std::accumulate(counts_.begin(), counts_.end(), 0.0);
        const double bonus = options_.xi * std::max(0.0, std::log(all));
        for (std::size_t arm = 0; arm < index.size(); ++arm) {
            const double n = std::max(counts_[arm], kGone);  // computed for all arms alike: vectorised
            const double bound = sums_[arm] / n + 2 * std::sqrt(bonus / n);
            index[arm] = counts_[arm] > kGone ? bound : kUntried;
        }
    }

    void save_more(Archive& archive) const override {
        archive.put("discounted_pulls", counts_);
        archive.put("discounted_rewards", sums_);
    }
    void load_more(const Archive& archive) override {
        counts_ = load_sized<double>(archive, "discounted_pulls", arms());
        sums_ = load_sized<double>(archive, "discounted_rewards", arms());
    }

    /// So that `fresh_` is finite; below it no decision but the last weighs anything.
    static constexpr double kLeastDiscount = 1e-100;
    static constexpr double kGone = 1e-290;  ///< below it an arm counts as never pulled
    DUcbOptions options_;
    double discount_ = 1;
    double fresh_ = 1;  ///< the weight of a new reward, which is 1 once its decision is closed
    std::vector<double> counts_, sums_;
};

}  // namespace

std::unique_ptr<Policy> make(const DUcbOptions& options) {
    return std::make_unique<DUcb>(options);
}

}  // namespace reboost::bandits
