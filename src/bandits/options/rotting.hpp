#pragma once
/// Options of the policies for arms that pay less the more often they are pulled.
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
    bool needs_horizon() const { return horizon == 0; }
};
template <class Visitor>
void describe(Visitor& visit, WswaOptions& o) {
    visit("alpha", o.alpha, FieldInfo{"α, the factor of the window w", 0, 1e6});
    visit("sigma", o.sigma, FieldInfo{"σ, the rewards are subgaussian with it", 0, 1e6});
    visit("horizon", o.horizon,
          FieldInfo{"T of the first epoch; 0: the number of decisions planned; 1: the paper's doubling from "
                    "the start",
                    0, 1e15});
}
std::unique_ptr<Policy> make(const WswaOptions& options);

/// FEWA with efficient statistics (Seznec et al. 2019): filters the arms by means over windows of 1, 2, 4 …
/// pulls, ending with an arm of few pulls.
struct FewaOptions {
    static constexpr std::string_view kName = "fewa";
    static constexpr std::string_view kHelp = "rotting rewards: filters arms on windows of growing length";
    static constexpr bool kDraws = true;
    double alpha = 0.06;
    double sigma = 0.5;
    bool needs_horizon() const { return false; }
};
template <class Visitor>
void describe(Visitor& visit, FewaOptions& o) {
    visit("alpha", o.alpha,
          FieldInfo{"α: confidence 1/t^α; 0.06 in the paper's experiments, above 4 in its proof", 0, 1e6});
    visit("sigma", o.sigma, FieldInfo{"σ, the rewards are subgaussian with it", 0, 1e6});
}
std::unique_ptr<Policy> make(const FewaOptions& options);

/// RAW-UCB with efficient statistics (Seznec et al. 2020): the smallest over windows h = 1, 2, 4 … of mean +
/// √(2 σ² α ln t/h).
struct RawUcbOptions {
    static constexpr std::string_view kName = "raw_ucb";
    static constexpr std::string_view kHelp = "rotting rewards: the smallest upper bound over all windows";
    static constexpr bool kDraws = true;
    double alpha = 1.4;
    double sigma = 0.5;
    bool needs_horizon() const { return false; }
};
template <class Visitor>
void describe(Visitor& visit, RawUcbOptions& o) {
    visit("alpha", o.alpha,
          FieldInfo{"α: confidence 1/t^α; 1.4 in the paper's experiments, 4 in its proof", 0, 1e6});
    visit("sigma", o.sigma, FieldInfo{"σ, the rewards are subgaussian with it", 0, 1e6});
}
std::unique_ptr<Policy> make(const RawUcbOptions& options);

}  // namespace reboost::bandits
