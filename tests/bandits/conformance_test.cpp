/// The trial of new policies: faulty ones are shown what they got wrong.
#include "bandits/policy.hpp"
#include "bandits/problems.hpp"
#include "bandits/trial/trial.hpp"
#include "core/value.hpp"

#include <cmath>
#include <limits>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::bandits;

namespace {

enum class Fault { none, twice, beyond, forgets, unseeded, not_a_number };

/// The arms in turn, with one thing wrong.
template <Fault fault>
class Faulty final : public Policy {
  public:
    void select(std::span<std::uint32_t> out, Rng& rng) override {
        static std::uint32_t calls = 0;
        for (std::uint32_t& arm : out) {
            arm = static_cast<std::uint32_t>(next_++ % arms());
            if (fault == Fault::twice && out.size() > 1) arm = 0;
            if (fault == Fault::beyond) ++arm;
        }
        if (fault == Fault::unseeded && out.size() < arms()) next_ += ++calls % 7;
        if (fault != Fault::none) rng.next();
    }

  private:
    void restart() override { next_ = 0; }
    void learn(std::uint32_t, double) override {}
    void keep(StateIO& io) override {
        if (fault != Fault::forgets) io("next", next_);
        double worth = std::numeric_limits<double>::quiet_NaN();
        if (fault == Fault::not_a_number) io("worth", worth);
    }

    std::uint64_t next_ = 0;
};

template <Fault fault>
std::string messages(bool draws = true) {
    std::string all;
    for (const std::string& failure :
         conformance_failures([] { return std::make_unique<Faulty<fault>>(); },
                              {.draws = draws, .pulls = 1000, .most_arms = 1000}))
        all += failure + "\n";
    return all;
}

}  // namespace

TEST_CASE("policies conform with the smallest options that they accept") {
    for (const PolicyOptions& options :
         {PolicyOptions("d_ucb", {{"discount", 1e-310}}), PolicyOptions("glr_klucb", {{"explore", 1e-300}})})
        CHECK(conformance_failures([&] { return options.make(Variant::literature); },
                                   {.draws = true, .pulls = 2000, .most_arms = 100})
                  .empty());
}

TEST_CASE("a faulty policy learns what it got wrong") {
    CHECK(messages<Fault::none>(false).empty());
    CHECK_THAT(messages<Fault::none>(true), Catch::Contains("no random number is drawn"));
    CHECK_THAT(messages<Fault::twice>(), Catch::Contains("distinct arms"));
    CHECK_THAT(messages<Fault::twice>(false), Catch::Contains("random numbers are drawn"));
    CHECK_THAT(messages<Fault::beyond>(), Catch::Contains("within range"));
    CHECK_THAT(messages<Fault::forgets>(), Catch::Contains("after save() and load() it chooses other arms"));
    CHECK_THAT(messages<Fault::unseeded>(), Catch::Contains("same seed"));
    CHECK_THAT(messages<Fault::not_a_number>(), Catch::Contains("'worth'") && Catch::Contains("NaN"));
}

TEST_CASE("each family leads on the standard problem that it was made for") {
    const auto lost = [](const PolicyOptions& options, std::size_t problem) {
        double sum = 0;
        for (std::uint64_t seed = 1; seed <= 5; ++seed)
            sum += standard_problems()[problem].play(*options.make(), 5000, seed) / 5;
        return sum;
    };
    CHECK(lost(PolicyOptions("kl_ucb"), 0) < lost(PolicyOptions("uniform"), 0) / 10);
    CHECK(lost(PolicyOptions("glr_klucb"), 1) < lost(PolicyOptions("kl_ucb"), 1) / 2);
    CHECK(lost(PolicyOptions("raw_ucb"), 2) < lost(PolicyOptions("ucb"), 2));
    CHECK(lost(PolicyOptions("tsallis_inf"), 3) < lost(PolicyOptions("ucb"), 3) / 4);
    // A uniform draw loses the mean gap of 0.26 each step.
    CHECK(lost(PolicyOptions("uniform"), 0) == Approx(0.26 * 5000).epsilon(0.05));
    CHECK(lost(PolicyOptions("ucb"), 0) < *bound_on_random(PolicyOptions("ucb"), 5000));
    CHECK_FALSE(bound_on_random(PolicyOptions("ucb", {{"exploration", 1}}), 5000));
    CHECK_FALSE(bound_on_random(PolicyOptions("uniform"), 5000));
}

