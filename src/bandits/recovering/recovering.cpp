#include "bandits/options/recovering.hpp"

#include "bandits/parts/index_policy.hpp"
#include "bandits/parts/recovery_curve.hpp"

#include <cmath>

namespace reboost::bandits {
namespace {

/// level_a = (Σ r + p m)/(Σ c(z) + p), both sums over the arm's pulls, discounted, m the same ratio over all
/// pulls of all arms; an arm's first pull counts as one of share 1. The curve c learns from a pull by the
/// level before it. Each of the k places goes with probability ε to a uniform arm.
class Recovering final : public IndexPolicy {
  public:
    struct Parameters {
        double discount, prior, epsilon, exploration;
    };
    explicit Recovering(const Parameters& parameters) : parameters_(parameters) {}

  private:
    void restart() override {
        for (std::vector<double>* values : {&rewards_, &shares_, &own_, &rest_, &width_})
            values->assign(arms(), 0);
        last_.assign(arms(), 0);
        curve_.reset(parameters_.prior);
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
        rewards_[arm] = parameters_.discount * rewards_[arm] + reward;
        shares_[arm] = parameters_.discount * shares_[arm] + share;
        all_rewards_ += reward;
        all_shares_ += share;
        last_[arm] = decisions();
    }

    /// Decisions since the arm's last pull, 1 in the next one.
    std::uint64_t pause(std::size_t arm) const {
        return std::max<std::uint64_t>(1, decisions() - last_[arm]);
    }
    /// m, once an arm was pulled.
    double mean() const { return all_rewards_ / all_shares_; }

    void refresh(std::uint32_t arm) override {
        const double pulls = shares_[arm] + parameters_.prior;
        own_[arm] = rewards_[arm] / pulls;
        rest_[arm] = parameters_.prior / pulls;
        width_[arm] = 1 / std::sqrt(pulls);
    }

    void fill(std::span<double> index, std::size_t k, Rng& rng) override {
        constexpr double kBelowUntried = 1e300;
        const double squared_error = squared_errors_ / std::max(1.0, static_cast<double>(curve_.pulls()));
        const double bonus =
            std::sqrt(parameters_.exploration * squared_error * std::log(static_cast<double>(time())));
        const double mean = all_shares_ > 0 ? this->mean() : 0;
        for (std::size_t arm = 0; arm < index.size(); ++arm)
            index[arm] =
                tried(arm) ? curve_.share(pause(arm)) * (own_[arm] + rest_[arm] * mean + bonus * width_[arm])
                           : kUntried;
        for (std::size_t place = 0; place < k; ++place)
            if (rng.uniform() < parameters_.epsilon) {
                double& drawn = index[rng.below(arms())];
                drawn = std::max(drawn, kBelowUntried);
            }
    }

    void save_more(Archive& archive) const override {
        archive.put("discounted_rewards", rewards_);
        archive.put("discounted_shares", shares_);
        archive.put("last_decision", last_);
        archive.put("totals", std::vector<double>{all_rewards_, all_shares_, squared_errors_});
        curve_.save(archive);
    }
    void load_more(const Archive& archive) override {
        rewards_ = load_sized<double>(archive, "discounted_rewards", arms());
        shares_ = load_sized<double>(archive, "discounted_shares", arms());
        last_ = load_sized<std::uint64_t>(archive, "last_decision", arms());
        const auto totals = load_sized<double>(archive, "totals", 3);
        all_rewards_ = totals[0];
        all_shares_ = totals[1];
        squared_errors_ = totals[2];
        curve_.load(archive);
    }

    Parameters parameters_;
    std::vector<double> rewards_, shares_;  ///< Σ r and Σ c(z) of each arm, discounted by its pulls
    std::vector<std::uint64_t> last_;       ///< decision of each arm's last pull
    std::vector<double> own_, rest_;        ///< the level is own + rest·m
    std::vector<double> width_;             ///< 1/√n_a of the bonus, n_a = Σ c(z) + p
    RecoveryCurve curve_;
    double all_rewards_ = 0, all_shares_ = 0;  ///< of all pulls
    double squared_errors_ = 0;                ///< Σ (r − level c)²
};

}  // namespace

std::unique_ptr<Policy> make(const RecoveringOptions& options) {
    return std::make_unique<Recovering>(
        Recovering::Parameters{options.discount, options.prior, options.epsilon, 0});
}

std::unique_ptr<Policy> make(const RecoveringUcbOptions& options) {
    return std::make_unique<Recovering>(
        Recovering::Parameters{options.discount, options.prior, 0, options.exploration});
}

}  // namespace reboost::bandits
