#include "bandits/external/program.hpp"
#include "bandits/trial/trial.hpp"
#include "core/error.hpp"
#include "programs/line_process.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace reboost::bandits {
namespace {

/// Ends a check with the sentence `otherwise` unless the demand is met.
void demand(bool met, const std::string& otherwise) {
    if (!met) throw Error(otherwise);
}

template <class Expected, class Action>
void demand_throw(Action action, const std::string& otherwise) {
    try {
        action();
    } catch (const Expected&) {
        return;
    }
    demand(false, otherwise);
}

class Trial {
  public:
    Trial(const MakePolicy& make, const ConformanceOptions& options) : make_(make), options_(options) {}

    void distinct_arms() const {
        for (const std::size_t arms : {1UL, 2UL, 7UL, 100UL})
            for (const std::size_t k : {1UL, (arms + 1) / 2, std::max(arms - 1, 1UL), arms})
                drive_checked(arms, k, 30);
        for (const std::size_t k : {1UL, 20UL})
            drive_checked(options_.most_arms, std::min(k, options_.most_arms), 3);
    }

    void counts() const {
        const auto policy = fresh(9);
        Rng rng(2);
        std::vector<std::uint64_t> pulls(9, 0);
        std::vector<double> sums(9, 0);
        for (std::size_t t = 0; t < 200; ++t)
            for (const std::uint32_t arm : drive(*policy, 3, t, 1, rng)) {
                ++pulls[arm];
                sums[arm] += reward_at(arm, t);
            }
        demand(std::ranges::equal(policy->pulls(), pulls), "pulls() does not count the rewards of each arm");
        for (std::size_t arm = 0; arm < 9; ++arm) {
            const double mean = pulls[arm] == 0 ? 0 : sums[arm] / static_cast<double>(pulls[arm]);
            demand(std::abs(policy->mean_rewards()[arm] - mean) < 1e-9,
                   "mean_rewards() is not the mean of each arm's rewards (0 before the first)");
        }
    }

    void refusals() const {
        for (const double reward : {-0.01, 1.01, std::numeric_limits<double>::quiet_NaN()}) {
            const auto policy = fresh(3);
            Rng rng(3);
            drive(*policy, 1, 0, 1, rng);
            demand_throw<TrainingError>(
                [&] { policy->reward(0, reward); },
                "reward() does not throw TrainingError for " + std::to_string(reward));
        }
        Archive state;
        fresh(5)->save(state);
        demand_throw<DataError>([&] { fresh(6)->load(state); },
                                "load() does not throw DataError for the state of another number of arms");
    }

    void same_seed() const {
        Rng first(4), second(4);
        demand(drive(*fresh(30), 4, 0, 150, first) == drive(*fresh(30), 4, 0, 150, second),
               "not deterministic: two runs under the same seed choose different arms");
        Rng rng(5);
        const auto before = rng.state();
        drive(*fresh(9), 2, 0, 100, rng);
        demand((rng.state() != before) == options_.draws,
               options_.draws ? "draws() is true, but no random number is drawn"
                              : "draws() is false, but random numbers are drawn");
    }

    void as_new_after_reset() const {
        const auto policy = fresh(12);
        Rng rng(6), first(7), second(7);
        drive(*policy, 2, 0, 80, rng);
        policy->reset(15, kHorizon);
        demand(drive(*policy, 2, 0, 60, first) == drive(*fresh(15), 2, 0, 60, second),
               "after reset() it chooses otherwise than a new one");
    }

    void goes_on() const {
        for (const std::size_t k : {std::size_t{1}, std::size_t{4}})
            for (const std::size_t before : {std::size_t{0}, std::size_t{3}, std::size_t{100}}) {
                const auto policy = fresh(20);
                Rng rng(8);
                drive(*policy, k, 0, before, rng);
                demand_same_future(*policy, 20, k, before, rng);
            }
    }

