#pragma once
#include "core/fields.hpp"

#include <memory>
#include <string_view>

namespace reboost::bandits {

class Policy;

/// FEWA with efficient statistics (Seznec et al. 2019): filters the arms by means over windows of 1, 2, 4 …
/// pulls, ending with an arm of few pulls.
struct FewaOptions {
    static constexpr std::string_view kName = "fewa";
    static constexpr std::string_view kHelp = "rotting rewards: filters arms on windows of growing length";
    static constexpr bool kDraws = true;
    double alpha = 0.06;
    double sigma = 0.5;
};
template <class Visitor>
void describe(Visitor& visit, FewaOptions& o) {
    visit("alpha", o.alpha,
          FieldInfo{"α: confidence 1/t^α; 0.06 in the paper's experiments, above 4 in its proof", 0, 1e6});
    visit("sigma", o.sigma, FieldInfo{"σ, the rewards are subgaussian with it", 0, 1e6});
}
std::unique_ptr<Policy> make(const FewaOptions& options);

}  // namespace reboost::bandits
