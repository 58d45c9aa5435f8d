#pragma once
#include "core/fields.hpp"

#include <memory>
#include <string_view>

namespace reboost::bandits {

class Policy;

/// Exp3 (Auer et al. 2002b): mixing γ, no bonus. Zero: Corollary 3.2's value for the horizon.
struct Exp3Options {
    static constexpr std::string_view kName = "exp3";
    static constexpr std::string_view kHelp =
        "exponential weights for adversarial rewards, mixed with uniform draws";
    static constexpr bool kDraws = true;
    double gamma = 0.01;
};
template <class Visitor>
void describe(Visitor& visit, Exp3Options& o) {
    visit("gamma", o.gamma,
          FieldInfo{"γ, mixing with the uniform distribution; 0: sqrt(M ln M / ((e-1) T)), at most 1", 0, 1});
}
std::unique_ptr<Policy> make(const Exp3Options& options);
/// As the authors' program has it.
std::unique_ptr<Policy> make_multiboost(const Exp3Options& options);

}  // namespace reboost::bandits
