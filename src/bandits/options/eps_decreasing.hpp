#pragma once
#include "core/fields.hpp"

#include <memory>
#include <string_view>

namespace reboost::bandits {

class Policy;

/// ε_t-greedy with ε_t = min(1, c·M/t) (Auer et al. 2002a, §2, ε_n-GREEDY; their c/d² is c here).
struct EpsDecreasingOptions {
    static constexpr std::string_view kName = "eps_decreasing";
    static constexpr std::string_view kHelp = "epsilon-greedy whose exploration falls like 1/t";
    static constexpr bool kDraws = true;
    double c = 1;
};
template <class Visitor>
void describe(Visitor& visit, EpsDecreasingOptions& o) {
    visit("c", o.c, FieldInfo{"c: explores with probability min(1, c M / t)", 0, 1e6});
}
std::unique_ptr<Policy> make(const EpsDecreasingOptions& options);

}  // namespace reboost::bandits
