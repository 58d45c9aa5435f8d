#include "learners/mh/node_search.hpp"

#include <algorithm>

namespace reboost::learners {

NodeSearch::NodeSearch(const ScanColumns& columns, std::size_t max_splits, parallel::Team& team)
    : columns_(columns),
      max_nodes_(max_splits + 1),
      team_(team),
      root_scanner_(columns, team),
      gathered_scanner_(columns),
      row_search_(columns, max_nodes_) {}

std::uint64_t NodeSearch::work() const {
    return work_ + root_scanner_.work() + gathered_scanner_.work() + row_search_.work() +
           (on_demand_ ? on_demand_->work() : 0);
}

void NodeSearch::begin(const ScanWeights& weights, const FeatureSelector& selector) {
    weights_ = weights;
    row_search_.begin_round();
    // With more than 64 classes, the widest kernel, the rows of every node are gathered.
    shared_ = selector.exhaustive() && columns_.stride() <= 64;
    exact_ = selector.exact() && !shared_ && columns_.stride() <= 64;
    if (exact_ && !on_demand_) on_demand_.emplace(columns_, max_nodes_);
    if (exact_) on_demand_->begin(weights_.values);
    if (!shared_) return;
    if (!histograms_) {
        const auto in_form = [&](ColumnForm form) {
            std::vector<std::uint32_t> features;
            for (std::uint32_t j = 0; j < columns_.features(); ++j)
                if (columns_[j].form == form) features.push_back(j);
            return features;
        };
        histograms_.emplace(columns_, in_form(ColumnForm::dense), in_form(ColumnForm::list), max_nodes_);
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

void NodeSearch::for_each(std::size_t count, std::size_t values,
                          const std::function<void(std::size_t)>& body) {
    const bool alone = team_.width() == 1 || values < parallel::kMinParallelValues;
    const std::size_t chunks = alone ? 1 : std::min(count, 4 * team_.width());
    team_.for_chunks(chunks, [&](std::size_t chunk, std::size_t) {
        for (std::size_t i = count * chunk / chunks; i < count * (chunk + 1) / chunks; ++i)
            body(i);
    });
}

StumpChoice NodeSearch::search(std::size_t node, const Decision& decision,
                               std::span<const std::uint32_t> rows, std::span<const double> totals,
                               FeatureSelector& selector) {
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
    if (restricted && choice.found())  // nodes are compared by the edges of their stumps on all their rows
        choice.score.edge = row_search_.edge_on(choice, rows, own);
    return choice;
}

void NodeSearch::scan_batch(std::size_t batch, std::size_t node, std::span<const double> totals) {
    NodeScores& scores = shared_scores_[node];
    for (std::size_t c = histograms_->batch_begin(batch); c < histograms_->batch_end(batch); ++c)
        scores.set(histograms_->features()[c], histograms_->best(node, c, totals, scores.floor.value()));
}

void NodeSearch::scan_list(std::size_t c, std::size_t node, std::span<const double> totals) {
    NodeScores& scores = shared_scores_[node];
    scores.set(lists_->features()[c],
               columns_.kernels().scan_sorted(weights_.values, columns_.stride(), lists_->rows(node, c),
                                              totals.data(), scores.floor.value()));
}

void NodeSearch::split(std::size_t node, std::size_t other, const Child& below, const Child& above,
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

}  // namespace reboost::learners
