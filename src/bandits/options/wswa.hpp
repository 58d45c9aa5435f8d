#pragma once
#include "core/fields.hpp"

#include <cstdint>
#include <memory>
#include <string_view>

namespace reboost::bandits {

class Policy;

/// wSWA (Levine, Crammer & Mannor 2017): every arm w times, then the best mean of the last w rewards; starts
/// again with a doubled horizon when the horizon is over.
struct WswaOptions {
    static constexpr std::string_view kName = "wswa";
    static constexpr std::string_view kHelp =
        "rotting rewards: best mean of the last w pulls, w fixed by the horizon";
    static constexpr bool kDraws = true;
    double alpha = 0.2;
    double sigma = 0.5;
    std::int64_t horizon = 0;
};
template <class Visitor>
void describe(Visitor& visit, WswaOptions& o) {
    visit("alpha", o.alpha, FieldInfo{"α, the factor of the window w", 0, 1e6});
    visit("sigma", o.sigma, FieldInfo{"σ, the rewards are subgaussian with it", 0, 1e6});
    visit("horizon", o.horizon,
          FieldInfo{"T of the first epoch; 0: the number of decisions expected; 1: the paper's doubling from "
                    "the start",
                    0, 1e15});
}
std::unique_ptr<Policy> make(const WswaOptions& options);

}  // namespace reboost::bandits
