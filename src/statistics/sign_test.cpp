#include "statistics/sign_test.hpp"

#include <algorithm>
#include <cmath>

namespace reboost::statistics {

double sign_test(std::size_t wins, std::size_t losses) {
    const auto coins = static_cast<double>(wins + losses);
    double tail = 0;
    for (std::size_t k = 0; k <= std::min(wins, losses); ++k) {
        const auto heads = static_cast<double>(k);
        // Logarithms: 2^-n is no double for many coins.
        tail += std::exp(std::lgamma(coins + 1) - std::lgamma(heads + 1) - std::lgamma(coins - heads + 1) -
                         coins * std::log(2.0));
    }
    return std::min(1.0, 2 * tail);
}

}  // namespace reboost::statistics
