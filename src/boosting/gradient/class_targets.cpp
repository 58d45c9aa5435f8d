#include "boosting/gradient/class_targets.hpp"

#include <algorithm>

namespace reboost::boosting {

namespace {

/// The values of one class in the tile: residuals, then curvatures.
constexpr std::size_t kPlace = 2 * learners::kTargetRows;

}  // namespace

ClassTargets::ClassTargets(const GradientScores& scores, std::span<const ClassPair> pairs,
                           const RowScale& scale)
    : scores_(scores), scale_(scale) {
    for (const ClassPair& pair : pairs) {
        Tree tree;
        tree.of_class = place_of(pair.k);
        tree.paired = pair.base >= 0;
        if (tree.paired) tree.of_base = place_of(static_cast<std::size_t>(pair.base));
        trees_.push_back(tree);
    }
}

std::size_t ClassTargets::place_of(std::size_t k) {
    const auto at = std::ranges::find(classes_, k);
    const auto place = static_cast<std::size_t>(at - classes_.begin());
    if (at == classes_.end()) classes_.push_back(k);
    return place;
}

learners::ClassTile ClassTargets::class_at(std::size_t place, const learners::TargetTile& tile) const {
    const double* const residual = tile.shared.data() + place * kPlace;
    return {scores_.known().probability + classes_[place] * scores_.stride() + tile.begin, residual,
            residual + learners::kTargetRows};
}

void ClassTargets::open(std::size_t begin, std::size_t count, learners::TargetTile& tile) const {
    tile.begin = begin;
    tile.count = count;
    tile.shared.resize(std::max(tile.shared.size(), classes_.size() * kPlace));
    const learners::ClassRows rows = scores_.range(begin, begin + count);
    for (std::size_t place = 0; place < classes_.size(); ++place) {
        double* const residual = tile.shared.data() + place * kPlace;
        learners::class_derivatives(rows, scores_.known(), classes_[place], residual,
                                    residual + learners::kTargetRows);
    }
}

learners::TreeTargets::Values ClassTargets::of_tree(std::size_t tree, learners::TargetTile& tile) const {
    const learners::ClassTile of_class = class_at(trees_[tree].of_class, tile);
    const bool paired = trees_[tree].paired, multiplied = !scale_.multipliers.empty();
    if (!paired && !multiplied) return {of_class.residual, of_class.curvature};
    const learners::TargetTile::Place to = tile.next();
    if (paired) {
        learners::pair_derivatives(tile.count, of_class, class_at(trees_[tree].of_base, tile), to.gradient,
                                   to.hessian);
    } else {
        std::copy_n(of_class.residual, tile.count, to.gradient);
        std::copy_n(of_class.curvature, tile.count, to.hessian);
    }
    if (multiplied) multiply(tile, to);
    return {to.gradient, to.hessian};
}

/// Scales all rows of the tile; those outside the sample are not read.
void ClassTargets::multiply(const learners::TargetTile& tile,
                            const learners::TargetTile::Place& values) const {
    for (std::size_t i = 0; i < tile.count; ++i) {
        const double multiplier = scale_.multipliers[tile.begin + i];
        values.gradient[i] *= multiplier;
        values.hessian[i] = scale_.weigh_ones ? multiplier : values.hessian[i] * multiplier;
    }
}

}  // namespace reboost::boosting
