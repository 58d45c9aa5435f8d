#pragma once
#include "core/fields.hpp"

#include <memory>
#include <string_view>

namespace reboost::bandits {

class Policy;

/// EXP3++ (Seldin & Slivkins 2014, with the parameters of Seldin & Lugosi 2017): exponential weights, and
/// each arm explored by its estimated gap.
struct Exp3PpOptions {
    static constexpr std::string_view kName = "exp3_pp";
    static constexpr std::string_view kHelp =
        "exponential weights, good for adversarial and for random rewards";
    static constexpr bool kDraws = true;
    double alpha = 3;
    double beta = 256;
};
template <class Visitor>
void describe(Visitor& visit, Exp3PpOptions& o) {
    visit("alpha", o.alpha, FieldInfo{"α of the confidence bounds", 1e-9, 1e9});
    visit("beta", o.beta, FieldInfo{"β, the factor of the exploration by gaps", 0, 1e9});
}
std::unique_ptr<Policy> make(const Exp3PpOptions& options);

}  // namespace reboost::bandits
