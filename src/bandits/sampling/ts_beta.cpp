#include "bandits/options/sampling.hpp"
#include "bandits/parts/beta_thompson.hpp"

namespace reboost::bandits {
namespace {

/// Thompson sampling that forgets nothing.
class TsBeta final : public BetaThompson {
    double discount() const override { return 1; }
};

}  // namespace

std::unique_ptr<Policy> make(const TsBetaOptions&) {
    return std::make_unique<TsBeta>();
}

}  // namespace reboost::bandits
