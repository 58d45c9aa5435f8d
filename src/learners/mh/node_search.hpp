#pragma once
/// Finds the best stump on the rows of a tree's node.
///
/// If every column is searched, the nodes share work: a dense or list column keeps a histogram per node (the
/// larger child's is the parent's minus the smaller child's), a sorted column keeps each node's entries
/// sorted. If a selector asks for a few columns, each node gathers its rows afresh. If that selector is
/// exact, the few columns are summed in the same order as in the shared search (nodes_on_demand.hpp).
#include "learners/mh/node_histograms.hpp"
#include "learners/mh/node_lists.hpp"
#include "learners/mh/nodes_on_demand.hpp"
#include "learners/mh/stump_search.hpp"

#include <algorithm>
#include <functional>
#include <optional>

namespace reboost::learners {

class NodeSearch {
  public:
    NodeSearch(const ScanColumns& columns, std::size_t max_splits, parallel::Team& team)
        : columns_(columns),
          max_nodes_(max_splits + 1),
          team_(team),
          root_scanner_(columns, team),
          gathered_scanner_(columns),
          row_search_(columns, max_nodes_) {}

    /// Starts a new tree on these weights; node 0 is the root.
    void begin(const ScanWeights& weights, const FeatureSelector& selector) {
        weights_ = weights;
        row_search_.begin_round();
        // With more than 64 classes, the widest kernel, the rows of every node are gathered.
        shared_ = selector.exhaustive() && columns_.stride() <= 64;
        exact_ = selector.exact() && !shared_ && columns_.stride() <= 64;
        if (exact_ && !on_demand_) on_demand_.emplace(columns_, max_nodes_);
        if (exact_) on_demand_->begin(weights_.values);
        if (!shared_) return;
        if (!histograms_) {
            histograms_.emplace(columns_, max_nodes_);
            lists_.emplace(columns_, max_nodes_);
            shared_scores_ = std::vector<NodeScores>(max_nodes_);
            for (NodeScores& node : shared_scores_)
                node.scores.resize(columns_.features());
        }
        shared_scores_[0].floor.reset();
        for_each(histograms_->batches(), histograms_->values(columns_.rows()), [&](std::size_t batch) {
            histograms_->build(0, batch, {}, weights_.values);
            scan_batch(batch, 0, weights_.totals);
        });
        work_ += histograms_->values(columns_.rows());
        lists_->begin();
        work_ += lists_->entries(0);
        for_each(lists_->features().size(), lists_->entries(0),
                 [&](std::size_t c) { scan_list(c, 0, weights_.totals); });
    }
    /// The best stump for a node. `rows`: its rows; `totals`: their class sums.
    StumpChoice search(std::size_t node, const Decision& decision, std::span<const std::uint32_t> rows,
                       std::span<const double> totals, FeatureSelector& selector) {
        bool restricted = false;
        const ScanWeights own{weights_.values, totals};
        const bool at_root = !shared_ && !exact_ && rows.size() == columns_.rows();
        const auto scan = [&](const Query& query, std::span<ThresholdScore> scores) {
            restricted |= !query.rows.all() && query.choosable;
            if (!query.rows.all()) return row_search_.scan(query, rows, own, scores);
            if (at_root) root_scanner_.scan(query.features, weights_, scores, wanted_by(selector));
            for (std::size_t i = 0; !at_root && i < scores.size(); ++i) {
                const std::uint32_t feature = query.features[i];
                scores[i] = shared_  ? shared_scores_[node].scores[feature]
                            : exact_ ? on_demand_->score(node, feature, own.totals)
                                     : gathered_scanner_.scan(feature, rows, own);
            }
            return Report{};
        };
        StumpChoice choice = search_stump(decision, selector, scores_, reports_, scan);
        // Nodes are compared by the edges of their stumps on all their rows.
        if (restricted && choice.found()) choice.score.edge = row_search_.edge_on(choice, rows, own);
        return choice;
    }
    /// A child of a split: its rows and their class sums.
    struct Child {
        std::span<const std::uint32_t> rows;
        std::span<const double> totals;
    };
    /// `node` becomes the child below, `other`, a new number, the child above. side[row]: 0 below, 1 above.
    void split(std::size_t node, std::size_t other, const Child& below, const Child& above,
               const std::uint8_t* side) {
        if (exact_) on_demand_->split(node, other, below.rows, above.rows);
        if (!shared_) return;
        shared_scores_[node].floor.reset();
        shared_scores_[other].floor.reset();
        const std::size_t entries = lists_->entries(node);
        work_ += entries;
        for_each(lists_->features().size(), entries,
                 [&](std::size_t c) {  // searches both children while their rows are in the cache
                     lists_->partition(node, other, c, side);
                     scan_list(c, node, below.totals);
                     scan_list(c, other, above.totals);
                 });
        // The smaller child's histogram fills the free slot; the parent's slot becomes the larger child's.
        const bool below_smaller = below.rows.size() <= above.rows.size();
        if (below_smaller) histograms_->exchange(node, other);
        const std::size_t smaller = below_smaller ? node : other, larger = below_smaller ? other : node;
        const std::span<const std::uint32_t> rows = below_smaller ? below.rows : above.rows;
        const std::size_t values = histograms_->values(rows.size());
        for_each(histograms_->batches(), values + histograms_->bins(),
                 [&](std::size_t batch) {  // all steps of a batch while its sums are in the cache
                     histograms_->build(smaller, batch, rows, weights_.values);
                     histograms_->subtract(larger, smaller, batch);
                     scan_batch(batch, node, below.totals);
                     scan_batch(batch, other, above.totals);
                 });
        work_ += values;
    }

