/// Every selector continues bit for bit from a saved state, under stumps, products and trees.
#include "bandits/policy.hpp"
#include "core/error.hpp"
#include "selectors/fake_learner.hpp"
#include "selectors/options.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::selectors;
using learners::Decision;

namespace {

constexpr std::size_t kFeatures = 40;

std::vector<std::pair<std::string, SelectorOptions>> every_selector() {
    std::vector<std::pair<std::string, SelectorOptions>> all{
        {"full", SelectorOptions("full")},
        {"random", SelectorOptions("random", {{"k", 3}})},
        {"uct", SelectorOptions("uct")}};
    for (const bandits::PolicyEntry& entry : bandits::Policy::entries())
        for (const bandits::Variant variant : {bandits::Variant::literature, bandits::Variant::multiboost}) {
            if (entry.make()->program() != nullptr) continue;
            if (variant == bandits::Variant::multiboost &&
                !bandits::PolicyOptions(entry.name()).has_multiboost_form())
                continue;
            SelectorOptions options("bandit", {{"k", 2}, {"group", 3}});
            options.bandit()->policy = bandits::PolicyOptions(entry.name());
            options.bandit()->variant = variant;
            all.emplace_back(std::string(entry.name()) + " " + std::string(enum_name(variant)), options);
        }
    all.emplace_back("ucb, scaled rewards", SelectorOptions("bandit", {{"reward_scale", "quantile"}}));
    return all;
}

double edge_of(const Decision& decision, std::uint32_t feature) {
    return static_cast<double>((feature * 13 + decision.step * 5 + 3) % 17) / 20;
}

/// What the selector asks in rounds first … last, of learners that take turns.
std::vector<std::vector<std::uint32_t>> drive(learners::FeatureSelector& selector, std::size_t first,
                                              std::size_t last) {
    std::vector<std::vector<std::uint32_t>> asked;
    for (std::size_t round = first; round <= last; ++round) {
        std::vector<std::vector<std::uint32_t>> now;
        if (round % 3 == 0) now = tree_round(selector, round, edge_of);
        if (round % 3 == 1) now = {stump_round(selector, round, edge_of)};
        if (round % 3 == 2) now = product_round(selector, round, 3, 2, edge_of);
        asked.insert(asked.end(), now.begin(), now.end());
    }
    return asked;
}

Archive state_of(const learners::FeatureSelector& selector) {
    Archive archive;
    selector.save(archive);
    return archive;
}

Archive summary_of(const learners::FeatureSelector& selector) {
    Archive archive;
    selector.summarise(archive);
    return archive;
}

}  // namespace

TEST_CASE("every selector goes on bit for bit from a saved state") {
    for (const auto& [name, options] : every_selector()) {
        INFO(name);
        for (const std::size_t stop : {0U, 1U, 10U, 60U}) {
            const auto straight = make_selector(options, kFeatures, 100, 77);
            drive(*straight, 1, stop);
            const auto resumed = make_selector(options, kFeatures, 100, 77);
            drive(*resumed, 1, 5);  // which loading undoes
            resumed->load(state_of(*straight));
            CHECK(drive(*straight, stop + 1, stop + 40) == drive(*resumed, stop + 1, stop + 40));
            CHECK(state_of(*straight) == state_of(*resumed));
            CHECK(summary_of(*straight) == summary_of(*resumed));
        }
    }
}

TEST_CASE("every selector is determined by its seed and refuses another number of features") {
    for (const auto& [name, options] : every_selector()) {
        INFO(name);
        const auto first = make_selector(options, kFeatures, 100, 5);
        const auto second = make_selector(options, kFeatures, 100, 5);
        CHECK(drive(*first, 1, 30) == drive(*second, 1, 30));
        CHECK_THROWS_AS(make_selector(options, kFeatures + 20, 100, 5)->load(state_of(*first)), DataError);
    }
}

TEST_CASE("random draws are others with another seed") {
    for (const SelectorOptions& options : {SelectorOptions("random", {{"k", 3}}), SelectorOptions("uct")})
        CHECK(drive(*make_selector(options, kFeatures, 100, 5), 1, 30) !=
              drive(*make_selector(options, kFeatures, 100, 6), 1, 30));
}

TEST_CASE("every selector saves accepted features with units and a long name") {
    for (const auto& [name, options] : every_selector()) {
        INFO(name);
        const auto selector = make_selector(options, kFeatures, 100, 5);
        drive(*selector, 1, 9);
        Archive archive;
        selector->summarise(archive);
        REQUIRE(archive.get<std::uint64_t>("accepted").size() == kFeatures);
        for (const auto& [array_name, array] : archive.arrays())
            if (!array.shape.empty()) CHECK(!array.long_name.empty());
    }
}
