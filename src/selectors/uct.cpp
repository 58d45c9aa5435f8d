#include "selectors/uct.hpp"

#include "selectors/bases.hpp"
#include "selectors/rewards.hpp"

namespace reboost::selectors {
namespace {

/// UCT over sequences of decisions (opt2009 §3.1–3.2). A base classifier is a path: one feature per level.
///
/// - Stump: one level. Product: one level per term, in the order of the terms; later cycles search the same
///   feature of a term again.
/// - Tree: one level per depth, as in the authors' program; all nodes of one depth, and hence siblings, share
///   the feature.
/// - The reward of the whole base classifier's edge goes to every node of the path, at the end of the round.
class UctSelector final : public CountingSelector {
    void fields(Fields& field) override {
        field("exploration", exploration,
              {"the factor under the root: sqrt(exploration ln T_parent / T_j)", 0, 1e6});
        field("reward", reward, {"edge to reward"});
    }
    Scan scan() const override { return {1}; }
    RewardMap reward_map() const override { return reward; }

    void start(const Surroundings& s) override {
        CountingSelector::start(s);
        tree_ = UctTree(s.features, exploration);
        rng_ = Rng(s.seed, "selector");
        pulls_.assign(s.features, 0);
        reward_sum_.assign(s.features, 0);
    }
    void begin_round(std::size_t round) override {
        CountingSelector::begin_round(round);
        path_.clear();
        std::ranges::fill(level_, -1);
    }
    void end_round(double edge) override {
        const double earned = reward_of_edge(reward, edge);
        tree_.visit(UctTree::kRoot, earned);
        for (const UctTree::Node node : path_) {
            tree_.visit(node, earned);
            ++pulls_[tree_.feature(node)];
            reward_sum_[tree_.feature(node)] += earned;
        }
    }
    void state(StateIO& io) override {
        io.part("tree", tree_);
        io("pulls", pulls_)("reward_sum", reward_sum_);
        CountingSelector::state(io);
        io("rng", rng_);
    }
    /// Saves "pulls" and "mean_reward" per feature, over all visits in paths, "accepted" and "tree_nodes".
    void summarise(Archive& archive) const override {
        std::vector<double> means(pulls_.size(), 0);
        for (std::size_t j = 0; j < means.size(); ++j)
            if (pulls_[j] > 0) means[j] = reward_sum_[j] / static_cast<double>(pulls_[j]);
        archive.put("pulls", pulls_, "pulls", "visits of tree nodes with this feature");
        archive.put("mean_reward", std::move(means), "",
                    "mean reward of the paths through this feature (0: never visited)");
        archive.put_scalar<std::uint64_t>("tree_nodes", tree_.size());
        CountingSelector::summarise(archive);
    }

    learners::Query ask(const learners::Decision& decision) override {
        const std::size_t level = level_of(decision);
        while (path_.size() <= level)
            path_.push_back(tree_.descend(path_.empty() ? UctTree::kRoot : path_.back(), rng_));
        query_ = tree_.feature(path_[level]);
        return {{&query_, 1}};
    }
    /// Returns the level of a decision: its parent's level + 1. Products revisit nodes and keep the level;
    /// each new tree starts over. A decision whose parent had no query gets level 0.
    std::size_t level_of(const learners::Decision& decision) {
        const auto node = static_cast<std::size_t>(decision.node);
        if (node >= level_.size()) level_.resize(node + 1, -1);
        if (level_[node] < 0 || decision.siblings >= 0) {
            const auto parent = static_cast<std::size_t>(decision.parent);
            const bool known = !decision.root() && parent < level_.size() && level_[parent] >= 0;
            level_[node] = known ? level_[parent] + 1 : 0;
        }
        return static_cast<std::size_t>(level_[node]);
    }

    double exploration = 2;
    RewardMap reward = RewardMap::sqrt;
    UctTree tree_{0, 0};
    Rng rng_{0};
    std::vector<UctTree::Node> path_;  ///< this round's node at each level
    std::vector<std::int32_t> level_;  ///< level of each node of this round; −1: not seen yet
    std::uint32_t query_ = 0;
    std::vector<std::uint64_t> pulls_;
    std::vector<double> reward_sum_;
};

}  // namespace

extern const Entry<Selector> uct = entry_of<UctSelector, Selector>("uct");

}  // namespace reboost::selectors
