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

#include <functional>
#include <optional>

namespace reboost::learners {

class NodeSearch {
  public:
    NodeSearch(const ScanColumns& columns, std::size_t max_splits, parallel::Team& team);

    /// Starts a new tree on these weights; node 0 is the root.
    void begin(const ScanWeights& weights, const FeatureSelector& selector);
    /// The best stump for a node. `rows`: its rows; `totals`: their class sums.
    StumpChoice search(std::size_t node, const Decision& decision, std::span<const std::uint32_t> rows,
                       std::span<const double> totals, FeatureSelector& selector);
    /// A child of a split: its rows and their class sums.
    struct Child {
        std::span<const std::uint32_t> rows;
        std::span<const double> totals;
    };
    /// `node` becomes the child below, `other`, a new number, the child above. side[row]: 0 below, 1 above.
    void split(std::size_t node, std::size_t other, const Child& below, const Child& above,
               const std::uint8_t* side);

    std::uint64_t work() const;

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

    void scan_list(std::size_t c, std::size_t node, std::span<const double> totals);
    /// Calls body(0) … body(count − 1), in parallel if at least kMinParallelValues `values` are to be read.
    void for_each(std::size_t count, std::size_t values, const std::function<void(std::size_t)>& body);
    void scan_batch(std::size_t batch, std::size_t node, std::span<const double> totals);

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
