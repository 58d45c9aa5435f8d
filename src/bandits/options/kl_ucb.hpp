#pragma once
#include "core/fields.hpp"

#include <memory>
#include <string_view>

namespace reboost::bandits {

class Policy;

/// KL-UCB for rewards in [0,1] (Garivier & Cappé 2011): the largest q with T_j kl(r̄_j, q) ≤ ln t + c ln ln t.
struct KlUcbOptions {
    static constexpr std::string_view kName = "kl_ucb";
    static constexpr std::string_view kHelp =
        "upper confidence bound by the Bernoulli Kullback-Leibler divergence";
    static constexpr bool kDraws = true;
    double c = 0;
};
template <class Visitor>
void describe(Visitor& visit, KlUcbOptions& o) {
    visit("c", o.c, FieldInfo{"c, the factor of ln ln t; 0 in practice, 3 in the proof", 0, 1e6});
}
std::unique_ptr<Policy> make(const KlUcbOptions& options);

}  // namespace reboost::bandits
