#include "bandits/parts/bernoulli_kl.hpp"

#include <limits>
#include <utility>

namespace reboost::bandits {
namespace {

double part(double p, double q) {
    if (p <= 0) return 0;
    return q > 0 ? p * std::log(p / q) : std::numeric_limits<double>::infinity();
}

}  // namespace

double bernoulli_kl(double p, double q) {
    return part(p, q) + part(1 - p, 1 - q);
}

/// kl(p, ·) is convex and increasing above p: from a point above the root Newton's steps descend to the root
/// and never pass it. The starting point also uses kl ≥ p ln p + (1−p) ln((1−p)/(1−q)), which stays below 1.
double kl_upper(double p, double d) {
    if (p >= 1) return 1;
    if (d <= 0) return p;
    if (p <= 0) return -std::expm1(-d);
    const double below_one = 1 - (1 - p) * std::exp(-(d - p * std::log(p)) / (1 - p));
    double q = std::min(kl_upper_bound(p, d), below_one);
    constexpr int kMostSteps = 60;
    constexpr double kNear = 1e-10;
    for (int step = 0; step < kMostSteps && q > p && q < 1; ++step) {
        const double excess = bernoulli_kl(p, q) - d;
        const double down = excess * q * (1 - q) / (q - p);
        q -= down;
        if (down < kNear) break;
    }
    return std::max(p, q);
}

double negative_entropy(double p) {
    return (p > 0 ? p * std::log(p) : 0) + (p < 1 ? (1 - p) * std::log(1 - p) : 0);
}

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
        tangents_.set(arm, level, 1, 0);  // vertical tangent: take the bound 1 instead
    return q;
}

double KlIndices::touch(std::size_t arm, double q) {
    const Arm& of = arms_[arm];
    if (std::exchange(q_, q) != q) {
        log_q_ = std::log(q);
        log_rest_ = std::log1p(-q);
    }
    const double divergence = of.entropy - of.mean * log_q_ - (1 - of.mean) * log_rest_;
    set_tangent(arm, divergence * of.pulls, q);
    return divergence;
}

/// With d the divergence, dq/dd = q (1−q) / (q − r̄).
void KlIndices::set_tangent(std::size_t arm, double level, double q) {
    const Arm& of = arms_[arm];
    tangents_.set(arm, level, q, q * (1 - q) / ((q - of.mean) * of.pulls));
}

}  // namespace reboost::bandits
