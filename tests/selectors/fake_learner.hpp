#pragma once
/// Learners without data: they ask a selector as stumps, products and trees do, with edges made up per
/// feature.
#include "learners/feature_selector.hpp"

#include <functional>
#include <vector>

namespace reboost::selectors {

using EdgeOf = std::function<double(const learners::Decision&, std::uint32_t feature)>;

/// All features that the decision was asked to scan; the best of them is accepted. Returns them in the order
/// asked.
inline std::vector<std::uint32_t> decide(learners::FeatureSelector& selector,
                                         const learners::Decision& decision, const EdgeOf& edge_of) {
    std::vector<std::uint32_t> asked;
    learners::FeatureScore best{0, -1};
    for (;;) {
        const auto query = selector.next_query(decision).features;
        if (query.empty()) break;
        std::vector<learners::FeatureScore> scores;
        for (const std::uint32_t feature : query) {
            scores.push_back({feature, edge_of(decision, feature)});
            asked.push_back(feature);
            if (scores.back().edge > best.edge) best = scores.back();
        }
        selector.report(decision, {scores});
    }
    selector.accept(decision, best.feature);
    return asked;
}

/// One round of one stump.
inline std::vector<std::uint32_t> stump_round(learners::FeatureSelector& selector, std::size_t round,
                                              const EdgeOf& edge_of) {
    selector.begin_round(round);
    auto asked = decide(selector, {}, edge_of);
    selector.end_round(edge_of({}, asked.back()));
    return asked;
}

/// One round of a tree of two levels below the root; returns what each of the seven decisions asked.
inline std::vector<std::vector<std::uint32_t>> tree_round(learners::FeatureSelector& selector,
                                                          std::size_t round, const EdgeOf& edge_of) {
    selector.begin_round(round);
    std::vector<std::vector<std::uint32_t>> asked;
    for (std::uint32_t step = 0; step < 7; ++step) {
        const auto node = static_cast<std::int32_t>(step);
        const std::int32_t parent = step == 0 ? -1 : (node - 1) / 2;
        asked.push_back(decide(selector, {step, node, parent, parent}, edge_of));
    }
    selector.end_round(edge_of({}, asked.front().front()));
    return asked;
}

/// One round of a product: `cycles` passes over `terms`.
inline std::vector<std::vector<std::uint32_t>> product_round(learners::FeatureSelector& selector,
                                                             std::size_t round, std::int32_t terms,
                                                             std::int32_t cycles, const EdgeOf& edge_of) {
    selector.begin_round(round);
    std::vector<std::vector<std::uint32_t>> asked;
    std::int32_t parent = -1;
    for (std::int32_t call = 0; call < terms * cycles; ++call) {
        const std::int32_t term = call % terms;
        asked.push_back(decide(selector, {static_cast<std::uint32_t>(call), term, parent, -1}, edge_of));
        parent = term;
    }
    selector.end_round(edge_of({}, asked.front().front()));
    return asked;
}

}  // namespace reboost::selectors
