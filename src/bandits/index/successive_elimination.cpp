#include "bandits/best_arms.hpp"
#include "bandits/options/index.hpp"
#include "bandits/parts/counted_policy.hpp"

#include <cmath>

namespace reboost::bandits {
namespace {

/// Where fewer than k arms are left, the best means among the eliminated fill up (ties: the lower arm).
class SuccessiveElimination final : public CountedPolicy {
  public:
    explicit SuccessiveElimination(const SuccessiveEliminationOptions& options) : options_(options) {}

    void select(std::span<std::uint32_t> out, Rng&) override {
        if (pass_over_) eliminate();  // now that the rewards of all its arms are known
        pass_over_ = false;
        std::size_t chosen = 0;
        // Two passes over the arms at most: the rest of this one and the beginning of the next.
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

  private:
    void restart() override {
        active_.assign(arms(), 1);
        chosen_.assign(arms(), 0);
        rest_.resize(arms());
        next_ = 0;
        pass_over_ = false;
    }

    double radius(std::size_t arm) const {
        const double n = pulls_of(arm);
        const double log_share = std::log(options_.c * static_cast<double>(arms()) * n * n / options_.delta);
        return std::sqrt(options_.exploration * log_share / n);
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

    void save_more(Archive& archive) const override {
        archive.put("active", active_);
        archive.put_scalar("next", next_);
        archive.put_scalar<std::uint8_t>("pass_over", pass_over_);
    }
    void load_more(const Archive& archive) override {
        active_ = load_sized<std::uint8_t>(archive, "active", arms());
        next_ = archive.get_scalar<std::uint32_t>("next");
        if (next_ >= arms()) throw DataError("a saved pass is at an arm that does not exist");
        pass_over_ = archive.get_scalar<std::uint8_t>("pass_over") != 0;
    }

    SuccessiveEliminationOptions options_;
    std::vector<std::uint8_t> active_, chosen_;  ///< flags per arm; `chosen_` all 0 between selections
    std::vector<double> rest_;
    BestArms best_;
    std::uint32_t next_ = 0;
    bool pass_over_ = false;  ///< the rewards of a whole pass are still to be judged
};

}  // namespace

std::unique_ptr<Policy> make(const SuccessiveEliminationOptions& options) {
    return std::make_unique<SuccessiveElimination>(options);
}

}  // namespace reboost::bandits
