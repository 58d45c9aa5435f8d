#pragma once
/// Feature selectors and their options, as configs set them.
#include "bandits/policy.hpp"
#include "core/choice_of.hpp"
#include "learners/feature_selector.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace reboost::selectors {

/// Edge γ → reward in [0,1] (opt2009 §3.2).
enum class RewardMap { sqrt, log, edge_squared };

/// Whether a bandit's rewards are divided by a high quantile of those seen so far.
enum class RewardScaling { none, quantile };

/// What one decision scans: `arms` arms (0: all), each of `group` neighbouring features.
struct Scan {
    std::int64_t arms = 0;
    std::int64_t group = 1;

    /// Returns the number of arms for d features.
    std::int64_t arms_of(std::int64_t features) const { return (features + group - 1) / group; }
    /// Returns the number of features, of d, that a decision scans.
    double features_of(double features) const {
        return arms == 0 ? features : std::min(features, static_cast<double>(arms * group));
    }
};

/// What a selector needs besides its options to start.
struct Surroundings {
    /// Number of columns, ≥ 1.
    std::size_t features;
    /// Expected number of decisions, ≥ 1: the horizon of policies that need one and whose options set none.
    std::size_t horizon;
    std::uint64_t seed;  ///< seed of all random draws
};

/// A selector also holds its options: a config stores a selector never started, the model for those of runs.
class Selector : public learners::FeatureSelector {
  public:
    static constexpr std::string_view kKind = "selector";
    /// Returns all selectors; selectors.cpp holds the list.
    static std::span<const Entry<Selector>> entries();

    /// Declares the selector's options, which are set before `start`.
    virtual void fields(Fields&) {}
    /// Whether its queries choose rows, which only the learners of AdaBoost.MH support.
    virtual bool chooses_rows() const { return false; }
    /// Whether the selector draws random numbers. If not, its runs are the same for all seeds.
    virtual bool draws() const { return true; }
    virtual Scan scan() const { return {}; }
    /// Returns the map of edges to rewards by which regret is measured.
    virtual RewardMap reward_map() const { return RewardMap::sqrt; }

    /// Call before the first round. Throws UsageError if k exceeds the arms or the policy lacks the variant.
    virtual void start(const Surroundings& s) = 0;
};

/// Which of the k evaluated arms are given their reward.
enum class RewardedArms { all, winner };
/// In a tree: siblings share the features drawn for the first (opt2009 §3.2, last sentence), or each draws.
enum class Siblings { share, own };
/// What the bandit's time t counts.
enum class BanditTime { rounds, decisions };

/// Reward and price → reward in [0,1], if features have prices (ijcai2015; r/c itself is unbounded).
enum class PriceMap { ignore, share };

/// The options of a policy over features, or over groups of `group` neighbouring features.
struct BanditOptions {
    bandits::PolicyOptions policy;
    std::int64_t k = 1;
    std::int64_t group = 1;
    RewardMap reward = RewardMap::sqrt;
    RewardScaling reward_scale = RewardScaling::none;
    RewardedArms rewarded = RewardedArms::all;
    bandits::Variant variant = bandits::Variant::literature;
    Siblings siblings = Siblings::share;
    BanditTime time = BanditTime::decisions;
    PriceMap price = PriceMap::ignore;
    /// Whether choices depend on the horizon. The authors' program never uses a horizon.
    bool needs_horizon() const { return variant == bandits::Variant::literature && policy.needs_horizon(); }
};

class SelectorOptions final : public ChoiceOf<Selector> {
  public:
    using ChoiceOf::ChoiceOf;
    /// Returns nullptr for all selectors except `bandit`.
    BanditOptions* bandit() { return dynamic_cast<BanditOptions*>(part_.get()); }
    const BanditOptions* bandit() const { return dynamic_cast<const BanditOptions*>(part_.get()); }
};

/// Returns a started selector with these options.
std::unique_ptr<learners::FeatureSelector> make_selector(const SelectorOptions& options, std::size_t features,
                                                         std::size_t horizon, std::uint64_t seed);

}  // namespace reboost::selectors

extern template class reboost::ChoiceOf<reboost::selectors::Selector>;
