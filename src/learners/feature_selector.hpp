#pragma once
/// What a base learner asks: which features to scan next, on which rows. Implementations: selectors/.
///
/// Protocol, the same for stumps, products and trees
///  1. `begin_round(t)`, t = 1, 2, …
///  2. for each decision (a stump wanted): while `next_query(decision)` names features, the learner scans
///     these on the query's rows and calls `report` with each feature's best edge on these rows, and with
///     the share of the decision's mass that these rows hold.
///  3. `accept(decision, feature)` for each decision whose stump enters the base classifier; also for a
///     product's term that is replaced later.
///  4. `note_work(values)`: how many stored feature values the search of the round read.
///  5. `end_round(edge)` with the edge of the whole base classifier.
#include "core/state.hpp"

#include <cstdint>
#include <span>

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

/// Which of the decision's rows a query looks at.
struct RowChoice {
    enum class Kind : std::uint8_t { all, heaviest, drawn };
    Kind kind = Kind::all;
    /// heaviest: the fewest of the heaviest rows that hold this share of the decision's mass.
    double share = 1;
    /// drawn: this many rows are drawn with replacement, with probability in proportion to mass; every draw
    /// stands for the same mass. With the same seed, more draws begin with the same rows.
    std::size_t draws = 0;
    std::uint64_t seed = 0;

    bool all() const { return kind == Kind::all; }
    static RowChoice heaviest(double share) { return {Kind::heaviest, share}; }
    static RowChoice drawn(std::size_t draws, std::uint64_t seed) { return {Kind::drawn, 1, draws, seed}; }
};

struct Query {
    std::span<const std::uint32_t> features;  ///< empty: the learner decides now
    RowChoice rows = {};
    /// Whether the query's stumps may be chosen; if false, their edges only estimate those of a later query.
    bool choosable = true;
};

struct FeatureScore {
    std::uint32_t feature;
    /// Best edge on the query's rows, ≥ 0, in units of the total weight: ≤ 1 unless rows are drawn.
    double edge;
    double price = 0;  ///< price of the stump's feature; 0 if nothing has a price
};

/// What a query found.
struct Report {
    std::span<const FeatureScore> scores = {};
    /// The share of the decision's mass that the query's rows hold, with the multipliers of drawn rows.
    double share = 1;
    /// Mass of the decision's other rows in units of the total weight, and the edge of a constant on the
    /// query's rows. Both are 0 if the query names all rows. If rows are not drawn, for every feature:
    /// edge on all rows ≤ max(edge found, constant_edge) + left_out.
    double left_out = 0, constant_edge = 0;
    /// If the query does not name all rows: the decision's mass in units of the total weight, the share of
    /// its rows that the query names, and the number of its rows.
    double mass = 1, row_share = 1;
    std::size_t rows = 0;
    /// Bound on the rounding error of any computed edge, on the query's rows or on all rows.
    double rounding = 0;
};

class FeatureSelector : public Stateful {
  public:
    virtual ~FeatureSelector() = default;

    virtual void begin_round(std::size_t round) = 0;
    /// The features to scan next for this decision. Valid until the next call.
    virtual Query next_query(const Decision& decision) = 0;
    virtual void report(const Decision& decision, const Report& report) = 0;
    virtual void accept(const Decision& decision, std::uint32_t feature) = 0;
    virtual void note_work(std::uint64_t) {}
    virtual void end_round(double edge) = 0;

    /// True if every decision of this round scans every feature and only the best edge counts: a learner
    /// may then share histograms between nodes, and report too little for features that are not the best.
    virtual bool exhaustive() const { return false; }
    /// True if every decision must end with the stump that an exhaustive selector's ends with, bit for
    /// bit: a learner then finds edges on all rows as it does for an exhaustive one.
    virtual bool exact() const { return exhaustive(); }
    /// True if tree nodes whose rows are all of one class stay leaves, and make no queries.
    virtual bool skips_pure_nodes() const { return false; }
    /// True if a decision without a stump has searched every feature on all rows, so that there is no stump.
    virtual bool conclusive() const { return exhaustive(); }

    void state(StateIO& io) override = 0;
    /// What the run file keeps under /selector: arrays such as "pulls" and "mean_reward", one value per arm.
    virtual void summarise(Archive& archive) const = 0;
};

}  // namespace reboost::learners
