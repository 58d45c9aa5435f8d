#include "selectors/features/uct.hpp"

#include "bandits/arm_statistics.hpp"
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

/// A product's later cycle meets a node again, at its level; a tree's node is one below its parent, and of
/// several trees in a round (gradient boosters) the later ones number their nodes anew. A decision whose
/// parent was never asked about begins at the top.
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

void UctSelector::save(Archive& archive) const {
    Archive tree;
    tree_.save(tree);
    archive.put_all("tree", tree);
    archive.put("pulls", pulls_);
    archive.put("reward_sum", reward_sum_);
    counts_.save(archive);
    save_rng(archive, rng_);
}

void UctSelector::load(const Archive& archive) {
    tree_.load(archive.sub("tree"));
    pulls_ = bandits::load_sized<std::uint64_t>(archive, "pulls", pulls_.size());
    reward_sum_ = bandits::load_sized<double>(archive, "reward_sum", reward_sum_.size());
    counts_.load(archive);
    load_rng(archive, rng_);
    begin_round(1);
}

void UctSelector::summarise(Archive& archive) const {
    std::vector<double> means(pulls_.size(), 0);
    for (std::size_t j = 0; j < means.size(); ++j)
        if (pulls_[j] > 0) means[j] = reward_sum_[j] / static_cast<double>(pulls_[j]);
    archive.put("pulls", pulls_, "pulls", "visits of tree nodes with this feature");
    archive.put("mean_reward", std::move(means), "",
                "mean reward of the paths through this feature (0: never visited)");
    archive.put_scalar<std::uint64_t>("tree_nodes", tree_.size());
    counts_.save(archive);
}

}  // namespace reboost::selectors
