#include "selectors/options.hpp"

#include "core/error.hpp"
#include "selectors/bandit.hpp"
#include "selectors/laminating.hpp"
#include "selectors/mab_split.hpp"
#include "selectors/quick_boost.hpp"
#include "selectors/random.hpp"
#include "selectors/tasting.hpp"
#include "selectors/uct.hpp"

#include <string>

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

namespace {

using Selector = std::unique_ptr<learners::FeatureSelector>;

struct Surroundings {
    std::size_t features;
    std::size_t horizon;
    std::uint64_t seed;
};

Selector make(const FullOptions&, const Surroundings& s) {
    return std::make_unique<FullSelector>(s.features);
}

Selector make(const RandomOptions& options, const Surroundings& s) {
    const auto k = static_cast<std::size_t>(options.k);
    if (k > s.features)
        throw UsageError("selector.k = " + std::to_string(k) + " exceeds the number of features, " +
                         std::to_string(s.features));
    return std::make_unique<RandomSelector>(s.features, k, s.seed);
}

Selector make(const BanditOptions& options, const Surroundings& s) {
    return std::make_unique<BanditSelector>(options, s.features, s.horizon, s.seed);
}

Selector make(const UctOptions& options, const Surroundings& s) {
    return std::make_unique<UctSelector>(options, s.features, s.seed);
}

Selector make(const QuickBoostOptions&, const Surroundings& s) {
    return std::make_unique<QuickBoostSelector>(s.features);
}

Selector make(const MabSplitOptions& options, const Surroundings& s) {
    return std::make_unique<MabSplitSelector>(options, s.features, s.seed);
}

Selector make(const LaminatingOptions& options, const Surroundings& s) {
    return std::make_unique<LaminatingSelector>(options, s.features, s.seed);
}

Selector make(const TastingOptions& options, const Surroundings& s) {
    return std::make_unique<TastingSelector>(options, s.features, s.seed);
}

}  // namespace

Selector make_selector(const SelectorOptions& options, std::size_t features, std::size_t horizon,
                       std::uint64_t seed) {
    return std::visit([&](const auto& o) { return make(o, {features, horizon, seed}); }, options);
}

}  // namespace reboost::selectors
