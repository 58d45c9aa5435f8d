#include "selectors/uct.hpp"

#include "selectors/bases.hpp"
#include "selectors/rewards.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace reboost::selectors {

UctTree::UctTree(std::size_t features, double exploration)
    : features_(features), exploration_(exploration), nodes_(1), taken_(features, 0) {}

UctTree::Node UctTree::descend(Node parent, Rng& rng) {
    const double width = exploration_ * std::log(std::max(1.0, static_cast<double>(nodes_[parent].visits)));
    Node best = kNone;
    double best_index = -1;
    std::size_t visited = 0;
    for (Node child = nodes_[parent].first_child; child != kNone; child = nodes_[child].next_sibling) {
        const Entry& entry = nodes_[child];
        ++visited;
        // A child may have been created in a round that ended without a reward: then it still counts as
        // unvisited.
        const double pulls = std::max(1.0, static_cast<double>(entry.visits));
        const double mean = entry.visits == 0 ? rng.uniform() : entry.reward_sum / pulls;
        const double index = mean + std::sqrt(width / pulls);
        // Children come latest first; among equal indices the earliest created wins.
        if (index >= best_index) {
            best_index = index;
            best = child;
        }
    }
    const std::size_t unvisited = features_ - visited;
    if (unvisited == 0) return best;
    const double largest = std::pow(rng.uniform(), 1 / static_cast<double>(unvisited));
    const std::size_t place = rng.below(unvisited);
    if (best != kNone && largest + std::sqrt(width) <= best_index) return best;
    return add_unvisited(parent, place);
}

/// Creates the child for the `place`-th feature that `parent` has no child for.
UctTree::Node UctTree::add_unvisited(Node parent, std::size_t place) {
    for (Node child = nodes_[parent].first_child; child != kNone; child = nodes_[child].next_sibling)
        taken_[nodes_[child].feature] = 1;
    std::uint32_t feature = 0;
    while (taken_[feature] || place-- > 0)
        ++feature;
    for (Node child = nodes_[parent].first_child; child != kNone; child = nodes_[child].next_sibling)
        taken_[nodes_[child].feature] = 0;
    const auto created = static_cast<Node>(nodes_.size());
    nodes_.push_back({0, 0, feature, kNone, nodes_[parent].first_child});
    nodes_[parent].first_child = created;
    return created;
}

void UctTree::visit(Node node, double reward) {
    ++nodes_[node].visits;
    nodes_[node].reward_sum += reward;
}

void UctTree::state(StateIO& io) {
    io.first_column("reward_sum", nodes_, &Entry::reward_sum);
    io.column("visits", nodes_, &Entry::visits);
    io.column("feature", nodes_, &Entry::feature);
    io.column("first_child", nodes_, &Entry::first_child);
    io.column("next_sibling", nodes_, &Entry::next_sibling);
    if (nodes_.empty()) throw DataError("a saved UCT tree has no root");
    if (io.loading()) check();
}

void UctTree::check() const {
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        // Links follow the order of creation: a child comes after its parent, its next sibling came before
        // it.
        const Entry& entry = nodes_[i];
        const bool child_fits =
            entry.first_child == kNone || (entry.first_child > i && entry.first_child < nodes_.size());
        const bool sibling_fits = entry.next_sibling == kNone || entry.next_sibling < i;
        if (!child_fits || !sibling_fits || entry.feature >= features_)
            throw DataError("node " + std::to_string(i) + " of a saved UCT tree does not fit " +
                            std::to_string(features_) + " features");
    }
}

namespace {

/// UCT over sequences of decisions (opt2009 §3.1–3.2). A base classifier is a path: one feature per level.
///
/// - Stump: one level. Product: one level per term, in the order of the terms; later cycles search a term's
///   feature again.
/// - Tree: one level per depth, as in the authors' program; nodes of one depth share the feature, so that
///   siblings do by construction.
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
        io("pulls", pulls_);
        io("reward_sum", reward_sum_);
        CountingSelector::state(io);
        io("rng", rng_);
    }
    /// "pulls" and "mean_reward" per feature, over all places in paths; "accepted"; "tree_nodes".
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
    /// Level of a decision: its parent's + 1. Products revisit nodes and keep the level; each new tree starts
    /// over. A decision whose parent was never asked about begins at the top.
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
    std::vector<std::int32_t> level_;  ///< level of each decided node of this round, −1: not seen
    std::uint32_t query_ = 0;
    std::vector<std::uint64_t> pulls_;
    std::vector<double> reward_sum_;
};

}  // namespace

extern const Entry<Selector> uct = entry_of<UctSelector, Selector>("uct");

}  // namespace reboost::selectors
