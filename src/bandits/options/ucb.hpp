#pragma once
#include "core/fields.hpp"

#include <memory>
#include <string_view>

namespace reboost::bandits {

class Policy;

/// UCB1 / UCB(k): r̄_j + √(e ln t / T_j), e = 2 (opt2009 §3.1; Auer et al. 2002a).
struct UcbOptions {
    static constexpr std::string_view kName = "ucb";
    static constexpr std::string_view kHelp =
        "upper confidence bound: mean reward + sqrt(2 ln t / pulls); deterministic";
    static constexpr bool kDraws = false;
    double exploration = 2;
};
template <class Visitor>
void describe(Visitor& visit, UcbOptions& o) {
    visit("exploration", o.exploration,
          FieldInfo{"the factor under the root: sqrt(exploration ln t / T_j)", 0, 1e6});
}
std::unique_ptr<Policy> make(const UcbOptions& options);
/// As the authors' program has it.
std::unique_ptr<Policy> make_multiboost(const UcbOptions& options);

}  // namespace reboost::bandits
