#pragma once
#include "core/fields.hpp"

#include <memory>
#include <string_view>

namespace reboost::bandits {

class Policy;

/// RAW-UCB with efficient statistics (Seznec et al. 2020): the smallest over windows h = 1, 2, 4 … of mean +
/// √(2 σ² α ln t/h).
struct RawUcbOptions {
    static constexpr std::string_view kName = "raw_ucb";
    static constexpr std::string_view kHelp = "rotting rewards: the smallest upper bound over all windows";
    static constexpr bool kDraws = true;
    double alpha = 1.4;
    double sigma = 0.5;
};
template <class Visitor>
void describe(Visitor& visit, RawUcbOptions& o) {
    visit("alpha", o.alpha,
          FieldInfo{"α: confidence 1/t^α; 1.4 in the paper's experiments, 4 in its proof", 0, 1e6});
    visit("sigma", o.sigma, FieldInfo{"σ, the rewards are subgaussian with it", 0, 1e6});
}
std::unique_ptr<Policy> make(const RawUcbOptions& options);

}  // namespace reboost::bandits
