#include "bandits/parts/index_policy.hpp"

#include <algorithm>
#include <cmath>

#include <boost/math/distributions/beta.hpp>

namespace reboost::bandits {
namespace {

/// Computes in double instead of long double: several times as fast, and exact enough for an index.
using Beta = boost::math::beta_distribution<
    double, boost::math::policies::policy<boost::math::policies::promote_double<false>>>;

double upper_quantile(const Beta& beta, double tail) {
    return boost::math::quantile(boost::math::complement(beta, tail));
}

/// Bayes-UCB (Kaufmann, Cappé & Garivier 2012): the quantile 1 − 1/(t (ln T)^c)^e of the posterior Beta(1 +
/// S_j, 1 + T_j − S_j), e = 1.
///
/// An arm's quantile is concave and increasing in the depth −ln(tail), since a Beta density with a, b ≥ 1 has
/// a log-concave tail. A quantile is seldom computed: tangents near the best index mostly decide.
class BayesUcb final : public IndexPolicy {
    double exploration = 1, c = 0;
    void fields(Fields& field) override {
        field("exploration", exploration, {"e, the exponent of the tail 1/(t (ln T)^c)", 0, 20});
        field("c", c, {"c, the exponent of ln T; 0 in practice, 5 in the proof", 0, 20});
        field("horizon", horizon, kHorizonField);
    }
    bool needs_horizon() const override { return horizon == 0 && c > 0; }

    void restart() override {
        tangents_.reset(arms());
        level_ = 0;
    }
    void refresh(std::uint32_t arm) override {
        touch(arm, level_ > 0 ? level_ : upper_quantile(posterior(arm), std::min(0.5, std::exp(-depth()))));
    }

    void fill(std::span<double> index, std::size_t k, Rng&) override {
        const double d = depth();
        for (std::size_t arm = 0; arm < index.size(); ++arm)
            index[arm] = tangents_.at(arm, d);
        refine(
            index, k, [&](std::uint32_t arm, double q) { return reaches(arm, q, d); },
            [&](std::uint32_t arm) { return tangents_.at(arm, d); },
            [&](std::uint32_t arm) { return d > 0 ? upper_quantile(posterior(arm), std::exp(-d)) : 0; });
    }

    /// Returns −ln of the tail probability above the index.
    double depth() const {
        const double log_horizon = std::max(1.0, std::log(planned()));
        return exploration * (std::log(static_cast<double>(time())) + c * std::log(log_horizon));
    }

    /// Whether the quantile is at least q, up to rounding; tails are cheaper than quantiles. Moves the
    /// tangent to q.
    bool reaches(std::uint32_t arm, double q, double d) {
        constexpr double kSlack = 1e-10;
        if (q <= 0 || q >= 1) return true;
        level_ = q;
        return touch(arm, q) > 0 && tangents_.at(arm, d) >= q - kSlack;
    }

    /// Returns the tail P(X > q), q > 0, and moves the arm's tangent to q: the depth is −ln(tail), the slope
    /// of the quantile is tail/density.
    double touch(std::uint32_t arm, double q) {
        const Beta beta = posterior(arm);
        const double tail = boost::math::cdf(boost::math::complement(beta, q));
        const double density = boost::math::pdf(beta, q);
        if (tail > 0 && density > 0)
            tangents_.set(arm, -std::log(tail), q, tail / density);
        else
            tangents_.set(arm, 0, 1, 0);  // flat: 1 is the highest index
        return tail;
    }

    Beta posterior(std::size_t arm) const {
        const double n = pulls_of(arm), successes = mean_of(arm) * n;
        return Beta(1 + successes, 1 + std::max(0.0, n - successes));
    }

    Tangents tangents_;  ///< tangents of the arms pulled so far
    double level_ = 0;   ///< last q passed to `reaches`, near the best index; 0: none
};

}  // namespace

extern const PolicyEntry bayes_ucb =
    entry<BayesUcb>("bayes_ucb", "upper quantile of the posterior of each mean");

}  // namespace reboost::bandits
