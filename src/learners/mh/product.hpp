#pragma once
#include "learners/mh/learner.hpp"
#include "learners/mh/stump_search.hpp"

namespace reboost::learners {

/// Product of m stumps, h = α v Π_j φ_j (kdd2009 eq. 9; Kégl & Busa-Fekete, ICML 2009, Figure 2).
///
/// Starts from constant terms and cycles over them; a term is re-optimised against the labels multiplied by
/// the signs of the others. Only the product of the vote vectors matters, and for choosing φ_j it does not
/// matter at all: the votes of the new term are free. So a term sees weights with row signs Π_{i≠j} φ_i and
/// nothing else. Stops at the first term whose best replacement does not raise the edge, which is then not
/// taken.
class ProductLearner final : public Learner {
  public:
    ProductLearner(const ProductOptions& options, const ScanColumns& columns, std::size_t classes,
                   parallel::Team& team);
    void fit(const SignedWeights& weights, FeatureSelector& selector, Fitted& found) override;
    std::uint64_t work() const override { return search_.work(); }

  private:
    struct Term {
        Split split;                       ///< threshold 0: the constant +1
        std::vector<std::uint16_t> cells;  ///< φ as 0/1, one per row
    };
    /// The weights with the signs of Π_{i≠term} φ_i.
    ScanWeights leave_out(std::size_t term, const SignedWeights& weights);
    /// Tries a new stump in place of `term`; false: the edge did not grow and nothing changed.
    bool improve(std::size_t term, const Decision& decision, const SignedWeights& weights,
                 FeatureSelector& selector, double& edge);

    const ScanColumns& columns_;
    std::size_t classes_;
    std::int64_t max_cycles_;
    const Kernels& kernels_;
    StumpSearch search_;
    std::vector<Term> terms_;
    AlignedVector<float> signed_weights_;
    std::vector<std::uint16_t> others_, candidate_;
    std::vector<std::uint32_t> parity_signs_;
    std::vector<double> totals_, sums_, best_sums_;
};

}  // namespace reboost::learners
