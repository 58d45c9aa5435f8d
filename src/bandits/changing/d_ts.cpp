#include "bandits/parts/beta_thompson.hpp"
#include "bandits/parts/forgetting_defaults.hpp"
#include "bandits/policy_entry.hpp"

namespace reboost::bandits {
namespace {

/// Discounted Thompson sampling (Raj & Kalyani 2017): beta posteriors whose counts of successes and failures
/// fade by γ per decision.
class DTs final : public BetaThompson {
    double discount = 0;
    std::int64_t horizon = 0;
    void fields(Fields& field) override {
        field("discount", discount, {"γ per decision; 0: 1 - 1/(4 sqrt(T)), at least 1 - 1/(4 M)", 0, 1});
        field("horizon", horizon, kHorizonField);
    }
    bool needs_horizon() const override { return horizon == 0 && discount == 0; }

    double kept_share() const override {
        return discount > 0 ? discount : default_discount(horizon_or(horizon), arms());
    }
};

}  // namespace

PolicyEntry d_ts() {
    return entry<DTs>("d_ts", "Thompson sampling with discounted counts");
}

}  // namespace reboost::bandits
