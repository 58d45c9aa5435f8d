#pragma once
#include "core/fields.hpp"

#include <memory>
#include <string_view>

namespace reboost::bandits {

class Policy;

/// Successive elimination (Even-Dar, Mannor & Mansour 2006, Algorithm 3): all arms left in turn; after each
/// pass those go whose mean + α_j is below the best mean − α, α_j = √(ln(c M T_j²/δ)/T_j).
struct SuccessiveEliminationOptions {
    static constexpr std::string_view kName = "successive_elimination";
    static constexpr std::string_view kHelp =
        "all arms in turn but those that are worse with high probability; deterministic";
    static constexpr bool kDraws = false;
    double delta = 0.1;
    double c = 5;
};
template <class Visitor>
void describe(Visitor& visit, SuccessiveEliminationOptions& o) {
    visit("delta", o.delta, FieldInfo{"δ, the probability of losing the best arm", 1e-300, 1});
    visit("c", o.c, FieldInfo{"c, above 4", 1e-9, 1e9});
}
std::unique_ptr<Policy> make(const SuccessiveEliminationOptions& options);

}  // namespace reboost::bandits
