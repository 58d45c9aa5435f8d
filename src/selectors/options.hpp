#pragma once
/// Feature selectors as configs choose them.
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

/// What one decision scans: a number of arms (0: all), each a number of neighbouring features.
struct Scan {
    std::int64_t arms = 0;
    std::int64_t group = 1;

    /// Arms that d features make.
    std::int64_t arms_of(std::int64_t features) const { return (features + group - 1) / group; }
    /// Features that a decision scans, of d.
    double features_of(double features) const {
        return arms == 0 ? features : std::min(features, static_cast<double>(arms * group));
    }
};

/// What every selector is made from, beside its options.
struct Surroundings {
    /// Columns, ≥ 1.
    std::size_t features;
    /// Decisions expected, ≥ 1: for policies whose parameters need it and whose options name none.
    std::size_t horizon;
    std::uint64_t seed;  ///< from which all randomness derives
};

/// A selector is its options, too: one that was not started stands in a config for what runs make of it.
class Selector : public learners::FeatureSelector {
  public:
    static constexpr std::string_view kKind = "selector";
    /// All selectors; the list stands in selectors.cpp.
    static std::span<const Entry<Selector>> entries();

    /// Its options. They are set before `start`.
    virtual void fields(Fields&) {}
    /// Whether its queries name rows, which only the learners of AdaBoost.MH understand.
    virtual bool chooses_rows() const { return false; }
    /// Whether it draws random numbers. Runs of one that draws none are the same for all seeds.
    virtual bool draws() const { return true; }
    virtual Scan scan() const { return {}; }
    /// The reward by which its regret is measured.
    virtual RewardMap reward_map() const { return RewardMap::sqrt; }

    /// Before the first round. Throws UsageError where k exceeds the arms or the policy has no such variant.
    virtual void start(const Surroundings& s) = 0;
};

/// Which of the k evaluated arms are given their reward.
enum class RewardedArms { all, winner };
/// In a tree: siblings search the features drawn for the first (opt2009 §3.2, last sentence), or draw each.
enum class Siblings { share, own };
/// What the bandit's time t counts.
enum class BanditTime { rounds, decisions };

/// Reward and price → reward in [0,1], where features have prices (ijcai2015; r/c itself is unbounded).
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
    /// Whether the expected number of decisions enters. The authors' program never asks for it.
    bool needs_horizon() const { return variant == bandits::Variant::literature && policy.needs_horizon(); }
};

class SelectorOptions final : public ChoiceOf<Selector> {
  public:
    using ChoiceOf::ChoiceOf;
    /// nullptr for all selectors but `bandit`.
    BanditOptions* bandit() { return dynamic_cast<BanditOptions*>(part_.get()); }
    const BanditOptions* bandit() const { return dynamic_cast<const BanditOptions*>(part_.get()); }
};

/// The selector of these options, started.
std::unique_ptr<learners::FeatureSelector> make_selector(const SelectorOptions& options, std::size_t features,
                                                         std::size_t horizon, std::uint64_t seed);

}  // namespace reboost::selectors

extern template class reboost::ChoiceOf<reboost::selectors::Selector>;
