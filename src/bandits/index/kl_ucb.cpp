#include "bandits/options/index.hpp"
#include "bandits/parts/bernoulli_kl.hpp"
#include "bandits/parts/index_policy.hpp"
#include "bandits/parts/tangents.hpp"

#include <cmath>

namespace reboost::bandits {
namespace {

/// An arm's index grows with the level, a concave function of it. Newton's method runs only for arms whose
/// tangent reaches the k-th best index so far, and that reach it themselves, which is seen without a
/// logarithm per arm.
class KlUcb final : public IndexPolicy {
  public:
    explicit KlUcb(const KlUcbOptions& options) : options_(options) {}

  private:
    void restart() override {
        entropy_.assign(arms(), 0);
        tangents_.reset(arms());
    }
    void refresh(std::uint32_t arm) override {
        entropy_[arm] = negative_entropy(mean_of(arm));
        exact(arm, level());
    }

    void fill(std::span<double> index, std::size_t k, Rng&) override {
        const double now = level();
        for (std::size_t arm = 0; arm < index.size(); ++arm)
            index[arm] = tangents_.at(arm, now);
        KlThreshold limit;
        refine(
            index, k,
            [&](std::uint32_t arm, double q) {
                return limit.reached(q, mean_of(arm), entropy_[arm], now / pulls_of(arm));
            },
            [&](std::uint32_t arm) { return exact(arm, now); });
    }

    /// What an arm's pulls times the divergence may reach: ln t + c ln ln t.
    double level() const {
        const double log_time = std::log(static_cast<double>(time()));
        return log_time + (log_time > 1 ? options_.c * std::log(log_time) : 0);
    }

    /// The index, of which the arm's tangent is kept: there dq/dd = q (1−q) / (q − r̄), d the divergence.
    double exact(std::uint32_t arm, double now) {
        const double mean = mean_of(arm), pulls = pulls_of(arm), q = kl_upper(mean, now / pulls);
        if (q > mean)
            tangents_.set(arm, now, q, q * (1 - q) / ((q - mean) * pulls));
        else
            tangents_.set(arm, now, 1, 0);  // vertical there: 1 is the highest index
        return q;
    }

    KlUcbOptions options_;
    std::vector<double> entropy_;  ///< r̄ ln r̄ + (1−r̄) ln(1−r̄)
    Tangents tangents_;
};

}  // namespace

std::unique_ptr<Policy> make(const KlUcbOptions& options) {
    return std::make_unique<KlUcb>(options);
}

}  // namespace reboost::bandits
