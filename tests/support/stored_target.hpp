#pragma once
#include "learners/regression/kernels/quantiser.hpp"

#include <algorithm>
#include <span>

namespace reboost::testing {

/// One tree's target that stands in memory.
class StoredTarget final : public learners::TreeTargets {
  public:
    /// Both arrays, of all rows, outlive the target.
    StoredTarget(std::span<const double> gradient, std::span<const double> hessian)
        : gradient_(gradient), hessian_(hessian) {}
    std::size_t trees() const override { return 1; }
    void open(std::size_t begin, std::size_t count, learners::TargetTile& tile) const override {
        tile.begin = begin;
        tile.count = count;
    }
    Values of_tree(std::size_t, learners::TargetTile& tile) const override {
        const learners::TargetTile::Place place = tile.next();
        std::ranges::copy(gradient_.subspan(tile.begin, tile.count), place.gradient);
        std::ranges::copy(hessian_.subspan(tile.begin, tile.count), place.hessian);
        return {place.gradient, place.hessian};
    }

  private:
    std::span<const double> gradient_, hessian_;
};

}  // namespace reboost::testing