    void long_run() const {
        constexpr std::size_t kArms = 20, kTaken = 10;
        const auto policy = fresh(kArms);
        Rng rng(9);
        drive(*policy, kTaken, 0, options_.pulls / kTaken, rng);
        Archive state;
        policy->save(state);
        for (const auto& [name, array] : state.arrays())
            if (const auto* values = std::get_if<std::vector<double>>(&array.values))
                demand(std::ranges::none_of(*values, [](double value) { return std::isnan(value); }),
                       "after " + std::to_string(options_.pulls) + " pulls the array '" + name +
                           "' of its state holds a NaN");
        demand_same_future(*policy, kArms, kTaken, options_.pulls / kTaken, rng);
        drive(*fresh(kArms), 1, 0, options_.pulls / kTaken, rng);  // for one arm, a NaN index gives no arm
    }

  private:
    static constexpr std::size_t kHorizon = 1000;

    std::unique_ptr<Policy> fresh(std::size_t arms) const {
        auto policy = make_();
        policy->reset(arms, kHorizon);
        return policy;
    }

    /// A reward that differs between arms and over time; arms 0 and 1 always pay 0 and 1.
    static double reward_at(std::uint32_t arm, std::size_t t) {
        if (arm < 2) return arm;
        return static_cast<double>((arm * 7 + t * 3) % 11) / 10;
    }

    static std::vector<std::uint32_t> drive(Policy& policy, std::size_t k, std::size_t first,
                                            std::size_t decisions, Rng& rng) {
        std::vector<std::uint32_t> all, out(k);
        for (std::size_t t = first; t < first + decisions; ++t) {
            policy.select(out, rng);
            demand(std::ranges::all_of(out, [&](std::uint32_t arm) { return arm < policy.arms(); }),
                   "select() gives an arm that is not within range: is an index of it NaN?");
            for (const std::uint32_t arm : out)
                policy.reward(arm, reward_at(arm, t));
            policy.end_decision();
            all.insert(all.end(), out.begin(), out.end());
        }
        return all;
    }

    void drive_checked(std::size_t arms, std::size_t k, std::size_t decisions) const {
        const auto policy = fresh(arms);
        Rng rng(1);
        for (std::size_t t = 0; t < decisions; ++t) {
            auto out = drive(*policy, k, t, 1, rng);
            std::ranges::sort(out);
            demand(std::ranges::adjacent_find(out) == out.end(), "select() of " + std::to_string(k) + " of " +
                                                                     std::to_string(arms) +
                                                                     " arms does not give distinct arms");
        }
    }

    void demand_same_future(Policy& policy, std::size_t arms, std::size_t k, std::size_t t, Rng& rng) const {
        Archive state;
        policy.save(state);
        const auto resumed = fresh(arms);
        Rng other(10);
        drive(*resumed, k, 0, 30, other);  // `load` must undo these decisions
        resumed->load(state);
        Rng same = rng;
        demand(drive(policy, k, t, 100, rng) == drive(*resumed, k, t, 100, same),
               "after save() and load() it chooses other arms than without");
        Archive end, resumed_end;
        policy.save(end);
        resumed->save(resumed_end);
        demand(end == resumed_end, "after save() and load() its state runs apart");
    }

    const MakePolicy& make_;
    const ConformanceOptions& options_;
};

}  // namespace

std::vector<std::string> conformance_failures(const MakePolicy& make, const ConformanceOptions& options) {
    const Trial trial(make, options);
    std::vector<std::string> failures;
    for (const auto check : {&Trial::distinct_arms, &Trial::counts, &Trial::refusals, &Trial::same_seed,
                             &Trial::as_new_after_reset, &Trial::goes_on, &Trial::long_run})
        try {
            (trial.*check)();
        } catch (const programs::ProgramTimeout&) {
            if (failures.empty()) throw;
            break;
        } catch (const programs::ProgramError& error) {
            failures.emplace_back(error.what());
            break;
        } catch (const std::exception& error) {
            if (std::ranges::count(failures, error.what()) == 0) failures.emplace_back(error.what());
            if (options.first_only) break;
        }
    return failures;
}

}  // namespace reboost::bandits
