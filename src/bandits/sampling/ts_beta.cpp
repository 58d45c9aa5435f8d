#include "bandits/parts/beta_thompson.hpp"
#include "bandits/policy_entry.hpp"

namespace reboost::bandits {
namespace {

/// Thompson sampling for rewards in [0,1] (Agrawal & Goyal 2012): posteriors Beta(1 + successes, 1 +
/// failures), a reward r counting as a success with probability r. It forgets nothing.
class TsBeta final : public BetaThompson {
    double kept_share() const override { return 1; }
};

}  // namespace

PolicyEntry ts_beta() {
    return entry<TsBeta>("ts_beta", "Thompson sampling with beta posteriors");
}

}  // namespace reboost::bandits
