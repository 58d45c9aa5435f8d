#include "learners/mh/base_classifier.hpp"

#include "learners/mh/kernels/kernel_table.hpp"
#include "simd/isa.hpp"

#include <algorithm>
#include <cmath>

namespace reboost::learners {
namespace {

/// Returns the leaf that `child` reaches if every node leads to its child below.
std::uint16_t lowest_leaf(std::span<const Children> children, std::int32_t child) {
    while (child >= 0)
        child = children[static_cast<std::size_t>(child)].below;
    return static_cast<std::uint16_t>(-1 - child);
}

/// One pass over the rows per node, parents first. Before it, the node's rows have its lowest leaf.
void assign_leaves(std::span<const Split> splits, std::span<const Children> children,
                   const data::BinnedMatrix& data, std::span<std::uint16_t> out) {
    std::ranges::fill(out, lowest_leaf(children, 0));
    for (std::size_t node = 0; node < splits.size(); ++node) {
        const std::uint16_t low = lowest_leaf(children, static_cast<std::int32_t>(node));
        const std::uint16_t high = lowest_leaf(children, children[node].above);
        const data::BinnedColumn& column = data.columns[splits[node].feature];
        simd::kernels<CellKernels>().raise[column.codes.index()](column.first_code(), splits[node].threshold,
                                                                 out.size(), low, high, out.data());
    }
}

template <class T>
std::span<const T> slice(const std::vector<T>& all, const std::vector<std::uint64_t>& ends, std::size_t t) {
    const std::uint64_t begin = t == 0 ? 0 : ends[t - 1];
    return {all.data() + begin, all.data() + ends[t]};
}

void check_ends(const std::vector<std::uint64_t>& ends, std::size_t count, std::size_t size,
                const char* what) {
    const bool whole = ends.size() == count && std::is_sorted(ends.begin(), ends.end()) &&
                       (ends.empty() ? size == 0 : ends.back() == size);
    if (!whole) throw DataError(std::string("model: the ") + what + " do not fit the rounds");
}

constexpr std::size_t kMostClasses = std::size_t{1} << 24;
/// Far above the α of any edge. With a larger α AdaBoostRS would never draw the other classifiers.
constexpr double kMostAlpha = 1e6;

/// Throws DataError unless each child is a later node or a leaf of its tree, α is in range, and each cell has
/// votes. Only a round without a cut (α = 0) may have no votes.
void check_round(const Ensemble::View& round, std::size_t classes, std::size_t number) {
    const auto nodes = static_cast<std::int64_t>(round.children.size());
    const auto leads_on = [nodes](std::int64_t own, std::int64_t child) {
        return child >= 0 ? child > own && child < nodes : -1 - child <= nodes;
    };
    bool whole = round.children.empty() || round.children.size() == round.splits.size();
    for (std::int64_t node = 0; node < nodes; ++node) {
        const Children& children = round.children[static_cast<std::size_t>(node)];
        whole = whole && leads_on(node, children.below) && leads_on(node, children.above);
    }
    whole = whole && std::abs(round.alpha) <= kMostAlpha;
    const std::size_t cells = round.children.empty() ? 2 : round.children.size() + 1;
    whole = whole &&
            (round.votes.size() == cells * vote_words(classes) || (round.alpha == 0 && round.votes.empty()));
    if (!whole)
        throw DataError("model: the tree or the votes of round " + std::to_string(number) +
                        " are not whole, or its coefficient is no number");
}

}  // namespace

void assign_cells(std::span<const Split> splits, std::span<const Children> children,
                  const data::BinnedMatrix& data, std::span<std::uint16_t> out) {
    out = out.first(data.rows);
    if (!children.empty()) return assign_leaves(splits, children, data, out);
    // The product of all φ is +1 if an even number of factors is −1. The cells start as if every φ were −1;
    // each φ = +1 toggles its cell.
    std::ranges::fill(out, static_cast<std::uint16_t>((splits.size() + 1) % 2));
    for (const Split& split : splits) {
        const data::BinnedColumn& column = data.columns[split.feature];
        simd::kernels<CellKernels>().toggle[column.codes.index()](column.first_code(), split.threshold,
                                                                  out.size(), out.data());
    }
}

void Ensemble::append(const View& classifier) {
    alphas_.push_back(classifier.alpha);
    splits_.insert(splits_.end(), classifier.splits.begin(), classifier.splits.end());
    children_.insert(children_.end(), classifier.children.begin(), classifier.children.end());
    votes_.insert(votes_.end(), classifier.votes.begin(), classifier.votes.end());
    split_ends_.push_back(splits_.size());
    child_ends_.push_back(children_.size());
    vote_ends_.push_back(votes_.size());
}

Ensemble::View Ensemble::operator[](std::size_t t) const {
    return {alphas_[t], slice(splits_, split_ends_, t), slice(children_, child_ends_, t),
            slice(votes_, vote_ends_, t)};
}

void Ensemble::state(StateIO& io) {
    io("classes", classes_);
    io.any_size("alpha", alphas_, "base coefficient of each round");
    io.first_column("feature", splits_, &Split::feature, "column of each split, rounds in order");
    io.column("threshold", splits_, &Split::threshold,
              "code threshold of each split: phi = +1 where code >= threshold");
    io.any_size("split_end", split_ends_, "splits up to and with each round");
    io.first_column("below", children_, &Children::below,
                    "tree: where phi = -1 leads; n >= 0 a node, else leaf -1-n");
    io.column("above", children_, &Children::above, "tree: where phi = +1 leads");
    io.any_size("child_end", child_ends_, "children up to and with each round");
    io.any_size("votes", votes_, "votes of each cell, a bit a class, set: +1");
    io.any_size("vote_end", vote_ends_, "vote words up to and with each round");
    if (!io.loading()) return;
    check_ends(split_ends_, size(), splits_.size(), "splits");
    check_ends(child_ends_, size(), children_.size(), "children");
    check_ends(vote_ends_, size(), votes_.size(), "votes");
    if (classes_ < 1 || classes_ > kMostClasses) throw DataError("model: no such number of classes");
    for (std::size_t t = 0; t < size(); ++t)
        check_round((*this)[t], classes_, t + 1);
}

}  // namespace reboost::learners
