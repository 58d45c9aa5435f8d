#include "selectors/bandit.hpp"

#include "bandits/options.hpp"
#include "selectors/rewards.hpp"

#include <algorithm>
#include <numeric>

namespace reboost::selectors {

BanditSelector::BanditSelector(const BanditOptions& options, std::size_t features, std::size_t horizon,
                               std::uint64_t seed)
    : OneQuerySelector(features),
      options_(options),
      group_(static_cast<std::size_t>(options.group)),
      policy_(options.policy.make(options.variant)),
      scale_(options.reward_scale),
      rng_(seed, "selector"),
      warm_(options.variant == bandits::Variant::literature) {
    const std::size_t arms = (features + group_ - 1) / group_;
    const auto k = static_cast<std::size_t>(options.k);
    if (k > arms)
        throw UsageError("selector.k = " + std::to_string(k) + " exceeds the number of " +
                         (group_ == 1 ? "features, " : "feature groups, ") + std::to_string(arms));
    policy_->reset(arms, horizon);
    arms_.assign(k, 0);
    arm_edge_.assign(arms, 0);
    arm_price_.assign(arms, 0);
    query_.reserve(warm_ ? k * std::min(group_, features) : features);
}

void BanditSelector::begin_round(std::size_t round) {
    round_ = round;
    OneQuerySelector::begin_round(round);
    drawn_siblings_.clear();
    drawn_arms_.clear();
}

learners::Query BanditSelector::ask(const learners::Decision& decision) {
    if (!warm_) {
        query_.resize(counts_.features());
        std::iota(query_.begin(), query_.end(), 0U);
        return {query_};
    }
    draw(decision);
    expand();
    return {query_};
}

void BanditSelector::draw(const learners::Decision& decision) {
    const bool shared = options_.siblings == Siblings::share && decision.siblings >= 0;
    if (shared && recall(decision.siblings)) return;
    if (options_.time == BanditTime::rounds) policy_->set_time(round_);
    choice_.select(*policy_, arms_, rng_);
    if (!shared) return;
    drawn_siblings_.push_back(decision.siblings);
    drawn_arms_.insert(drawn_arms_.end(), arms_.begin(), arms_.end());
}

/// The arms drawn for an earlier sibling; from the back, since siblings mostly follow each other.
bool BanditSelector::recall(std::int32_t siblings) {
    const auto found = std::find(drawn_siblings_.rbegin(), drawn_siblings_.rend(), siblings);
    if (found == drawn_siblings_.rend()) return false;
    const auto place = drawn_siblings_.rend() - found - 1;
    std::copy_n(drawn_arms_.begin() + place * static_cast<std::ptrdiff_t>(arms_.size()), arms_.size(),
                arms_.begin());
    return true;
}

void BanditSelector::expand() {
    query_.clear();
    for (const std::uint32_t arm : arms_) {
        const std::size_t end = std::min((arm + 1) * group_, counts_.features());
        for (std::size_t feature = arm * group_; feature < end; ++feature)
            query_.push_back(static_cast<std::uint32_t>(feature));
    }
}

void BanditSelector::report(const learners::Decision&, const learners::Report& report) {
    if (!warm_) {
        warm_start(report.scores);
        return;
    }
    for (const std::uint32_t arm : arms_)
        arm_edge_[arm] = 0;
    for (const learners::FeatureScore& score : report.scores)
        note(score);
    const std::uint32_t winner =
        *std::ranges::max_element(arms_, {}, [this](std::uint32_t arm) { return arm_edge_[arm]; });
    for (const std::uint32_t arm : arms_)
        if (is_rewarded(arm, winner)) scale_.see(reward_of(arm));
    for (const std::uint32_t arm : arms_)
        if (is_rewarded(arm, winner)) policy_->reward(arm, scale_.share(reward_of(arm)));
    policy_->end_decision();
}

void BanditSelector::note(const learners::FeatureScore& score) {
    const std::size_t arm = arm_of(score.feature);
    if (score.edge <= arm_edge_[arm]) return;
    arm_edge_[arm] = score.edge;  // a NaN must get through, to be refused by the reward map
    arm_price_[arm] = score.price;
}

double BanditSelector::reward_of(std::uint32_t arm) const {
    const double reward = reward_of_edge(options_.reward, arm_edge_[arm]);
    return options_.price == PriceMap::share ? reward_per_cost(reward, arm_price_[arm]) : reward;
}

bool BanditSelector::is_rewarded(std::uint32_t arm, std::uint32_t winner) const {
    return options_.rewarded == RewardedArms::all || arm == winner || policy_->pulls()[arm] == 0;
}

/// Every arm's first pull, at the weights of the first decision; the decision itself is still to be made.
void BanditSelector::warm_start(std::span<const learners::FeatureScore> scores) {
    std::ranges::fill(arm_edge_, 0);
    for (const learners::FeatureScore& score : scores)
        note(score);
    std::vector<double> rewards(arm_edge_.size());
    for (std::uint32_t arm = 0; arm < rewards.size(); ++arm)
        rewards[arm] = reward_of(arm);
    policy_->warm_start(rewards);
    warm_ = true;
    reopen();
}

void BanditSelector::state(StateIO& io) {
    io.part("policy", *policy_);
    scale_.state(io);
    io("warm", warm_);
    counts_.state(io);
    io("rng", rng_);
    if (io.loading()) begin_round(1);
}

void BanditSelector::summarise(Archive& archive) const {
    const auto pulls = policy_->pulls();
    const auto means = policy_->mean_rewards();
    archive.put(
        "pulls", std::vector<std::uint64_t>(pulls.begin(), pulls.end()), "pulls",
        group_ == 1 ? "rewards that each feature received" : "rewards that each group of features received");
    archive.put("mean_reward", std::vector<double>(means.begin(), means.end()), "",
                "mean reward of each arm (0: never pulled)");
    counts_.summarise(archive);
}

}  // namespace reboost::selectors
