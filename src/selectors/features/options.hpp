#pragma once
/// Hyper-parameters of the feature selectors, each described once.
#include "bandits/options.hpp"
#include "core/fields.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace reboost::selectors {

/// Every feature, every time (opt2009 FULL).
struct FullOptions {
    static constexpr std::string_view kName = "full";
    bool draws() const { return false; }
};
template <class Visitor>
void describe(Visitor&, FullOptions&) {}

/// A fresh uniform subset of k features each time a stump is needed (opt2009 §4, RANDOM(k)).
struct RandomOptions {
    static constexpr std::string_view kName = "random";
    std::int64_t k = 1;
    bool draws() const { return true; }
};
template <class Visitor>
void describe(Visitor& visit, RandomOptions& o) {
    visit("k", o.k, FieldInfo{"features scanned a decision", 1, 1e9});
}

/// Edge γ → reward in [0,1] (opt2009 §3.2).
enum class RewardMap { sqrt, log, edge_squared };
constexpr EnumNames<RewardMap, 3> enum_names(RewardMap) {
    return {{{RewardMap::sqrt, "sqrt"}, {RewardMap::log, "log"}, {RewardMap::edge_squared, "edge_squared"}}};
}
/// Which of the k evaluated arms hear of their reward.
enum class RewardedArms { all, winner };
constexpr EnumNames<RewardedArms, 2> enum_names(RewardedArms) {
    return {{{RewardedArms::all, "all"}, {RewardedArms::winner, "winner"}}};
}
/// The literature's algorithm, or what the authors' program does (REFERENCE: stale indices, time per reward,
/// a first pass).
enum class Variant { literature, multiboost };
constexpr EnumNames<Variant, 2> enum_names(Variant) {
    return {{{Variant::literature, "literature"}, {Variant::multiboost, "multiboost"}}};
}
/// In a tree: sibling nodes search the features drawn for the first of them (opt2009 §3.2, last sentence), or
/// each draws.
enum class Siblings { share, own };
constexpr EnumNames<Siblings, 2> enum_names(Siblings) {
    return {{{Siblings::share, "share"}, {Siblings::own, "own"}}};
}
/// What the bandit's time t counts.
enum class BanditTime { rounds, decisions };
constexpr EnumNames<BanditTime, 2> enum_names(BanditTime) {
    return {{{BanditTime::rounds, "rounds"}, {BanditTime::decisions, "decisions"}}};
}

/// Reward and price → reward in [0,1], where features have prices (ijcai2015; FORMULAS: r/c itself is
/// unbounded).
enum class PriceMap { ignore, share };
constexpr EnumNames<PriceMap, 2> enum_names(PriceMap) {
    return {{{PriceMap::ignore, "ignore"}, {PriceMap::share, "share"}}};
}

/// A policy over features, or over groups of `group` neighbouring features.
struct BanditOptions {
    static constexpr std::string_view kName = "bandit";
    bandits::PolicyOptions policy;
    std::int64_t k = 1;
    std::int64_t group = 1;
    RewardMap reward = RewardMap::sqrt;
    RewardedArms rewarded = RewardedArms::all;
    Variant variant = Variant::literature;
    Siblings siblings = Siblings::share;
    BanditTime time = BanditTime::decisions;
    PriceMap price = PriceMap::ignore;
    bool draws() const { return bandits::draws(policy); }
};
template <class Visitor>
void describe(Visitor& visit, BanditOptions& o) {
    visit("policy", o.policy, FieldInfo{"the bandit"});
    visit("k", o.k, FieldInfo{"arms evaluated a decision: the k best", 1, 1e9});
    visit("group", o.group, FieldInfo{"features an arm stands for: neighbours in column order", 1, 1e9});
    visit("reward", o.reward,
          FieldInfo{"edge to reward: sqrt 1−√(1−γ²), log min(1, −½ ln(1−γ²)), edge_squared γ²"});
    visit("rewarded", o.rewarded, FieldInfo{"which of the k arms update"});
    visit("variant", o.variant, FieldInfo{"literature, or multiboost: the authors' program"});
    visit("siblings", o.siblings, FieldInfo{"in trees: whether siblings share the drawn features"});
    visit("time", o.time, FieldInfo{"what t counts in the confidence term"});
    visit("price", o.price,
          FieldInfo{"budgeted boosting: ignore, or pay the bandit in edge per cost: share r/(r+c)"});
}

/// Tree-structured bandit over the decision sequence (opt2009 §3.1).
struct UctOptions {
    static constexpr std::string_view kName = "uct";
    double exploration = 2;
    RewardMap reward = RewardMap::sqrt;
    bool draws() const { return true; }
};
template <class Visitor>
void describe(Visitor& visit, UctOptions& o) {
    visit("exploration", o.exploration,
          FieldInfo{"the factor under the root: sqrt(exploration ln T_parent / T_j)", 0, 1e6});
    visit("reward", o.reward, FieldInfo{"edge to reward"});
}

/// Each selector's options state, beside `kName`:
///   bool draws() const    whether it draws random numbers: otherwise its runs are the same for all seeds
using SelectorOptions = std::variant<FullOptions, RandomOptions, BanditOptions, UctOptions>;

}  // namespace reboost::selectors