TEST_CASE("regret bounds on the random problem are those of the papers, where the options are theirs") {
    constexpr double kArms = 5, kSteps = 10'000;
    const auto bound = [](const PolicyOptions& options) {
        return bound_on_random(options, 10'000).value_or(-1);
    };
    const auto is = [](double value) { return Approx(value).epsilon(1e-12); };
    CHECK(bound(PolicyOptions("moss")) == is(49 * std::sqrt(kArms * kSteps)));
    CHECK(bound(PolicyOptions("moss", {{"horizon", 5}})) == -1);
    CHECK(bound(PolicyOptions("exp3_ix")) == is(2 * std::sqrt(2 * kArms * kSteps * std::log(kArms)) +
                                                std::sqrt(2 * kArms * kSteps / std::log(kArms)) + 1));
    CHECK(bound(PolicyOptions("tsallis_inf", {{"reduced_variance", false}})) ==
          is(4 * std::sqrt(kArms * kSteps) + 1));
    CHECK(bound(PolicyOptions("tsallis_inf", {{"reduced_variance", true}})) ==
          is(2 * std::sqrt(kArms * kSteps) + 10 * kArms * std::log(kSteps) + 16));
    CHECK(bound(PolicyOptions("exp3", {{"gamma", 0.0}})) == is(exp3_bound(5, 10'000)));
    CHECK(bound(PolicyOptions("exp3", {{"gamma", 0.5}})) == -1);
    CHECK(bound(PolicyOptions("exp3_p", {{"delta", 0.25}})) == is(exp3_p_bound(5, 10'000, 0.25)));
    CHECK(bound(PolicyOptions("ucb")) > 0);
    CHECK(bound(PolicyOptions("ucb", {{"exploration", 1.0}})) == -1);
    CHECK(bound(PolicyOptions("eps_greedy")) == -1);
}

TEST_CASE("policies need the horizon where their options leave it or what follows from it open") {
    const auto needs = [](const PolicyOptions& options) { return options.make()->needs_horizon(); };
    for (const char* name : {"moss", "exp3_p", "wswa"}) {
        CHECK(needs(PolicyOptions(name)));
        CHECK_FALSE(needs(PolicyOptions(name, {{"horizon", 9}})));
    }
    CHECK(needs(PolicyOptions("exp3", {{"gamma", 0.0}})));
    CHECK_FALSE(needs(PolicyOptions("exp3", {{"gamma", 0.5}})));
    struct One {
        const char *name, *option;
        Value open, closed;
    };
    for (const One& one :
         {One{"exp3_ix", "eta", 0.0, 0.5}, One{"sw_ucb", "window", 0, 50}, One{"d_ucb", "discount", 0.0, 0.5},
          One{"bayes_ucb", "c", 5.0, 0.0}, One{"d_ts", "discount", 0.0, 0.5}}) {
        CAPTURE(one.name);
        CHECK(needs(PolicyOptions(one.name, {{one.option, one.open}})));
        CHECK_FALSE(needs(PolicyOptions(one.name, {{one.option, one.closed}})));
        CHECK_FALSE(needs(PolicyOptions(one.name, {{"horizon", 9}, {one.option, one.open}})));
    }
    struct Two {
        const char *name, *first, *second;
    };
    for (const Two& two : {Two{"exp3_s", "gamma", "alpha"}, Two{"cusum_ucb", "threshold", "explore"},
                           Two{"glr_klucb", "delta", "explore"}}) {
        CAPTURE(two.name);
        CHECK(needs(PolicyOptions(two.name)));
        CHECK(needs(PolicyOptions(two.name, {{two.first, 0.5}, {two.second, 0.0}})));
        CHECK(needs(PolicyOptions(two.name, {{two.first, 0.0}, {two.second, 0.5}})));
        CHECK_FALSE(needs(PolicyOptions(two.name, {{two.first, 0.5}, {two.second, 0.5}})));
        CHECK_FALSE(needs(PolicyOptions(two.name, {{"horizon", 9}, {two.first, 0.0}, {two.second, 0.0}})));
    }
}
