#pragma once
#include "core/fields.hpp"

#include <cstdint>
#include <memory>
#include <string_view>

namespace reboost::bandits {

class Policy;

/// Bayes-UCB (Kaufmann, Cappé & Garivier 2012): the quantile 1 − 1/(t (ln T)^c) of the posterior Beta(1 +
/// S_j, 1 + T_j − S_j).
struct BayesUcbOptions {
    static constexpr std::string_view kName = "bayes_ucb";
    static constexpr std::string_view kHelp = "upper quantile of the posterior of each mean";
    static constexpr bool kDraws = true;
    double c = 0;
    std::int64_t horizon = 0;
};
template <class Visitor>
void describe(Visitor& visit, BayesUcbOptions& o) {
    visit("c", o.c, FieldInfo{"c, the exponent of ln T; 0 in practice, 5 in the proof", 0, 100});
    visit("horizon", o.horizon, FieldInfo{"T; 0: the number of decisions expected", 0, 1e15});
}
std::unique_ptr<Policy> make(const BayesUcbOptions& options);

}  // namespace reboost::bandits
