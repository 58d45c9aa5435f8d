#pragma once
#include "core/fields.hpp"

#include <cstdint>
#include <memory>
#include <string_view>

namespace reboost::bandits {

class Policy;

/// Exp3.P (zhao2019 Figure 4). Zero: Auer et al. 2002b, Theorem 6.3's value for the horizon.
struct Exp3POptions {
    static constexpr std::string_view kName = "exp3_p";
    static constexpr std::string_view kHelp =
        "exponential weights for adversarial rewards, bounds that hold with high probability";
    static constexpr bool kDraws = true;
    double eta = 0;
    double lambda = 0;
    double delta = 0.1;
    std::int64_t horizon = 0;
};
template <class Visitor>
void describe(Visitor& visit, Exp3POptions& o) {
    visit("eta", o.eta, FieldInfo{"η; 0: 2 sqrt(ln(MT/δ))", 0, 1e9});
    visit("lambda", o.lambda, FieldInfo{"λ, the mixing; 0: min(3/5, 2 sqrt(3 M ln M / (5 T)))", 0, 1});
    visit("delta", o.delta, FieldInfo{"δ of the high-probability bound, where η is derived", 1e-12, 1});
    visit("horizon", o.horizon, FieldInfo{"T; 0: the number of decisions expected", 0, 1e15});
}
std::unique_ptr<Policy> make(const Exp3POptions& options);
/// As the authors' program has it.
std::unique_ptr<Policy> make_multiboost(const Exp3POptions& options);

}  // namespace reboost::bandits
