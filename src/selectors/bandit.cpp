#include "selectors/bases.hpp"
#include "selectors/rewards.hpp"

#include <algorithm>
#include <map>
#include <string>

namespace reboost::selectors {
namespace {

/// A policy over features (opt2009 §3.2). Each decision of a base classifier is one pull of each of its k
/// arms; an arm's reward is the option `reward` applied to its best edge, in units of the total weight.
///
/// - Groups: arm a stands for the features a·group … (a+1)·group − 1; its edge is their best edge.
/// - Siblings (share): a parent's second child searches the features drawn for its first: one more pull each.
/// - Rewarded (winner): of the k arms only the arm with the best edge is rewarded (ties: the first of the
///   selection); an arm never pulled always is, or the first pass would never end.
/// - Reward scale (quantile): all rewards of a decision enter the quantile before any of them is scaled.
/// - multiboost: the first decision begins with a query of every feature, each arm's first pull. The learner
///   then chooses among these features too; UCB would have drawn its choice anyway. Tree nodes of one class
///   are not searched.
class BanditSelector final : public CountingSelector, public BanditOptions {
    void fields(Fields& field) override {
        field("policy", policy, {"the bandit"});
        field("k", k, {"arms evaluated per decision: the k best", 1, 1e9});
        field("group", group, {"features an arm stands for: neighbours in column order", 1, 1e9});
        field("reward", reward, {"edge to reward: sqrt 1−√(1−γ²), log min(1, −½ ln(1−γ²)), edge_squared γ²"});
        field("reward_scale", reward_scale,
              {"none, or quantile: rewards are shares of the 0.95 quantile of those so far, at most 1"});
        field("rewarded", rewarded, {"which of the k arms update"});
        field("variant", variant, {"literature, or multiboost: the authors' program"});
        field("siblings", siblings, {"in trees: whether siblings share the drawn features"});
        field("time", time, {"what t counts in the confidence term"});
        field("price", price,
              {"budgeted boosting: ignore, or pay the bandit in edge per cost: share r/(r+c)"});
    }
    bool draws() const override { return policy.draws(); }
    Scan scan() const override { return {k, group}; }
    RewardMap reward_map() const override { return reward; }
    bool skips_pure_nodes() const override { return variant == bandits::Variant::multiboost; }

    void start(const Surroundings& s) override {
        CountingSelector::start(s);
        group_ = static_cast<std::size_t>(group);
        policy_ = policy.make(variant);
        scale_ = RewardScale(reward_scale);
        rng_ = Rng(s.seed, "selector");
        warm_ = variant == bandits::Variant::literature;
        const std::size_t arms = (s.features + group_ - 1) / group_;
        if (std::cmp_greater(k, arms))
            throw UsageError("selector.k = " + std::to_string(k) + " exceeds the number of " +
                             (group_ == 1 ? "features, " : "feature groups, ") + std::to_string(arms));
        policy_->reset(arms, s.horizon);
        arms_.assign(static_cast<std::size_t>(k), 0);
        arm_edge_.assign(arms, 0);
        arm_price_.assign(arms, 0);
        query_.reserve(warm_ ? arms_.size() * std::min(group_, s.features) : s.features);
    }

