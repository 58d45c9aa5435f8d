#include "boosting/gradient/scores.hpp"

#include <array>
#include <cmath>

namespace reboost::boosting {

std::vector<std::int32_t> padded_classes(std::span<const std::int32_t> class_of_row) {
    std::vector<std::int32_t> padded((class_of_row.size() + 7) / 8 * 8, 0);
    std::ranges::copy(class_of_row, padded.begin());
    return padded;
}

void close_sum_to_zero(ClassMajor& scores, std::size_t base, std::size_t begin, std::size_t end) {
    std::array<double, 512> sums;  // blocks of so many rows, whose sums stay in the cache
    for (; begin < end; begin += sums.size()) {
        const std::size_t count = std::min(sums.size(), end - begin);
        sums.fill(0);
        for (std::size_t k = 0; k < scores.classes(); ++k) {
            if (k == base) continue;
            const std::span<const double> other = scores.of_class(k).subspan(begin, count);
            for (std::size_t i = 0; i < count; ++i)
                sums[i] += other[i];
        }
        const std::span<double> own = scores.of_class(base).subspan(begin, count);
        for (std::size_t i = 0; i < count; ++i)
            own[i] = -sums[i];
    }
}

void subtract_means(ClassMajor& scores) {
    const auto classes = static_cast<double>(scores.classes());
    for (std::size_t i = 0; i < scores.rows(); ++i) {
        double sum = 0;
        for (std::size_t k = 0; k < scores.classes(); ++k)
            sum += scores.of_class(k)[i];
        for (std::size_t k = 0; k < scores.classes(); ++k)
            scores.of_class(k)[i] -= sum / classes;
    }
}

GradientScores::GradientScores(std::span<const std::int32_t> class_of_row, std::size_t classes)
    : true_class_(padded_classes(class_of_row)),
      scores_(class_of_row.size(), classes),
      probability_(class_of_row.size(), classes),
      rest_(scores_.stride()),
      likeliest_(scores_.stride()),
      loss_by_class_(classes, 0.0),
      chunk_losses_(chunks() * classes, 0.0) {}

void GradientScores::refresh(parallel::Team& team) {
    take({kNoBaseClass, std::vector<ClassStep>(classes())}, team);
}

void GradientScores::take(const Step& step, parallel::Team& team) {
    std::ranges::fill(chunk_losses_, 0.0);
    const ClassProbabilities out{probability_.data(), rest_.data(), likeliest_.data()};
    team.for_chunks(chunks(), [&](std::size_t c, std::size_t) {
        const ClassRows rows = chunk(c);
        for (std::size_t k = 0; k < classes(); ++k) {
            const ClassStep& tree = step.of_class[k];
            if (!tree.node_of_row) continue;
            const std::span<double> f = scores_.of_class(k);
            for (std::size_t i = rows.begin; i < rows.end; ++i)
                f[i] += tree.sign * tree.value_of_node[tree.node_of_row[i]];
        }
        if (step.base != kNoBaseClass) close_sum_to_zero(scores_, step.base, rows.begin, rows.end);
        softmax_kernels().probabilities(rows, scores_.data(), out, &chunk_losses_[c * classes()]);
    });
    std::ranges::fill(loss_by_class_, 0.0);
    for (std::size_t c = 0; c < chunks(); ++c)
        for (std::size_t k = 0; k < classes(); ++k)
            loss_by_class_[k] += chunk_losses_[c * classes() + k];
    loss_ = 0;
    for (const double part : loss_by_class_)
        loss_ += part;
}

double GradientScores::chunk_loss_after(std::size_t index, const Step& step) const {
    const bool by_factors = std::ranges::all_of(step.of_class, [](const ClassStep& of_class) {
        return !of_class.node_of_row || of_class.factor_of_node;
    });
    if (by_factors) {
        const double loss = softmax_kernels().after_factors(chunk(index), probability_.data(),
                                                            step.of_class.data(), step.base);
        if (!std::isnan(loss)) return loss;
    }
    AlignedVector<double> buffer(8 * classes());
    return softmax_kernels().after_step(chunk(index), scores_.data(), step.of_class.data(), step.base,
                                        buffer.data());
}

void GradientScores::losses_after(std::span<const Step> steps, parallel::Team& team,
                                  std::span<double> losses) const {
    // A chunk computes all steps before the next chunk: its probabilities and nodes stay in the cache.
    std::vector<double> parts(chunks() * steps.size());
    team.for_chunks(chunks(), [&](std::size_t c, std::size_t) {
        for (std::size_t i = 0; i < steps.size(); ++i)
            parts[c * steps.size() + i] = chunk_loss_after(c, steps[i]);
    });
    std::ranges::fill(losses, 0.0);
    for (std::size_t c = 0; c < chunks(); ++c)
        for (std::size_t i = 0; i < steps.size(); ++i)
            losses[i] += parts[c * steps.size() + i];
}

namespace {

/// Number of values of one class in the tile: residuals, then curvatures.
constexpr std::size_t kPlace = 2 * learners::kTargetRows;

}  // namespace

ClassTargets::ClassTargets(const GradientScores& scores, std::span<const ClassPair> pairs,
                           const RowScale& scale)
    : scores_(scores), scale_(scale) {
    for (const ClassPair& pair : pairs) {
        const bool paired = pair.base >= 0;
        const std::size_t of_class = place_of(pair.k);
        trees_.push_back({of_class, paired ? place_of(static_cast<std::size_t>(pair.base)) : 0, paired});
    }
}

std::size_t ClassTargets::place_of(std::size_t k) {
    const auto at = std::ranges::find(classes_, k);
    const auto place = static_cast<std::size_t>(at - classes_.begin());
    if (at == classes_.end()) classes_.push_back(k);
    return place;
}

ClassTile ClassTargets::class_at(std::size_t place, const learners::TargetTile& tile) const {
    const double* const residual = tile.shared.data() + place * kPlace;
    return {scores_.known().probability + classes_[place] * scores_.stride() + tile.begin, residual,
            residual + learners::kTargetRows};
}

void ClassTargets::open(std::size_t begin, std::size_t count, learners::TargetTile& tile) const {
    tile.begin = begin;
    tile.count = count;
    tile.shared.resize(std::max(tile.shared.size(), classes_.size() * kPlace));
    const ClassRows rows = scores_.range(begin, begin + count);
    for (std::size_t place = 0; place < classes_.size(); ++place) {
        double* const residual = tile.shared.data() + place * kPlace;
        softmax_kernels().derivatives(rows, scores_.known(), classes_[place], residual,
                                      residual + learners::kTargetRows);
    }
}

learners::TreeTargets::Values ClassTargets::of_tree(std::size_t tree, learners::TargetTile& tile) const {
    const ClassTile of_class = class_at(trees_[tree].of_class, tile);
    const bool paired = trees_[tree].paired, multiplied = !scale_.multipliers.empty();
    if (!paired && !multiplied) return {of_class.residual, of_class.curvature};
    const learners::TargetTile::Place to = tile.next();
    if (paired) {
        softmax_kernels().pair_derivatives(tile.count, of_class, class_at(trees_[tree].of_base, tile),
                                           to.gradient, to.hessian);
    } else {
        std::copy_n(of_class.residual, tile.count, to.gradient);
        std::copy_n(of_class.curvature, tile.count, to.hessian);
    }
    // All rows of the tile are scaled; rows outside the sample are never read.
    for (std::size_t i = 0; multiplied && i < tile.count; ++i) {
        const double multiplier = scale_.multipliers[tile.begin + i];
        to.gradient[i] *= multiplier;
        to.hessian[i] = scale_.weigh_ones ? multiplier : to.hessian[i] * multiplier;
    }
    return {to.gradient, to.hessian};
}

}  // namespace reboost::boosting
