#pragma once
#include "core/fields.hpp"

#include <memory>
#include <string_view>

namespace reboost::bandits {

class Policy;

/// UCB-V (Audibert, Munos & Szepesvári 2009): mean + √(2 ξ var ln t / T) + c·3 b ξ ln t / T.
struct UcbVOptions {
    static constexpr std::string_view kName = "ucb_v";
    static constexpr std::string_view kHelp =
        "upper confidence bound with each arm's empirical variance; deterministic";
    static constexpr bool kDraws = false;
    double xi = 1;
    double c = 1.0 / 3.0;
    double b = 1;
};
template <class Visitor>
void describe(Visitor& visit, UcbVOptions& o) {
    visit("xi", o.xi, FieldInfo{"ξ", 0, 1e6});
    visit("c", o.c, FieldInfo{"c", 0, 1e6});
    visit("b", o.b, FieldInfo{"b, the range of the rewards", 0, 1e6});
}
std::unique_ptr<Policy> make(const UcbVOptions& options);
/// As the authors' program has it.
std::unique_ptr<Policy> make_multiboost(const UcbVOptions& options);

}  // namespace reboost::bandits
