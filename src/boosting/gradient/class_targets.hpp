#pragma once
/// The targets of a pass's trees, from the class probabilities.
#include "boosting/gradient/scores.hpp"
#include "learners/regression/kernels/quantiser.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace reboost::boosting {

/// The class of a tree, and the base class (−1: none).
struct ClassPair {
    std::size_t k = 0;
    std::int64_t base = -1;
};

/// How rows are scaled: derivatives times the row's multiplier. With `weigh_ones` the multiplier alone takes
/// the place of the second derivative (as 1 does in eq. 8).
struct RowScale {
    std::span<const double> multipliers;  ///< by row number; empty: 1
    bool weigh_ones = false;
};

/// Eq. 4 without a base class, eq. 10 and 11 with one (learners::class_derivatives, pair_derivatives).
class ClassTargets final : public learners::TreeTargets {
  public:
    /// The scores and the multipliers outlive the targets.
    ClassTargets(const GradientScores& scores, std::span<const ClassPair> pairs, const RowScale& scale = {});

    std::size_t trees() const override { return trees_.size(); }
    void open(std::size_t begin, std::size_t count, learners::TargetTile& tile) const override;
    Values of_tree(std::size_t tree, learners::TargetTile& tile) const override;

  private:
    /// The index of a class's derivatives in the tile; trees share them.
    std::size_t place_of(std::size_t k);
    learners::ClassTile class_at(std::size_t place, const learners::TargetTile& tile) const;

    void multiply(const learners::TargetTile& tile, const learners::TargetTile::Place& values) const;

    const GradientScores& scores_;
    RowScale scale_;
    struct Tree {
        std::size_t of_class = 0, of_base = 0;  ///< places
        bool paired = false;
    };
    std::vector<Tree> trees_;
    std::vector<std::size_t> classes_;  ///< the class at each index
};

}  // namespace reboost::boosting
