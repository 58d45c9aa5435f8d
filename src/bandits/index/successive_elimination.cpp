#include "bandits/parts/best_arms.hpp"
#include "bandits/policy.hpp"

#include <cmath>

namespace reboost::bandits {
namespace {

/// Successive elimination (Even-Dar, Mannor & Mansour 2006, Algorithm 3): pulls the remaining arms in turn;
/// each pass eliminates arms whose mean + α_j is below the largest mean − α, α_j = √(e ln(c M T_j²/δ)/T_j), e
/// = 1. If fewer than k arms remain, eliminated arms with the best means fill the places (ties: lower arm).
class SuccessiveElimination final : public Policy {
    double delta = 0.1, c = 5, exploration = 1;
    void fields(Fields& field) override {
        field("delta", delta, {"δ, the probability of losing the best arm", 1e-300, 1});
        field("c", c, {"c, above 4 in the proof", 4, 1e9});
        field("exploration", exploration, {"e, the factor under the root", 0, 1e6});
    }
    bool draws() const override { return false; }

    void select(std::span<std::uint32_t> out, Rng&) override {
        if (pass_over_) eliminate();  // the rewards of all its arms are known now
        pass_over_ = false;
        std::size_t chosen = 0;
        // At most two passes over the arms: the rest of this pass and the beginning of the next.
        for (std::size_t step = 0; step < 2 * arms() && chosen < out.size(); ++step) {
            if (active_[next_] && !chosen_[next_]) {
                chosen_[next_] = 1;
                out[chosen++] = next_;
            }
            if (++next_ < arms()) continue;
            next_ = 0;
            pass_over_ = true;
        }
        fill_up(out, chosen);
        for (const std::uint32_t arm : out)
            chosen_[arm] = 0;
    }

    void restart() override {
        active_.assign(arms(), 1);
        chosen_.assign(arms(), 0);
        rest_.resize(arms());
        next_ = 0;
        pass_over_ = false;
    }

    double radius(std::size_t arm) const {
        const double n = pulls_of(arm);
        const double log_share = std::log(c * static_cast<double>(arms()) * n * n / delta);
        return std::sqrt(exploration * log_share / n);
    }

    void eliminate() {
        double best_lower = -1;
        for (std::size_t arm = 0; arm < arms(); ++arm)
            if (active_[arm] && tried(arm)) best_lower = std::max(best_lower, mean_of(arm) - radius(arm));
        for (std::size_t arm = 0; arm < arms(); ++arm)
            if (active_[arm] && tried(arm) && mean_of(arm) + radius(arm) < best_lower) active_[arm] = 0;
    }

    void fill_up(std::span<std::uint32_t> out, std::size_t chosen) {
        if (chosen == out.size()) return;
        for (std::size_t arm = 0; arm < arms(); ++arm)
            rest_[arm] = chosen_[arm] ? -1 : mean_of(arm);
        best_.select(rest_, out.subspan(chosen));
    }

    void keep(StateIO& io) override {
        io("active", active_)("next", next_)("pass_over", pass_over_);
        if (io.loading() && next_ >= arms()) throw DataError("a saved pass is at an arm that does not exist");
    }

    std::vector<std::uint8_t> active_, chosen_;  ///< flags per arm; `chosen_` all 0 between selections
    std::vector<double> rest_;
    BestArms best_;
    std::uint32_t next_ = 0;
    bool pass_over_ = false;  ///< a pass has ended, its elimination is still due
};

}  // namespace

extern const PolicyEntry successive_elimination = entry<SuccessiveElimination>(
    "successive_elimination",
    "all arms in turn but those that are worse with high probability; deterministic");

}  // namespace reboost::bandits
