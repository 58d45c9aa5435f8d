#include "selectors/features/uct_tree.hpp"

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
    std::vector<double> sums;
    for (const Entry& entry : nodes_)
        sums.push_back(entry.reward_sum);
    io.any_size("reward_sum", sums);
    if (sums.empty()) throw DataError("a saved UCT tree has no root");
    if (io.loading()) nodes_.assign(sums.size(), {});
    for (std::size_t i = 0; i < sums.size(); ++i)
        nodes_[i].reward_sum = sums[i];
    for (const auto& [name, member] : {std::pair{"visits", &Entry::visits},
                                       {"feature", &Entry::feature},
                                       {"first_child", &Entry::first_child},
                                       {"next_sibling", &Entry::next_sibling}}) {
        std::vector<std::uint32_t> values;
        for (const Entry& entry : nodes_)
            values.push_back(entry.*member);
        io(name, values);
        for (std::size_t i = 0; i < values.size(); ++i)
            nodes_[i].*member = values[i];
    }
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

}  // namespace reboost::selectors