    void begin_round(std::size_t round) override {
        round_ = round;
        CountingSelector::begin_round(round);
        drawn_.clear();
    }
    void report(const learners::Decision&, const learners::Report& report) override {
        if (!warm_) return warm_start(report.scores);
        for (const std::uint32_t arm : arms_)
            arm_edge_[arm] = 0;
        note(report.scores);
        const std::uint32_t winner =
            *std::ranges::max_element(arms_, {}, [this](std::uint32_t arm) { return arm_edge_[arm]; });
        for (const std::uint32_t arm : arms_)
            if (is_rewarded(arm, winner)) scale_.see(reward_of(arm));
        for (const std::uint32_t arm : arms_)
            if (is_rewarded(arm, winner)) policy_->reward(arm, scale_.share(reward_of(arm)));
        policy_->end_decision();
    }
    void state(StateIO& io) override {
        io.part("policy", *policy_);
        scale_.state(io);
        io("warm", warm_);
        CountingSelector::state(io);
        io("rng", rng_);
    }
    /// "pulls" and "mean_reward", one element per arm; "accepted", one per feature.
    void summarise(Archive& archive) const override {
        archive.put("pulls", policy_->pulls(), "pulls",
                    group_ == 1 ? "rewards that each feature received"
                                : "rewards that each group of features received");
        archive.put("mean_reward", policy_->mean_rewards(), "", "mean reward of each arm (0: never pulled)");
        CountingSelector::summarise(archive);
    }

    learners::Query ask(const learners::Decision& decision) override {
        if (!warm_) return {every_feature()};
        draw(decision);
        query_.clear();
        for (const std::uint32_t arm : arms_) {
            const std::size_t end = std::min((arm + 1) * group_, features());
            for (std::size_t feature = arm * group_; feature < end; ++feature)
                query_.push_back(static_cast<std::uint32_t>(feature));
        }
        return {query_};
    }
    void draw(const learners::Decision& decision) {
        const bool shared = siblings == Siblings::share && decision.siblings >= 0;
        if (shared && drawn_.contains(decision.siblings)) {
            arms_ = drawn_[decision.siblings];
            return;
        }
        if (time == BanditTime::rounds) policy_->set_time(round_);
        choice_.select(*policy_, arms_, rng_);
        if (shared) drawn_[decision.siblings] = arms_;
    }
    void note(std::span<const learners::FeatureScore> scores) {
        for (const learners::FeatureScore& score : scores) {
            const std::size_t arm = score.feature / group_;
            if (score.edge <= arm_edge_[arm]) continue;
            arm_edge_[arm] = score.edge;  // a NaN must pass: the reward map throws for it
            arm_price_[arm] = score.price;
        }
    }
    /// Gives every arm its first pull, at the weights of the first decision, which is then asked again.
    void warm_start(std::span<const learners::FeatureScore> scores) {
        std::ranges::fill(arm_edge_, 0);
        note(scores);
        std::vector<double> rewards(arm_edge_.size());
        for (std::uint32_t arm = 0; arm < rewards.size(); ++arm)
            rewards[arm] = reward_of(arm);
        policy_->warm_start(rewards);
        warm_ = true;
        reopen();
    }
    bool is_rewarded(std::uint32_t arm, std::uint32_t winner) const {
        return rewarded == RewardedArms::all || arm == winner || policy_->pulls()[arm] == 0;
    }
    double reward_of(std::uint32_t arm) const {
        const double earned = reward_of_edge(reward, arm_edge_[arm]);
        return price == PriceMap::share ? reward_per_cost(earned, arm_price_[arm]) : earned;
    }

    std::size_t group_ = 1;
    std::shared_ptr<bandits::Policy> policy_;  ///< nullptr before `start`
    RewardScale scale_{RewardScaling::none};
    bandits::CheckedChoice choice_;
    Rng rng_{0};
    std::size_t round_ = 1;
    bool warm_ = true;                  ///< no first pass of the multiboost variant is due
    std::vector<std::uint32_t> arms_;   ///< the k arms of the running decision
    std::vector<std::uint32_t> query_;  ///< the features of these arms
    std::vector<double> arm_edge_;      ///< best edge reported, one per arm
    std::vector<double> arm_price_;     ///< price of the feature with that edge, one per arm
    /// Per sibling group of this round: the k arms drawn for its first node.
    std::map<std::int32_t, std::vector<std::uint32_t>> drawn_;
};

}  // namespace

extern const Entry<Selector> bandit = entry_of<BanditSelector, Selector>("bandit", {{"k"}, "policy"});

}  // namespace reboost::selectors
