#include "selectors/base_class.hpp"

#include "bandits/policy.hpp"
#include "core/error.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::selectors;

namespace {

std::vector<std::uint32_t> ask(BaseClassRule& selector, std::size_t round,
                               const std::vector<double>& by_class = {1, 2, 3}) {
    double loss = 0;
    for (const double part : by_class)
        loss += part;
    const auto candidates = selector.candidates({round, loss, by_class});
    return {candidates.begin(), candidates.end()};
}

/// With the policy ucb where none is given.
BaseClassOptions bandit(std::int64_t k, const bandits::PolicyOptions& policy = {}) {
    BaseClassOptions options("bandit", {{"k", k}});
    *field_of<bandits::PolicyOptions>(options) = policy;
    return options;
}

const std::vector<BaseClassOptions>& all() {
    static const std::vector<BaseClassOptions> options{
        BaseClassOptions("exhaustive"),
        BaseClassOptions("gap", {{"gap", 3}}),
        BaseClassOptions("fixed", {{"base", 1}}),
        BaseClassOptions("worst_class"),
        bandit(1),
        bandit(2, bandits::PolicyOptions("eps_greedy")),
        BaseClassOptions("fast", {{"classes", 2}, {"gap", 3}, {"warm_up", 4}})};
    return options;
}

/// A made-up loss after the step of a candidate.
double loss_of(std::uint32_t base, std::size_t round) {
    return 5.0 - 0.1 * base * static_cast<double>(round % 4);
}

std::vector<std::uint32_t> play(BaseClassRule& selector, std::size_t first, std::size_t last) {
    std::vector<std::uint32_t> asked;
    for (std::size_t m = first; m <= last; ++m) {
        const auto candidates = ask(selector, m);
        std::vector<double> losses;
        for (const std::uint32_t base : candidates)
            losses.push_back(loss_of(base, m));
        asked.insert(asked.end(), candidates.begin(), candidates.end());
        if (!candidates.empty()) selector.report(6, losses);
    }
    return asked;
}

}  // namespace

TEST_CASE("exhaustive tries every class in every round") {
    const auto selector = make_base_class_rule(BaseClassOptions("exhaustive"), 3, 10, 1);
    for (const std::size_t m : {1U, 2U, 7U})
        CHECK(ask(*selector, m) == std::vector<std::uint32_t>{0, 1, 2});
}

TEST_CASE("gap G tries every class when (m − 1) mod G = 0 and keeps the winner in between") {
    const auto selector = make_base_class_rule(BaseClassOptions("gap", {{"gap", 3}}), 3, 10, 1);
    CHECK(ask(*selector, 1).size() == 3);
    selector->report(6, std::vector<double>{5, 4, 4});  // the first of equals
    CHECK(ask(*selector, 2) == std::vector<std::uint32_t>{1});
    selector->report(6, std::vector<double>{9});
    CHECK(ask(*selector, 3) == std::vector<std::uint32_t>{1});
    selector->report(6, std::vector<double>{9});
    CHECK(ask(*selector, 4).size() == 3);
}

TEST_CASE("worst_class takes the class with the largest share of the loss") {
    const auto selector = make_base_class_rule(BaseClassOptions("worst_class"), 3, 10, 1);
    CHECK(ask(*selector, 1, {1, 5, 2}) == std::vector<std::uint32_t>{1});
    CHECK(ask(*selector, 2, {7, 5, 7}) == std::vector<std::uint32_t>{0});
}

TEST_CASE("fast tries the s classes of the largest loss every g + 1 rounds, after w rounds without a base") {
    const auto selector = make_base_class_rule(
        BaseClassOptions("fast", {{"classes", 2}, {"gap", 1}, {"warm_up", 2}}), 4, 10, 1);
    const std::vector<double> by_class{3, 1, 5, 3};
    CHECK(ask(*selector, 1, by_class).empty());
    CHECK(ask(*selector, 2, by_class).empty());
    CHECK(ask(*selector, 3, by_class) == std::vector<std::uint32_t>{0, 2});  // the lower of equals
    selector->report(12, std::vector<double>{9, 8});
    CHECK(ask(*selector, 4, by_class) == std::vector<std::uint32_t>{2});
    selector->report(12, std::vector<double>{9});
    CHECK(ask(*selector, 5, {0, 1, 5, 6}) == std::vector<std::uint32_t>{2, 3});
}

