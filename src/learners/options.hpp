#pragma once
/// Hyper-parameters of the base learners, each described once.
#include "core/fields.hpp"
#include "data/binning.hpp"

#include <cmath>
#include <cstdint>
#include <memory>
#include <string_view>
#include <variant>

namespace reboost::learners {

class Learner;
struct LearnerSite;

/// Which boosters can use a learner: those that reweight rows and take votes, or those that fit gradients.
enum class LearnerFamily { votes, regression };

/// What scanning one stored value costs: adding K weights to a bin; adding K weights gathered from a node's
/// rows (few columns are searched); or adding one gradient and one hessian, for any K.
enum class ScanCost { weights, gathered_weights, gradients };

/// The options struct of a learner declares, besides its fields:
///  - `kName`; `kFamily`; `kScanCost`;
///  - `kSingleCut`: whether a hypothesis is one cut of one feature: only then can a regret be measured.
///  - `passes()`: about how many passes over the rows of the data set each scanned feature costs.
///  - `decisions()`: the expected decisions for fitting one hypothesis: a policy's horizon counts decisions.
///  - `make`, if the family is `votes`: makes the learner.

/// φ(x) = +1 if x^(j) ≥ b, else −1 (kdd2009 §2.1).
struct StumpOptions {
    static constexpr std::string_view kName = "stump";
    static constexpr LearnerFamily kFamily = LearnerFamily::votes;
    static constexpr bool kSingleCut = true;
    static constexpr ScanCost kScanCost = ScanCost::weights;
    data::BinningOptions binning;
    double passes() const { return 1; }
    std::int64_t decisions() const { return 1; }
    std::unique_ptr<Learner> make(const LearnerSite& site) const;
};
void describe(Fields& field, StumpOptions& o);

/// Product of m stumps (kdd2009 eq. 9; Kégl & Busa-Fekete, ICML 2009).
struct ProductOptions {
    static constexpr std::string_view kName = "product";
    static constexpr ShortLabel kLabel{{"terms"}};
    static constexpr LearnerFamily kFamily = LearnerFamily::votes;
    static constexpr bool kSingleCut = false;
    static constexpr ScanCost kScanCost = ScanCost::weights;
    std::int64_t terms = 3;
    std::int64_t max_cycles = 0;
    data::BinningOptions binning;
    /// The edge stops growing after about 2.5 cycles over the terms.
    double passes() const { return 2.5 * static_cast<double>(terms); }
    /// One decision per term. Measured with product(3): 2.8 to 3.6 decisions.
    std::int64_t decisions() const { return terms; }
    std::unique_ptr<Learner> make(const LearnerSite& site) const;
};
void describe(Fields& field, ProductOptions& o);

/// What N counts: leaves, as the papers say, or inner nodes, as in the authors' program.
enum class TreeSize { leaves, inner_nodes };
/// What a leaf votes: the ±v of the stump above it (the authors' program), or its own rows' best votes.
enum class LeafVotes { stump, own };

/// Which leaf is split next: the one whose stump raises the edge most (kdd2009 §2.1), or least, as if the
/// priority queue were reversed (experiments/opt2009/README.md).
enum class TreeGrowth { best_first, least_first };

/// Tree over stumps (kdd2009 §2.1).
struct TreeOptions {
    static constexpr std::string_view kName = "tree";
    static constexpr ShortLabel kLabel{{"size"}};
    static constexpr LearnerFamily kFamily = LearnerFamily::votes;
    static constexpr bool kSingleCut = false;
    static constexpr ScanCost kScanCost = ScanCost::gathered_weights;
    std::int64_t size = 8;
    TreeSize count = TreeSize::leaves;
    LeafVotes leaf_votes = LeafVotes::stump;
    TreeGrowth growth = TreeGrowth::best_first;
    data::BinningOptions binning;
    double passes() const { return std::log2(1.0 + static_cast<double>(size)) + 1.0; }
    /// The root and one pair of siblings per split: one per leaf. Measured with tree(8): 7 to 12 decisions.
    std::int64_t decisions() const { return count == TreeSize::leaves ? size : size + 1; }
    std::unique_ptr<Learner> make(const LearnerSite& site) const;
};
void describe(Fields& field, TreeOptions& o);

/// Regression tree with J leaves for mart, logitboost and their abc forms (abc2010 §1.2).
struct RegressionTreeOptions {
    static constexpr std::string_view kName = "regression_tree";
    static constexpr ShortLabel kLabel{{"leaves"}};
    static constexpr LearnerFamily kFamily = LearnerFamily::regression;
    static constexpr bool kSingleCut = false;
    static constexpr ScanCost kScanCost = ScanCost::gradients;
    std::int64_t leaves = 20;
    std::int64_t min_leaf_rows = 1;
    std::int64_t min_split_rows = 10;
    data::BinningOptions binning{255, data::BinRule::quantile};
    double passes() const { return std::log2(1.0 + static_cast<double>(leaves)); }
    /// One decision per leaf, as in `TreeOptions`.
    std::int64_t decisions() const { return leaves; }
};
void describe(Fields& field, RegressionTreeOptions& o);

using LearnerOptions = std::variant<StumpOptions, ProductOptions, TreeOptions, RegressionTreeOptions>;

inline std::int64_t decisions_of(const LearnerOptions& learner) {
    return std::visit([](const auto& options) { return options.decisions(); }, learner);
}

}  // namespace reboost::learners
