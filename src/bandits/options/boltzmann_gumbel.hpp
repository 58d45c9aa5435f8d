#pragma once
#include "core/fields.hpp"

#include <memory>
#include <string_view>

namespace reboost::bandits {

class Policy;

/// Boltzmann–Gumbel exploration (Cesa-Bianchi, Gentile, Lugosi & Neu 2017): the largest r̄_j + C Z_j/√T_j, Z_j
/// standard Gumbel; every arm once first. C is the rewards' subgaussian constant, ½ for [0,1].
struct BoltzmannGumbelOptions {
    static constexpr std::string_view kName = "boltzmann_gumbel";
    static constexpr std::string_view kHelp = "mean reward + Gumbel noise that falls with an arm's pulls";
    static constexpr bool kDraws = true;
    double c = 0.5;
};
template <class Visitor>
void describe(Visitor& visit, BoltzmannGumbelOptions& o) {
    visit("c", o.c, FieldInfo{"C, the factor of the noise", 0, 1e6});
}
std::unique_ptr<Policy> make(const BoltzmannGumbelOptions& options);

}  // namespace reboost::bandits
