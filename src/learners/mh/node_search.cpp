#include "learners/mh/node_search.hpp"

#include "learners/mh/weights.hpp"

#include <algorithm>

namespace reboost::learners {
namespace {

std::vector<std::uint32_t> features_where(const ScanColumns& columns, auto&& predicate) {
    std::vector<std::uint32_t> features;
    for (std::uint32_t j = 0; j < columns.features(); ++j)
        if (predicate(columns[j])) features.push_back(j);
    return features;
}

}  // namespace

NodeSearch::NodeSearch(const ScanColumns& columns, std::size_t stride, std::size_t max_splits,
                       parallel::Team& team)
    : columns_(columns),
      stride_(stride),
      max_nodes_(max_splits + 1),
      team_(team),
      kernels_(kernels_for(stride)),
      root_scanner_(columns, stride, team),
      gathered_scanner_(columns, stride),
      row_search_(columns, stride, max_nodes_) {}

void NodeSearch::begin(const ScanWeights& weights, const FeatureSelector& selector) {
    weights_ = weights;
    nodes_ = 1;
    root_split_ = false;
    row_search_.begin_round();
    // With more classes than a kernel's width every node is gathered.
    shared_ = selector.exhaustive() && stride_ <= 64;
    exact_ = selector.exact() && !shared_ && stride_ <= 64;
    if (exact_ && !on_demand_) on_demand_ = std::make_unique<NodesOnDemand>(columns_, stride_, max_nodes_);
    if (exact_) on_demand_->begin(weights_.values);
    if (shared_ && !histograms_) prepare_sharing();
    if (!shared_) return;
    shared_scores_[0].floor.reset();
    for_batches(histograms_->values(columns_.rows()), [&](std::size_t batch) {
        histograms_->build(0, batch, {}, weights_.values);
        scan_batch(batch, 0, weights_.totals);
    });
    work_ += histograms_->values(columns_.rows());
    scan_root_lists(*lists16_);
    scan_root_lists(*lists32_);
}

void NodeSearch::prepare_sharing() {
    const auto in_form = [&](ColumnForm form) {
        return features_where(columns_, [form](const ScanColumn& c) { return c.form == form; });
    };
    const auto narrow =
        features_where(columns_, [](const ScanColumn& c) { return !c.sorted_rows16.empty(); });
    const auto wide = features_where(columns_, [](const ScanColumn& c) { return !c.sorted_rows32.empty(); });
    histograms_ = std::make_unique<NodeHistograms>(columns_, in_form(ColumnForm::dense),
                                                   in_form(ColumnForm::list), stride_, max_nodes_);
    lists16_.reset(new SharedLists<std::uint16_t>{{columns_, narrow},
                                                  std::vector<ListRange>(max_nodes_ * narrow.size())});
    lists32_.reset(
        new SharedLists<std::uint32_t>{{columns_, wide}, std::vector<ListRange>(max_nodes_ * wide.size())});
    shared_scores_ = std::vector<NodeScores>(max_nodes_);
    for (NodeScores& node : shared_scores_)
        node.scores.resize(columns_.features());
}

void NodeSearch::for_batches(std::size_t values, const std::function<void(std::size_t)>& body) {
    if (team_.width() == 1 || values < parallel::kMinParallelValues) {
        for (std::size_t batch = 0; batch < histograms_->batches(); ++batch)
            body(batch);
        return;
    }
    team_.for_chunks(histograms_->batches(), [&](std::size_t batch, std::size_t) { body(batch); });
}

void NodeSearch::for_columns(std::size_t count, std::size_t values,
                             const std::function<void(std::size_t, std::size_t)>& body) {
    if (team_.width() == 1 || values < parallel::kMinParallelValues) {
        body(0, count);
        return;
    }
    // Chunks end at multiples of four, so that columns are grouped in the same way for any number of threads.
    const std::size_t fours = (count + 3) / 4, chunks = std::min<std::size_t>(fours, 4 * team_.width());
    team_.for_chunks(chunks, [&](std::size_t chunk, std::size_t) {
        body(std::min(count, fours * chunk / chunks * 4), std::min(count, fours * (chunk + 1) / chunks * 4));
    });
}

void NodeSearch::scan_all_rows(const Query& query, std::size_t node, std::span<const std::uint32_t> rows,
                               const ScanWeights& own, Wanted wanted, std::span<ThresholdScore> scores) {
    if (!shared_ && !exact_ && rows.size() == columns_.rows()) {
        root_scanner_.scan(query.features, weights_, scores, wanted);
        return;
    }
    for (std::size_t i = 0; i < scores.size(); ++i) {
        const std::uint32_t feature = query.features[i];
        scores[i] = shared_  ? shared_scores_[node].scores[feature]
                    : exact_ ? on_demand_->score(node, feature, own.totals)
                             : gathered_scanner_.scan(feature, rows, own);
    }
}

StumpChoice NodeSearch::search(std::size_t node, const Decision& decision,
                               std::span<const std::uint32_t> rows, std::span<const double> totals,
                               FeatureSelector& selector) {
    bool restricted = false;
    const ScanWeights own{weights_.values, stride_, totals};
    StumpChoice choice = search_stump(decision, selector, scores_, reports_,
                                      [&](const Query& query, std::span<ThresholdScore> scores) {
                                          restricted |= !query.rows.all() && query.choosable;
                                          if (!query.rows.all())
                                              return row_search_.scan(query, rows, own, scores);
                                          scan_all_rows(query, node, rows, own, wanted_by(selector), scores);
                                          return Report{};
                                      });
    if (restricted && choice.found())  // nodes are compared by what their stumps are worth on all their rows
        choice.score.edge = row_search_.edge_on(choice, rows, own);
    return choice;
}

void NodeSearch::NodeScores::set(std::uint32_t feature, const ThresholdScore& score) {
    scores[feature] = score;
    floor.raise(score.edge);
}

void NodeSearch::scan_batch(std::size_t batch, std::size_t node, std::span<const double> totals) {
    NodeScores& scores = shared_scores_[node];
    for (std::size_t c = histograms_->batch_begin(batch); c < histograms_->batch_end(batch); ++c)
        scores.set(histograms_->features()[c], histograms_->best(node, c, totals, scores.floor.value()));
}

template <class Index>
std::size_t NodeSearch::SharedLists<Index>::entries(std::size_t node) {
    std::size_t total = 0;
    for (std::size_t c = 0; c < lists.size(); ++c)
        total += range(node, c).count;
    return total;
}

template <class Index>
void NodeSearch::scan_list(SharedLists<Index>& shared, std::size_t c, std::size_t node,
                           std::span<const double> totals) {
    NodeScores& scores = shared_scores_[node];
    const SortedRows<Index> rows = shared.lists.rows(c, shared.range(node, c), !root_split_);
    const auto scan = [this] {
        if constexpr (std::is_same_v<Index, std::uint16_t>)
            return kernels_.scan_sorted16;
        else
            return kernels_.scan_sorted32;
    }();
    scores.set(shared.lists.features()[c],
               scan(weights_.values, stride_, rows, totals.data(), scores.floor.value()));
}

template <class Index>
void NodeSearch::scan_root_lists(SharedLists<Index>& shared) {
    for (std::size_t c = 0; c < shared.lists.size(); ++c)
        shared.range(0, c) = shared.lists.root(c);
    const std::size_t entries = shared.entries(0);
    work_ += entries;
    for_columns(shared.lists.size(), entries, [&](std::size_t first, std::size_t last) {
        for (std::size_t c = first; c < last; ++c)
            scan_list(shared, c, 0, weights_.totals);
    });
}

template <class Index>
void NodeSearch::split_lists(SharedLists<Index>& shared, std::size_t node, std::size_t other,
                             const Child& below, const Child& above, const std::uint8_t* side, bool at_root) {
    const std::size_t entries = shared.entries(node);
    work_ += entries;
    for_columns(shared.lists.size(), entries, [&](std::size_t first, std::size_t last) {
        for (std::size_t c = first; c < last; ++c) {
            const ListRange parent = shared.range(node, c);
            shared.lists.partition(c, parent, at_root, side, shared.range(node, c), shared.range(other, c));
            scan_list(shared, c, node, below.totals);
            scan_list(shared, c, other, above.totals);
        }
    });
}

std::size_t NodeSearch::split(std::size_t node, const Child& below, const Child& above,
                              const std::uint8_t* side) {
    const std::size_t other = nodes_++;
    if (exact_) on_demand_->split(node, other, below.rows, above.rows);
    if (!shared_) return other;
    const bool at_root = !root_split_;
    root_split_ = true;
    shared_scores_[node].floor.reset();
    shared_scores_[other].floor.reset();
    split_lists(*lists16_, node, other, below, above, side, at_root);
    split_lists(*lists32_, node, other, below, above, side, at_root);
    // The smaller child is filled into the free slot, the parent's slot becomes the larger one's.
    const bool below_smaller = below.rows.size() <= above.rows.size();
    if (below_smaller) histograms_->exchange(node, other);
    const std::size_t smaller = below_smaller ? node : other, larger = below_smaller ? other : node;
    const std::span<const std::uint32_t> rows = below_smaller ? below.rows : above.rows;
    const std::size_t values = histograms_->values(rows.size());
    for_batches(values + histograms_->bins(),
                [&](std::size_t batch) {  // all of a batch while it is in the cache
                    histograms_->build(smaller, batch, rows, weights_.values);
                    histograms_->subtract(larger, smaller, batch);
                    scan_batch(batch, node, below.totals);
                    scan_batch(batch, other, above.totals);
                });
    work_ += values;
    return other;
}

}  // namespace reboost::learners
