#pragma once
/// Hyper-parameters of the feature selectors, each described once.
#include "bandits/options.hpp"
#include "core/fields.hpp"
#include "learners/feature_selector.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string_view>
#include <variant>

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

/// What a selector's options state beside `kName` and their fields, where a selector does not state
/// otherwise.
struct SelectorTraits {
    /// Whether its queries name rows, which only the learners of AdaBoost.MH understand.
    static constexpr bool kChoosesRows = false;
    /// Whether it draws random numbers. Runs of one that draws none are the same for all seeds.
    bool draws() const { return true; }
    Scan scan() const { return {}; }
    /// The reward by which its regret is measured.
    RewardMap reward_map() const { return RewardMap::sqrt; }
};

/// Every feature, every time (opt2009 FULL).
struct FullOptions : SelectorTraits {
    static constexpr std::string_view kName = "full";
    bool draws() const { return false; }
};

/// A fresh uniform subset of k features each time a stump is needed (opt2009 §4, RANDOM(k)).
struct RandomOptions : SelectorTraits {
    static constexpr std::string_view kName = "random";
    static constexpr ShortLabel kLabel{{"k"}};
    std::int64_t k = 1;
    Scan scan() const { return {k}; }
};
void describe(Fields& field, RandomOptions& o);

/// Which of the k evaluated arms are given their reward.
enum class RewardedArms { all, winner };
/// In a tree: sibling nodes search the features drawn for the first of them (opt2009 §3.2, last sentence), or
/// each draws.
enum class Siblings { share, own };
/// What the bandit's time t counts.
enum class BanditTime { rounds, decisions };

/// Reward and price → reward in [0,1], where features have prices (ijcai2015; r/c itself is unbounded).
enum class PriceMap { ignore, share };

/// A policy over features, or over groups of `group` neighbouring features.
struct BanditOptions : SelectorTraits {
    static constexpr std::string_view kName = "bandit";
    static constexpr ShortLabel kLabel{{"k"}, "policy"};
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
    bool draws() const { return policy.draws(); }
    /// Whether the expected number of decisions enters. The authors' program never asks for it.
    bool needs_horizon() const { return variant == bandits::Variant::literature && policy.needs_horizon(); }
    Scan scan() const { return {k, group}; }
    RewardMap reward_map() const { return reward; }
};
void describe(Fields& field, BanditOptions& o);

/// Tree-structured bandit over the decision sequence (opt2009 §3.1).
struct UctOptions : SelectorTraits {
    static constexpr std::string_view kName = "uct";
    double exploration = 2;
    RewardMap reward = RewardMap::sqrt;
    Scan scan() const { return {1}; }
    RewardMap reward_map() const { return reward; }
};
void describe(Fields& field, UctOptions& o);

/// FULL's model, bit for bit, from fewer rows: features are dropped when their edge on the heaviest rows
/// cannot reach the best any more (Quick Boost; Appel, Fuchs, Dollár & Perona, ICML 2013).
struct QuickBoostOptions : SelectorTraits {
    static constexpr std::string_view kName = "quick_boost";
    static constexpr bool kChoosesRows = true;
    bool draws() const { return false; }
};

/// The interval about an edge estimated on drawn rows.
enum class SampleInterval { bernstein, hoeffding };

/// Features are dropped with high probability on growing samples of rows (MABSplit; Tiwari et al., NeurIPS
/// 2022).
struct MabSplitOptions : SelectorTraits {
    static constexpr std::string_view kName = "mab_split";
    static constexpr ShortLabel kLabel{{"sample"}};
    static constexpr bool kChoosesRows = true;
    std::int64_t sample = 500;
    double delta = 0.01;
    SampleInterval interval = SampleInterval::bernstein;
};
void describe(Fields& field, MabSplitOptions& o);

/// Features halve while rows double (Laminating; Dubout & Fleuret, JMLR 2014).
struct LaminatingOptions : SelectorTraits {
    static constexpr std::string_view kName = "laminating";
    static constexpr ShortLabel kLabel{{"sample"}};
    static constexpr bool kChoosesRows = true;
    std::int64_t sample = 100;
    std::int64_t features = 0;
};
void describe(Fields& field, LaminatingOptions& o);

/// Searches the family of features whose tasted members promise most (Tasting; Dubout & Fleuret, JMLR 2014).
struct TastingOptions : SelectorTraits {
    static constexpr std::string_view kName = "tasting";
    static constexpr ShortLabel kLabel{{"k"}};
    static constexpr bool kChoosesRows = true;
    std::int64_t k = 10;
    std::int64_t group = 16;
    std::int64_t tasted = 3;
    std::int64_t sample = 500;
};
void describe(Fields& field, TastingOptions& o);

using SelectorOptions = std::variant<FullOptions, RandomOptions, BanditOptions, UctOptions, QuickBoostOptions,
                                     MabSplitOptions, LaminatingOptions, TastingOptions>;

/// The selector of these options over `features` ≥ 1 columns. `horizon` ≥ 1 is the expected number of
/// decisions: a policy whose parameters need it takes it, where its own options name none. All randomness
/// derives from `seed`. Throws UsageError where k exceeds the number of features (or of groups), or where the
/// policy has no such variant.
std::unique_ptr<learners::FeatureSelector> make_selector(const SelectorOptions& options, std::size_t features,
                                                         std::size_t horizon, std::uint64_t seed);

}  // namespace reboost::selectors
