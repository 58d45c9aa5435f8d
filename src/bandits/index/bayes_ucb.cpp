#include "bandits/options/index.hpp"
#include "bandits/parts/index_policy.hpp"
#include "bandits/parts/tangents.hpp"

#include <algorithm>
#include <cmath>

#include <boost/math/distributions/beta.hpp>

namespace reboost::bandits {
namespace {

struct Beta {
    double a, b;
};

/// Without the detour by long double, several times as fast, and exact enough for an index.
using BetaDistribution = boost::math::beta_distribution<
    double, boost::math::policies::policy<boost::math::policies::promote_double<false>>>;

/// The quantile 1 − e^{−d}.
double upper_quantile(const Beta& beta, double d) {
    return boost::math::quantile(boost::math::complement(BetaDistribution(beta.a, beta.b), std::exp(-d)));
}

/// An upper bound of it: the smaller of the sub-Gaussian one, variance 1/(4(a+b+1)) (Marchal & Arbel 2017),
/// and Bernstein's (Skorski 2023, Theorem 1).
double upper_quantile_bound(const Beta& beta, double d) {
    const double sum = beta.a + beta.b, mean = beta.a / sum;
    const double gaussian = std::sqrt(d / (2 * (sum + 1)));
    const double variance = mean * (1 - mean) / (sum + 1);
    const double skew = std::max(0.0, 2 * (beta.b - beta.a) / (sum * (sum + 2))) * d / 3;
    const double bernstein = skew + std::sqrt(skew * skew + 2 * variance * d);
    return std::min(1.0, mean + std::min(gaussian, bernstein));
}

/// A quantile costs microseconds: it is computed only for arms that reach the k-th best index so far. As a
/// function of d it is concave, since a Beta density with a, b ≥ 1 has a log-concave tail.
class BayesUcb final : public IndexPolicy {
  public:
    explicit BayesUcb(const BayesUcbOptions& options) : options_(options) {}

  private:
    void restart() override { tangents_.reset(arms()); }
    void learn(std::uint32_t arm, double) override { tangents_.forget(arm); }
    void load_more(const Archive&) override { restart(); }

    void fill(std::span<double> index, std::size_t k, Rng&) override {
        const double log_horizon = std::max(1.0, std::log(horizon_or(options_.horizon)));
        const double d = std::log(static_cast<double>(time())) + options_.c * std::log(log_horizon);
        for (std::size_t arm = 0; arm < index.size(); ++arm)
            index[arm] = tried(arm) ? bound(arm, d) : kUntried;
        refine(
            index, k, [&](std::uint32_t arm, double q) { return reaches(arm, q, d); },
            [&](std::uint32_t arm) { return d > 0 ? upper_quantile(posterior(arm), d) : 0; });
    }

    /// The tangent, where there is one; it rounds by less than `refine` allows for.
    double bound(std::size_t arm, double d) const {
        const double tangent = tangents_.at(arm, d);
        return std::isinf(tangent) ? upper_quantile_bound(posterior(arm), d) : std::min(1.0, tangent);
    }

    /// Whether the quantile is at least q, up to rounding: a distribution function costs a fraction of a
    /// quantile.
    bool reaches(std::uint32_t arm, double q, double d) {
        constexpr double kRounding = 1e-9;
        if (q <= 0 || q >= 1) return true;
        const Beta beta = posterior(arm);
        const BetaDistribution distribution(beta.a, beta.b);
        const double tail = boost::math::cdf(boost::math::complement(distribution, q));
        const double density = boost::math::pdf(distribution, q);
        if (tail > 0 && density > 0)  // at q d is −ln tail, and dq/dd the tail over the density
            tangents_.set(arm, -std::log(tail), q, tail / density);
        else
            tangents_.forget(arm);
        return tail >= std::exp(-d) * (1 - kRounding);
    }

    Beta posterior(std::size_t arm) const {
        const double n = pulls_of(arm), successes = mean_of(arm) * n;
        return {1 + successes, 1 + std::max(0.0, n - successes)};
    }

    BayesUcbOptions options_;
    Tangents tangents_;  ///< of each arm since its last reward, where it was asked for
};

}  // namespace

std::unique_ptr<Policy> make(const BayesUcbOptions& options) {
    return std::make_unique<BayesUcb>(options);
}

}  // namespace reboost::bandits
