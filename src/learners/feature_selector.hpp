#pragma once
/// What a base learner asks while it searches: which features to scan next. Implementations live in
/// selectors/.
///
/// Protocol, the same for stumps, products and trees
///  1. `begin_round(t)`, t = 1, 2, …
///  2. for each decision (a stump wanted): while `next_query(decision, query)`, the learner scans the query's
///  features on
///     the decision's rows and reports each feature's best edge by `report`.
///  3. `accept(decision, feature)` for each decision that ends in the base classifier.
///  4. `end_round(edge)` with the edge of the whole base classifier.
#include "core/archive.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace reboost::learners {

/// One place in a base classifier that wants a stump.
struct Decision {
    std::uint32_t step = 0;  ///< running number within the round, from 0
    std::int32_t node = 0;   ///< product: term index; tree: node index; stump: 0
    std::int32_t parent =
        -1;  ///< tree: the parent's node index; product: the term optimised just before; else −1
    std::int32_t siblings = -1;  ///< decisions with the same number ≥ 0 are siblings (same parent)
    bool root() const { return parent < 0; }
};

struct FeatureScore {
    std::uint32_t feature;
    double edge;  ///< best edge of that feature on the decision's rows, ≥ 0, in units of the total weight (so
                  ///< ≤ 1)
    double price = 0;  ///< what that stump's feature costs; 0 where nothing has a price
};

class FeatureSelector {
  public:
    virtual ~FeatureSelector() = default;

    virtual void begin_round(std::size_t round) = 0;
    /// The features to scan next for this decision, ascending or best first; empty: the decision may be made.
    /// The span is valid until the next call.
    virtual std::span<const std::uint32_t> next_query(const Decision& decision) = 0;
    virtual void report(const Decision& decision, std::span<const FeatureScore> scores) = 0;
    virtual void accept(const Decision& decision, std::uint32_t feature) = 0;
    virtual void end_round(double edge) = 0;

    /// True where every decision scans every feature and only the best edge counts: a learner may then share
    /// histograms between nodes, and report less than a feature's edge where another's is greater.
    virtual bool exhaustive() const { return false; }

    virtual void save(Archive& archive) const = 0;
    virtual void load(const Archive& archive) = 0;
    /// What the run file keeps under /selector: arrays such as "pulls" and "mean_reward", one element an arm.
    virtual void summarise(Archive& archive) const = 0;
};

}  // namespace reboost::learners
