#include "selectors/features/options.hpp"

namespace reboost::selectors {

void describe(Fields&, FullOptions&) {}

void describe(Fields& field, RandomOptions& o) {
    field("k", o.k, {"features scanned per decision", 1, 1e9});
}

void describe(Fields& field, BanditOptions& o) {
    field("policy", o.policy, {"the bandit"});
    field("k", o.k, {"arms evaluated per decision: the k best", 1, 1e9});
    field("group", o.group, {"features an arm stands for: neighbours in column order", 1, 1e9});
    field("reward", o.reward, {"edge to reward: sqrt 1−√(1−γ²), log min(1, −½ ln(1−γ²)), edge_squared γ²"});
    field("reward_scale", o.reward_scale,
          {"none, or quantile: rewards are shares of the 0.95 quantile of those so far, at most 1"});
    field("rewarded", o.rewarded, {"which of the k arms update"});
    field("variant", o.variant, {"literature, or multiboost: the authors' program"});
    field("siblings", o.siblings, {"in trees: whether siblings share the drawn features"});
    field("time", o.time, {"what t counts in the confidence term"});
    field("price", o.price, {"budgeted boosting: ignore, or pay the bandit in edge per cost: share r/(r+c)"});
}

void describe(Fields& field, UctOptions& o) {
    field("exploration", o.exploration,
          {"the factor under the root: sqrt(exploration ln T_parent / T_j)", 0, 1e6});
    field("reward", o.reward, {"edge to reward"});
}

void describe(Fields&, QuickBoostOptions&) {}

void describe(Fields& field, MabSplitOptions& o) {
    field("sample", o.sample,
          {"rows drawn at first, in proportion to their weight; then twice as many, and so on", 1, 1e9});
    field("delta", o.delta,
          {"δ: chance that some interval of a decision misses the edge of its cut", 1e-300, 1});
    field("interval", o.interval, {"about the edges estimated: bernstein or hoeffding"});
}

void describe(Fields& field, LaminatingOptions& o) {
    field("sample", o.sample, {"rows drawn for the first step, in proportion to their weight", 1, 1e9});
    field("features", o.features, {"features of the first step, drawn anew; 0: all", 0, 1e9});
}

void describe(Fields& field, TastingOptions& o) {
    field("k", o.k, {"features searched, of the family chosen", 1, 1e9});
    field("group", o.group, {"features of a family: neighbours in column order", 1, 1e9});
    field("tasted", o.tasted, {"R: features tasted of each family, drawn once", 1, 1e9});
    field("sample", o.sample,
          {"rows that are tasted on, drawn in proportion to their weight; 0: all", 0, 1e9});
}

}  // namespace reboost::selectors
