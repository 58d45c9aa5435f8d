#include "bandits/parts/kl_indices.hpp"

namespace reboost::bandits {

bool KlIndices::reaches(std::size_t arm, double q, double level) {
    constexpr double kNearOne = 1 - 1e-12, kRounding = 1e-9;
    const Arm& of = arms_[arm];
    if (of.mean >= q || q >= kNearOne) return true;
    asked_ = q;
    return touch(arm, q) <= level / of.pulls * (1 + kRounding) + 1e-13;
}

double KlIndices::exact(std::size_t arm, double level) {
    const Arm& of = arms_[arm];
    const double q = kl_upper(of.mean, level / of.pulls);
    if (q > of.mean)
        set_tangent(arm, level, q);
    else
        tangents_.set(arm, level, 1, 0);  // vertical there: 1 is the highest index
    return q;
}

double KlIndices::touch(std::size_t arm, double q) {
    const Arm& of = arms_[arm];
    const double divergence = divergence_(of.mean, of.entropy, q);
    set_tangent(arm, divergence * of.pulls, q);
    return divergence;
}

/// With d the divergence, dq/dd = q (1−q) / (q − r̄).
void KlIndices::set_tangent(std::size_t arm, double level, double q) {
    const Arm& of = arms_[arm];
    tangents_.set(arm, level, q, q * (1 - q) / ((q - of.mean) * of.pulls));
}

}  // namespace reboost::bandits
