#include "learners/mh/learner.hpp"
#include "learners/mh/stump_search.hpp"

#include <algorithm>

namespace reboost::learners {
namespace {

/// Product of m stumps, h = α v Π_j φ_j (kdd2009 eq. 9; Kégl & Busa-Fekete, ICML 2009, Figure 2).
///
/// The learner starts with constant terms and cycles over them. It re-optimises term j on the weights with
/// row signs multiplied by Π_{i≠j} φ_i. It needs no vote vectors of the other terms: only the product of all
/// vote vectors counts, and the new term's votes are free. It stops at the first term whose best replacement
/// would not raise the edge.
class ProductLearner final : public Learner {
  public:
    ProductLearner(const ProductOptions& options, const LearnerSite& site)
        : columns_(site.columns),
          max_cycles_(options.max_cycles),
          search_(columns_, site.team),
          votes_(columns_, site.classes),
          terms_(static_cast<std::size_t>(options.terms)),
          signed_weights_(columns_.rows() * columns_.stride()),
          others_(columns_.rows()),
          candidate_(columns_.rows()),
          totals_(columns_.stride()) {
        for (Term& term : terms_)
            term.cells.resize(columns_.rows());
    }

    void fit(const SignedWeights& weights, FeatureSelector& selector, Fitted& found) override {
        search_.begin_round();
        for (Term& term : terms_)
            term.split = {};
        found.edge = 0;
        double edge = 0;
        std::uint32_t step = 0;
        std::int32_t parent = -1;
        bool grew = true;
        for (std::int64_t cycle = 0; grew && (max_cycles_ == 0 || cycle < max_cycles_); ++cycle) {
            for (std::size_t j = 0; grew && j < terms_.size(); ++j, ++step) {
                grew = improve(j, Decision{step, static_cast<std::int32_t>(j), parent, -1}, weights, selector,
                               edge);
                parent = static_cast<std::int32_t>(j);
            }
        }
        if (edge <= 0) return;
        found.classifier.children.clear();
        found.classifier.splits.clear();
        for (const Term& term : terms_)
            if (term.split.threshold > 0) found.classifier.splits.push_back(term.split);
        found.cells.resize(weights.rows());
        assign_cells(found.classifier.splits, {}, columns_.codes(), found.cells);
        votes_.finish(best_sums_, found);
    }

    std::uint64_t work() const override { return search_.work(); }

  private:
    struct Term {
        Split split;                       ///< threshold 0: the constant +1
        std::vector<std::uint16_t> cells;  ///< one per row: 0 if φ = −1, 1 if φ = +1
    };
    /// The weights, each row multiplied by Π_{i≠left_out} φ_i of the row.
    ScanWeights leave_out(std::size_t left_out, const SignedWeights& weights) {
        const auto constant = [&](const Term& term) {
            return &term == &terms_[left_out] || term.split.threshold == 0;
        };
        if (std::ranges::all_of(terms_, constant)) return {weights.data(), weights.totals()};
        std::ranges::fill(others_, std::uint16_t{1});
        for (std::size_t j = 0; j < terms_.size(); ++j) {
            if (constant(terms_[j])) continue;
            // Cells 0 and 1 stand for signs −1 and +1: the product of equal cells is 1.
            for (std::size_t i = 0; i < others_.size(); ++i)
                others_[i] = static_cast<std::uint16_t>(1U ^ others_[i] ^ terms_[j].cells[i]);
        }
        for_class_chunks(weights.stride(), [&](std::size_t offset) {
            columns_.kernels().signed_copy(weights.data() + offset, weights.stride(), weights.rows(),
                                           others_.data(), votes_.parity_signs().data() + offset,
                                           signed_weights_.data() + offset, totals_.data() + offset);
        });
        return {signed_weights_.data(), totals_};
    }

    /// Replaces a term by a new stump if the edge grows; else returns false and changes nothing.
    bool improve(std::size_t index, const Decision& decision, const SignedWeights& weights,
                 FeatureSelector& selector, double& edge) {
        const ScanWeights scan_weights = leave_out(index, weights);
        const StumpChoice choice = search_.search(decision, selector, scan_weights);
        if (!choice.found()) return false;
        const Split split{choice.feature, choice.score.threshold};
        assign_cells({&split, 1}, {}, columns_.codes(), candidate_);
        const std::span<const double> sums = votes_.correlate(scan_weights.values, candidate_);
        const double grown = edge_of_sums(sums);
        if (!(grown > edge)) return false;
        edge = grown;
        best_sums_.assign(sums.begin(), sums.end());
        terms_[index].split = split;
        std::swap(terms_[index].cells, candidate_);
        selector.accept(decision, split.feature);
        return true;
    }

    const ScanColumns& columns_;
    std::int64_t max_cycles_;
    StumpSearch search_;
    ScalarVotes votes_;
    std::vector<Term> terms_;
    AlignedVector<float> signed_weights_;
    std::vector<std::uint16_t> others_, candidate_;
    std::vector<double> totals_, best_sums_;
};

}  // namespace

void describe(Fields& field, ProductOptions& o) {
    field("terms", o.terms, {"m, the number of stumps in a product", 1, 64});
    field("max_cycles", o.max_cycles,
          {"at most this many passes over the terms; 0: until the edge stops growing", 0, 1000});
    field("binning", o.binning, {"how columns become codes"});
}

std::unique_ptr<Learner> ProductOptions::make(const LearnerSite& site) const {
    return std::make_unique<ProductLearner>(*this, site);
}

}  // namespace reboost::learners
