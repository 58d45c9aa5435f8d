#include "bandits/parts/index_policy.hpp"
#include "bandits/recovering/recovery_curve.hpp"

#include <cmath>

namespace reboost::bandits {
namespace {

/// Pulls every arm once, then the arm a with the largest level_a · c(z_a): z_a counts the decisions since its
/// last pull, all arms share the curve c. Such rewards: Pike-Burke & Grünewälder 2019 (a Gaussian process for
/// each arm), Cella & Cesa-Bianchi 2020. The product and its estimates are ours.
///
/// level_a = (Σ r + p m)/(Σ c(z) + p) with discounted sums over the arm's pulls, the prior p, and m = Σ r/Σ
/// c(z) over all pulls of all arms; c(z) = 1 for a first pull. The curve c learns from a pull and the level
/// before that pull. Each of the k places goes with probability ε to a uniform arm.
///
/// The optimistic form has no ε; its index is (level_a + √(e s² ln t/n_a)) · c(z_a), s² the mean squared
/// error of a pull's predicted reward, n_a = Σ c(z) + p.
template <bool optimistic>
class Recovering final : public IndexPolicy {
    double discount = 0.8, prior = 1;
    double epsilon = optimistic ? 0 : 0.05, exploration = optimistic ? 0.1 : 0;
    void fields(Fields& field) override {
        field("discount", discount, {"by which each pull multiplies what the arm earned before", 0, 1});
        field("prior", prior, {"pulls of mean reward with which each level and share begins", 1e-6, 1e6});
        if constexpr (optimistic)
            field("exploration", exploration, {"e, the factor under the root", 0, 1e6});
        else
            field("epsilon", epsilon, {"probability of a uniformly drawn arm", 0, 1});
    }

    void restart() override {
        fill_arms(0, rewards_, shares_, own_, rest_, width_, last_);
        curve_.reset(prior);
        all_rewards_ = all_shares_ = squared_errors_ = 0;
    }

    void learn(std::uint32_t arm, double reward) override {
        double share = 1;
        if (pulls_of(arm) > 1) {
            share = curve_.share(pause(arm));
            const double level = own_[arm] + rest_[arm] * mean(), error = reward - level * share;
            squared_errors_ += error * error;
            curve_.add(pause(arm), level, reward);
        }
        rewards_[arm] = discount * rewards_[arm] + reward;
        shares_[arm] = discount * shares_[arm] + share;
        all_rewards_ += reward;
        all_shares_ += share;
        last_[arm] = decisions();
    }

    /// Returns z ≥ 1, the decisions since the arm's last pull: 1 in the decision after this pull.
    std::uint64_t pause(std::size_t arm) const {
        return std::max<std::uint64_t>(1, decisions() - last_[arm]);
    }
    /// Returns m; an arm must have been pulled.
    double mean() const { return all_rewards_ / all_shares_; }

    void refresh(std::uint32_t arm) override {
        const double pulls = shares_[arm] + prior;
        own_[arm] = rewards_[arm] / pulls;
        rest_[arm] = prior / pulls;
        width_[arm] = 1 / std::sqrt(pulls);
    }

    void fill(std::span<double> index, std::size_t k, Rng& rng) override {
        constexpr double kBelowUntried = 1e300;
        const double squared_error = squared_errors_ / std::max(1.0, static_cast<double>(curve_.pulls()));
        const double bonus = std::sqrt(exploration * squared_error * std::log(static_cast<double>(time())));
        const double mean = all_shares_ > 0 ? this->mean() : 0;
        for (std::size_t arm = 0; arm < index.size(); ++arm)
            index[arm] =
                tried(arm) ? curve_.share(pause(arm)) * (own_[arm] + rest_[arm] * mean + bonus * width_[arm])
                           : kUntried;
        for (std::size_t place = 0; place < k; ++place)
            if (rng.uniform() < epsilon) {
                double& drawn = index[rng.below(arms())];
                drawn = std::max(drawn, kBelowUntried);
            }
    }

    void keep(StateIO& io) override {
        io("discounted_rewards", rewards_)("discounted_shares", shares_)("last_decision", last_);
        io("all_rewards", all_rewards_)("all_shares", all_shares_)("squared_errors", squared_errors_);
        curve_.state(io);
    }

    std::vector<double> rewards_, shares_;  ///< Σ r and Σ c(z) of each arm, discounted by its pulls
    std::vector<std::uint64_t> last_;       ///< decision of each arm's last pull
    std::vector<double> own_, rest_;        ///< level_a = own + rest·m
    std::vector<double> width_;             ///< 1/√n_a of the bonus, n_a = Σ c(z) + p
    RecoveryCurve curve_;
    double all_rewards_ = 0, all_shares_ = 0;  ///< Σ r, Σ c(z) of all pulls of all arms
    double squared_errors_ = 0;                ///< Σ (r − level c)²
};

}  // namespace

extern const PolicyEntry recovering = entry<Recovering<false>>(
    "recovering", "an arm's level times the share that has come back since its last pull");

extern const PolicyEntry recovering_ucb =
    entry<Recovering<true>>("recovering_ucb", "recovering with a bonus in units of the rewards' own spread");

}  // namespace reboost::bandits