TEST_CASE("fast counts its gaps from the last round without a base, and may try all classes") {
    const auto selector = make_base_class_rule(
        BaseClassOptions("fast", {{"classes", 3}, {"gap", 3}, {"warm_up", 1}}), 3, 10, 1);
    for (std::size_t round = 1; round <= 10; ++round) {
        const std::size_t tried = ask(*selector, round).size();
        CHECK(tried == (round == 1 ? 0 : round % 4 == 2 ? 3 : 1));
        if (tried == 3) selector->report(6, std::vector<double>{5, 4, 3});
    }
}

TEST_CASE("fast counts the trees that its base classes share once") {
    CHECK(BaseClassOptions("fast", {{"classes", 10}, {"gap", 0}, {"warm_up", 0}})->tried(10) ==
          Approx(BaseClassOptions("exhaustive")->tried(10)));
    CHECK(BaseClassOptions("fast", {{"classes", 10}, {"gap", 4}, {"warm_up", 0}})->tried(10) ==
          Approx(BaseClassOptions("gap", {{"gap", 5}})->tried(10)));
    for (const double classes : {1, 10})
        CHECK(BaseClassOptions("fast", {{"classes", 1}, {"gap", 0}, {"warm_up", 0}})->tried(classes) ==
              Approx(1));
    CHECK(BaseClassOptions("exhaustive")->tried(10) == 5);
}

TEST_CASE("a bandit over base classes tries each once first and is paid by the relative drop of the loss") {
    const auto selector = make_base_class_rule(bandit(1), 3, 10, 1);
    std::vector<bool> seen(3, false);
    for (std::size_t m = 1; m <= 3; ++m) {
        const std::uint32_t base = ask(*selector, m).at(0);
        seen[base] = true;
        selector->report(6, std::vector<double>{base == 2 ? 3.0 : 12.0});
    }
    CHECK(seen == std::vector<bool>{true, true, true});
    Archive summary;
    selector->summarise(summary);
    CHECK(summary.get<double>("base_class_mean_reward") == std::vector<double>{0, 0, 0.5});
    CHECK(summary.get<std::uint64_t>("base_class_pulls") == std::vector<std::uint64_t>{1, 1, 1});
}

TEST_CASE("a base class selector that was saved and loaded goes on like the one that was not") {
    for (const BaseClassOptions& options : all()) {
        const auto straight = make_base_class_rule(options, 3, 20, 9);
        const auto begun = make_base_class_rule(options, 3, 20, 9);
        play(*straight, 1, 8);
        play(*begun, 1, 8);
        Archive archive;
        begun->save(archive);
        const auto resumed = make_base_class_rule(options, 3, 20, 9);
        resumed->load(archive);
        CHECK(play(*straight, 9, 20) == play(*resumed, 9, 20));
        Archive first, second;
        straight->summarise(first);
        resumed->summarise(second);
        CHECK(first == second);
    }
}

TEST_CASE("base classes that do not exist are refused") {
    CHECK_THROWS_AS(make_base_class_rule(BaseClassOptions("fixed", {{"base", 3}}), 3, 10, 1), UsageError);
    CHECK_THROWS_AS(make_base_class_rule(bandit(4), 3, 10, 1), UsageError);
    CHECK_THROWS_AS(make_base_class_rule(
                        BaseClassOptions("fast", {{"classes", 4}, {"gap", 0}, {"warm_up", 0}}), 3, 10, 1),
                    UsageError);
    Archive archive;
    make_base_class_rule(BaseClassOptions("gap", {{"gap", 3}}), 4, 10, 1)->save(archive);
    CHECK_THROWS_AS(make_base_class_rule(BaseClassOptions("gap", {{"gap", 3}}), 3, 10, 1)->load(archive),
                    DataError);
}
