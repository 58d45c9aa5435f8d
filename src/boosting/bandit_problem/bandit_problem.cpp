#include "boosting/bandit_problem/bandit_problem.hpp"

#include "bandits/policy.hpp"
#include "bandits/problems.hpp"
#include "boosting/bookkeeping.hpp"
#include "boosting/regret.hpp"

namespace reboost::boosting {
namespace {

bandits::Problem make_problem(const BanditProblemOptions& options) {
    if (options.problem == BanditProblemKind::against_ucb)
        return bandits::sequence_against(*bandits::PolicyOptions("ucb").make(), options.means.size(),
                                         static_cast<std::size_t>(options.rounds));
    const bool switching = options.problem == BanditProblemKind::switching;
    return bandits::bernoulli_arms(options.means,
                                   switching ? static_cast<std::size_t>(options.period) : bandits::kNever);
}

class BanditProblem final : public Booster {
  public:
    BanditProblem(const Recipe& recipe, const Resources& resources)
        : options_(std::get<BanditProblemOptions>(recipe.booster)),
          seed_(recipe.seed),
          team_(resources.team),
          clock_(*resources.clock, *team_),
          policy_(recipe.selector.bandit()->policy.make()),
          problem_(make_problem(options_)),
          curves_(options_.means.size()) {}

    StopReason train(RoundObserver& observer) override {
        while (plays_done_ < static_cast<std::size_t>(options_.plays)) {
            clock_.train();
            play_once();
            clock_.rest();
            RoundRecord record{++plays_done_};
            clock_.fill(record);
            record.work = plays_done_ * static_cast<std::uint64_t>(options_.rounds);
            observer.on_round(record);
            if (observer.interrupt() && plays_done_ < static_cast<std::size_t>(options_.plays))
                return StopReason::interrupted;
        }
        return StopReason::rounds_done;
    }
    std::size_t rounds_trained() const override { return plays_done_; }
    void state(StateIO& io) override {
        io.part("curves", curves_);
        io("plays", plays_done_).part("clock", clock_);
    }
    void save_curves(Archive& archive) const override { curves_.save_curves(archive); }

  private:
    /// Environment and choices draw from separate random streams, named by the number of the play.
    void play_once() {
        const auto steps = static_cast<std::size_t>(options_.rounds);
        const std::string play = " of play " + std::to_string(plays_done_);
        Rng environment(seed_, "bandit problem" + play), choices(seed_, "selector" + play);
        std::size_t point = 0;
        bandits::play(*policy_, problem_, steps, environment, choices,
                      [&](std::size_t t, const bandits::Play& so_far) {
                          if (is_log_spaced(t, steps, RegretCurves::kPointsPerDecade))
                              curves_.add(point++, t, t, so_far.earned, so_far.arm_totals);
                      });
        curves_.end_sequence();
    }

    BanditProblemOptions options_;
    std::uint64_t seed_;
    std::shared_ptr<parallel::Team> team_;
    TrainingClock clock_;
    std::unique_ptr<bandits::Policy> policy_;
    bandits::Problem problem_;
    RegretCurves curves_;  ///< sums over the plays
    std::size_t plays_done_ = 0;
};

}  // namespace

std::unique_ptr<Booster> make_bandit_problem(const Recipe& recipe, const Resources& resources) {
    return std::make_unique<BanditProblem>(recipe, resources);
}

}  // namespace reboost::boosting
