#include "core/gamma_draw.hpp"

#include <cmath>

namespace reboost {

double draw_gamma(double shape, Rng& rng) {
    if (shape == 1) return -std::log(1 - rng.uniform());
    if (shape < 1) {
        const double larger = draw_gamma(shape + 1, rng);
        return larger * std::pow(1 - rng.uniform(), 1 / shape);
    }
    const double d = shape - 1.0 / 3;
    const double c = 1 / std::sqrt(9 * d);
    for (;;) {
        const double x = rng.normal();
        const double root = 1 + c * x;
        if (root <= 0) continue;
        const double v = root * root * root;
        const double u = 1 - rng.uniform();
        if (u < 1 - 0.0331 * x * x * x * x) return d * v;
        if (std::log(u) < x * x / 2 + d * (1 - v + std::log(v))) return d * v;
    }
}

double draw_beta(double alpha, double beta, Rng& rng) {
    const double x = draw_gamma(alpha, rng);
    const double y = draw_gamma(beta, rng);
    return x + y > 0 ? x / (x + y) : alpha / (alpha + beta);
}

}  // namespace reboost
