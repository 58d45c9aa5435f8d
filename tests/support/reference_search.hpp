#pragma once
/// Plain searches in double, O(ndK) and nothing shared with the program but the selectors that they ask.
///
/// A search may be given a guide: the classifier that the program found. Where one of its choices is as good
/// as the best (within kTolerance of the edge, weights summing to 1), the search takes it, so that ties which
/// rounding decides do not part the two; the result then equals the guide exactly if every choice was as good
/// as the best.
#include "learners/feature_selector.hpp"
#include "learners/mh/base_classifier.hpp"
#include "support/reference_table.hpp"

#include <cmath>
#include <numeric>
#include <vector>

namespace reboost::reference {

using learners::Decision;
using learners::FeatureScore;
using learners::FeatureSelector;
using learners::Split;

inline constexpr double kTolerance = 1e-6;

/// w_{i,l} · y_{i,l}, n × K.
struct Weights {
    std::size_t rows = 0, classes = 0;
    std::vector<double> values;

    double at(std::size_t i, std::size_t l) const { return values[i * classes + l]; }
    double& at(std::size_t i, std::size_t l) { return values[i * classes + l]; }
};

/// A threshold between distinct values: rows of rank ≥ threshold are +1. threshold 0: none.
struct Cut {
    Split split;
    double edge = 0;
    bool found() const { return split.threshold > 0; }
};

using Rows = std::vector<std::uint32_t>;

inline Rows all_rows(std::size_t count) {
    Rows rows(count);
    std::iota(rows.begin(), rows.end(), 0U);
    return rows;
}

/// Σ_l |Σ_i w y φ|, straight from its definition (kdd2009 eq. 6 and 7).
inline double edge_of(const Split& split, const Table& table, const Weights& weights, const Rows& rows) {
    double edge = 0;
    for (std::size_t l = 0; l < weights.classes; ++l) {
        double sum = 0;
        for (const std::uint32_t i : rows)
            sum += table.ranks[split.feature][i] >= split.threshold ? weights.at(i, l) : -weights.at(i, l);
        edge += std::abs(sum);
    }
    return edge;
}

/// The best threshold of one feature that parts the rows; the lowest of equals.
inline Cut best_cut(std::uint32_t feature, const Table& table, const Weights& weights, const Rows& rows) {
    const std::vector<std::uint32_t>& ranks = table.ranks[feature];
    std::uint32_t lowest = ~0U, highest = 0;
    for (const std::uint32_t i : rows) {
        lowest = std::min(lowest, ranks[i]);
        highest = std::max(highest, ranks[i]);
    }
    Cut best{{feature, 0}, 0};
    if (rows.empty() || lowest == highest) return best;
    const std::size_t classes = weights.classes;
    std::vector<double> level_sums((highest + 1) * classes, 0.0), balance(classes, 0.0);
    for (const std::uint32_t i : rows)
        for (std::size_t l = 0; l < classes; ++l) {
            level_sums[ranks[i] * classes + l] += weights.at(i, l);
            balance[l] += weights.at(i, l);
        }
    for (std::uint32_t t = lowest + 1; t <= highest; ++t) {
        double edge = 0;
        for (std::size_t l = 0; l < classes; ++l) {
            balance[l] -= 2 * level_sums[(t - 1) * classes + l];
            edge += std::abs(balance[l]);
        }
        if (edge > best.edge) best = {{feature, t}, edge};
    }
    return best;
}

/// One decision: searches whatever the selector asks for; the lowest feature of equals. `wish` is the guide's
/// choice.
inline Cut decide(const Table& table, const Weights& weights, const Rows& rows, const Decision& decision,
                  FeatureSelector& selector, const Split* wish = nullptr) {
    Cut best;
    bool wish_offered = false;
    for (;;) {
        const auto query = selector.next_query(decision).features;
        if (query.empty()) break;
        std::vector<FeatureScore> scores;
        for (const std::uint32_t feature : query) {
            const Cut cut = best_cut(feature, table, weights, rows);
            scores.push_back({feature, cut.edge});
            const bool better =
                cut.edge > best.edge || (cut.edge == best.edge && feature < best.split.feature);
            if (cut.found() && (better || !best.found())) best = cut;
            if (wish && wish->feature == feature) wish_offered = true;
        }
        selector.report(decision, {scores});
    }
    if (wish && wish_offered && best.found() && !(*wish == best.split)) {
        const double edge = edge_of(*wish, table, weights, rows);
        if (edge >= best.edge - kTolerance) best = {*wish, edge};
    }
    return best;
}

/// Votes best for a scalar classifier φ and the edge that they give.
struct Voted {
    std::vector<std::int8_t> votes;
    std::vector<double> sums;
    double edge = 0;
};
inline Voted best_votes(const std::vector<std::int8_t>& phi, const Weights& weights) {
    Voted voted;
    for (std::size_t l = 0; l < weights.classes; ++l) {
        double sum = 0;
        for (std::size_t i = 0; i < weights.rows; ++i)
            sum += weights.at(i, l) * phi[i];
        voted.votes.push_back(sum > 0 ? 1 : -1);
        voted.sums.push_back(sum);
        voted.edge += std::abs(sum);
    }
    return voted;
}

inline std::int8_t sign_of(const Split& split, const Table& table, std::size_t row) {
    if (split.threshold == 0) return 1;
    return table.ranks[split.feature][row] >= split.threshold ? 1 : -1;
}

/// Π_j φ_j, one per row.
inline std::vector<std::int8_t> product_of(const std::vector<Split>& splits, const Table& table) {
    std::vector<std::int8_t> phi(table.rows, 1);
    for (const Split& split : splits)
        for (std::size_t i = 0; i < table.rows; ++i)
            phi[i] = static_cast<std::int8_t>(phi[i] * sign_of(split, table, i));
    return phi;
}

/// Product of stumps (Kégl & Busa-Fekete, ICML 2009, Figure 2): cycle over the terms, each re-optimised
/// against the labels times the others' signs, until a term does not raise the edge. A split of threshold 0
/// is the constant +1.
inline std::vector<Split> search_product(std::size_t terms, const Table& table, const Weights& weights,
                                         FeatureSelector& selector,
                                         const std::vector<Split>* guide = nullptr) {
    std::vector<Split> splits(terms);
    double edge = 0;
    std::int32_t parent = -1;
    for (std::uint32_t step = 0;; ++step) {
        const std::size_t j = step % terms;
        std::vector<Split> others = splits;
        others[j] = {};
        const std::vector<std::int8_t> signs = product_of(others, table);
        Weights turned = weights;
        for (std::size_t i = 0; i < weights.rows; ++i)
            for (std::size_t l = 0; l < weights.classes; ++l)
                turned.at(i, l) *= signs[i];
        const auto term = static_cast<std::int32_t>(j);
        const Split* wish = guide && j < guide->size() ? &(*guide)[j] : nullptr;
        const Decision decision{step, term, parent, -1};
        const Cut cut = decide(table, turned, all_rows(table.rows), decision, selector, wish);
        parent = term;
        if (!cut.found()) break;
        others[j] = cut.split;
        const double grown = best_votes(product_of(others, table), weights).edge;
        if (!(grown > edge)) break;
        edge = grown;
        splits = others;
        selector.accept(decision, cut.split.feature);
    }
    std::erase_if(splits, [](const Split& split) { return split.threshold == 0; });
    return splits;
}

}  // namespace reboost::reference
