#include "selectors/features/uct.hpp"

#include "selectors/features/reward_map.hpp"

#include <algorithm>

namespace reboost::selectors {

UctSelector::UctSelector(const UctOptions& options, std::size_t features, std::uint64_t seed)
    : OneQuerySelector(features),
      reward_(options.reward),
      tree_(features, options.exploration),
      rng_(seed, "selector"),
      pulls_(features, 0),
      reward_sum_(features, 0) {}

void UctSelector::begin_round(std::size_t round) {
    OneQuerySelector::begin_round(round);
    path_.clear();
    std::ranges::fill(level_, -1);
}

/// Level of a decision: its parent's + 1. Products revisit nodes and keep the level; each new tree starts
/// over. A decision whose parent was never asked about begins at the top.
std::size_t UctSelector::level_of(const learners::Decision& decision) {
    const auto node = static_cast<std::size_t>(decision.node);
    if (node >= level_.size()) level_.resize(node + 1, -1);
    const bool of_tree = decision.siblings >= 0;
    if (level_[node] < 0 || of_tree) {
        const auto parent = static_cast<std::size_t>(decision.parent);
        const bool known = !decision.root() && parent < level_.size() && level_[parent] >= 0;
        level_[node] = known ? level_[parent] + 1 : 0;
    }
    return static_cast<std::size_t>(level_[node]);
}

learners::Query UctSelector::ask(const learners::Decision& decision) {
    const std::size_t level = level_of(decision);
    while (path_.size() <= level)
        path_.push_back(tree_.descend(path_.empty() ? UctTree::kRoot : path_.back(), rng_));
    query_ = tree_.feature(path_[level]);
    return {{&query_, 1}};
}

void UctSelector::end_round(double edge) {
    const double reward = reward_of_edge(reward_, edge);
    tree_.visit(UctTree::kRoot, reward);
    for (const UctTree::Node node : path_) {
        tree_.visit(node, reward);
        ++pulls_[tree_.feature(node)];
        reward_sum_[tree_.feature(node)] += reward;
    }
}

void UctSelector::state(StateIO& io) {
    io.part("tree", tree_);
    io("pulls", pulls_);
    io("reward_sum", reward_sum_);
    counts_.state(io);
    io("rng", rng_);
    if (io.loading()) begin_round(1);
}

void UctSelector::summarise(Archive& archive) const {
    std::vector<double> means(pulls_.size(), 0);
    for (std::size_t j = 0; j < means.size(); ++j)
        if (pulls_[j] > 0) means[j] = reward_sum_[j] / static_cast<double>(pulls_[j]);
    archive.put("pulls", pulls_, "pulls", "visits of tree nodes with this feature");
    archive.put("mean_reward", std::move(means), "",
                "mean reward of the paths through this feature (0: never visited)");
    archive.put_scalar<std::uint64_t>("tree_nodes", tree_.size());
    counts_.summarise(archive);
}

}  // namespace reboost::selectors