    std::uint64_t work() const {
        return work_ + root_scanner_.work() + gathered_scanner_.work() + row_search_.work() +
               (on_demand_ ? on_demand_->work() : 0);
    }

  private:
    /// The scores of a node's shared columns. A score below the floor may be lower than its column's best.
    struct NodeScores {
        std::vector<ThresholdScore> scores;  ///< one per feature
        EdgeFloor floor;

        void set(std::uint32_t feature, const ThresholdScore& score) {
            scores[feature] = score;
            floor.raise(score.edge);
        }
    };

    void scan_list(std::size_t c, std::size_t node, std::span<const double> totals) {
        NodeScores& scores = shared_scores_[node];
        scores.set(lists_->features()[c],
                   columns_.kernels().scan_sorted(weights_.values, columns_.stride(), lists_->rows(node, c),
                                                  totals.data(), scores.floor.value()));
    }
    /// Calls body(0) … body(count − 1), in parallel if at least kMinParallelValues `values` are to be read.
    void for_each(std::size_t count, std::size_t values, const std::function<void(std::size_t)>& body) {
        const bool alone = team_.width() == 1 || values < parallel::kMinParallelValues;
        const std::size_t chunks = alone ? 1 : std::min(count, 4 * team_.width());
        team_.for_chunks(chunks, [&](std::size_t chunk, std::size_t) {
            for (std::size_t i = count * chunk / chunks; i < count * (chunk + 1) / chunks; ++i)
                body(i);
        });
    }
    void scan_batch(std::size_t batch, std::size_t node, std::span<const double> totals) {
        NodeScores& scores = shared_scores_[node];
        for (std::size_t c = histograms_->batch_begin(batch); c < histograms_->batch_end(batch); ++c)
            scores.set(histograms_->features()[c], histograms_->best(node, c, totals, scores.floor.value()));
    }

    const ScanColumns& columns_;
    std::size_t max_nodes_;
    parallel::Team& team_;
    StumpScanner root_scanner_;
    GatheredScanner gathered_scanner_;
    RowSearch row_search_;
    ScanWeights weights_{};
    bool shared_ = false, exact_ = false;
    std::optional<NodeHistograms> histograms_;
    std::optional<NodeLists> lists_;
    std::optional<NodesOnDemand> on_demand_;
    std::vector<NodeScores> shared_scores_;  ///< one per node
    std::vector<ThresholdScore> scores_;
    std::vector<FeatureScore> reports_;
    std::uint64_t work_ = 0;
};

}  // namespace reboost::learners
