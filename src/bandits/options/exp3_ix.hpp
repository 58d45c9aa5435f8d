#pragma once
#include "core/fields.hpp"

#include <cstdint>
#include <memory>
#include <string_view>

namespace reboost::bandits {

class Policy;

/// Exp3-IX (Neu 2015): implicit exploration, losses 1 − r divided by p + γ, no mixing.
struct Exp3IxOptions {
    static constexpr std::string_view kName = "exp3_ix";
    static constexpr std::string_view kHelp = "exponential weights with implicit exploration";
    static constexpr bool kDraws = true;
    double eta = 0;
    double gamma = 0;
    std::int64_t horizon = 0;
};
template <class Visitor>
void describe(Visitor& visit, Exp3IxOptions& o) {
    visit("eta", o.eta, FieldInfo{"η; 0: sqrt(2 ln M / (M T))", 0, 1e9});
    visit("gamma", o.gamma, FieldInfo{"γ; 0: η/2", 0, 1e9});
    visit("horizon", o.horizon, FieldInfo{"T; 0: the number of decisions expected", 0, 1e15});
}
std::unique_ptr<Policy> make(const Exp3IxOptions& options);

}  // namespace reboost::bandits
