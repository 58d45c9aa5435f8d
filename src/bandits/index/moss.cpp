#include "bandits/parts/index_policy.hpp"
#include "bandits/policy_entry.hpp"

#include <cmath>

namespace reboost::bandits {
namespace {

/// MOSS (Audibert & Bubeck 2009): r̄_j + √(e max(0, ln(T/(M T_j)))/T_j), e = 1. The index does not depend on
/// time: it changes with a pull only.
class Moss final : public IndexPolicy {
    double exploration = 1;
    std::int64_t horizon = 0;
    void fields(Fields& field) override {
        field("exploration", exploration, {"e, the factor under the root", 0, 1e6});
        field("horizon", horizon, kHorizonField);
    }
    bool needs_horizon() const override { return horizon == 0; }

    void restart() override { current_.assign(arms(), kUntried); }
    void refresh(std::uint32_t arm) override {
        const double n = pulls_of(arm);
        const double log_share = std::log(horizon_or(horizon) / (static_cast<double>(arms()) * n));
        current_[arm] = mean_of(arm) + std::sqrt(exploration * std::max(0.0, log_share) / n);
    }
    void fill(std::span<double> index, std::size_t, Rng&) override {
        std::ranges::copy(current_, index.begin());
    }

    std::vector<double> current_;
};

}  // namespace

PolicyEntry moss() {
    return entry<Moss>("moss", "minimax-optimal upper confidence bound; needs the horizon");
}

}  // namespace reboost::bandits
