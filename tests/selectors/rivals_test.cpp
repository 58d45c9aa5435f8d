/// The selectors that choose rows, too, against made-up reports.
#include "core/error.hpp"
#include "selectors/options.hpp"
#include "selectors/rewards.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::selectors;
using learners::Decision;
using learners::FeatureScore;
using learners::Query;
using learners::RowChoice;

namespace {

/// Features' edges on all rows; a prefix or a sample sees them with what `distort` does to them.
struct World {
    std::vector<double> edges;
    double (*distort)(double edge, const RowChoice& rows);
    double mass = 1, row_share = 0.1;  ///< of decisions, of prefixes

    learners::Report answer(const Query& query, std::vector<FeatureScore>& scores) const {
        scores.clear();
        for (const std::uint32_t feature : query.features)
            scores.push_back(
                {feature, query.rows.all() ? edges[feature] : distort(edges[feature], query.rows)});
        learners::Report report;
        report.scores = scores;
        report.rows = 100'000;
        report.mass = mass;
        if (query.rows.kind == RowChoice::Kind::heaviest)
            report.share = query.rows.share, report.left_out = 1 - query.rows.share,
            report.row_share = row_share;
        if (query.rows.kind == RowChoice::Kind::drawn)
            report.row_share = static_cast<double>(query.rows.draws) / 100'000;
        return report;
    }
};

struct Asked {
    std::vector<std::uint32_t> features;
    RowChoice rows;
    bool choosable;
};

std::vector<Asked> play_rival(learners::FeatureSelector& selector, const World& world, std::size_t round) {
    std::vector<Asked> asked;
    std::vector<FeatureScore> scores;
    std::uint64_t work = 0;
    selector.begin_round(round);
    for (Query query = selector.next_query({}); !query.features.empty(); query = selector.next_query({})) {
        asked.push_back({{query.features.begin(), query.features.end()}, query.rows, query.choosable});
        CHECK(std::ranges::is_sorted(query.features));  // columns are read in their order
        const learners::Report report = world.answer(query, scores);
        selector.report({}, report);
        work += static_cast<std::uint64_t>(1000 * report.row_share) * query.features.size();
        REQUIRE(asked.size() < 1000);
    }
    selector.note_work(work);
    selector.end_round(0.1);
    return asked;
}

double exactly(double edge, const RowChoice&) {
    return edge;
}
/// The lightest rows speak against the feature: on the others its edge is as large as can be.
double as_promising_as_can_be(double edge, const RowChoice& rows) {
    return std::min(1.0, edge + 1 - rows.share);
}
double less_the_rest(double edge, const RowChoice& rows) {
    return std::max(0.0, edge - (1 - rows.share));
}

std::vector<double> falling(std::size_t features) {
    std::vector<double> edges;
    for (std::size_t j = 0; j < features; ++j)
        edges.push_back(0.4 - 0.3 * static_cast<double>(j) / static_cast<double>(features));
    std::ranges::reverse(edges);
    return edges;
}

std::set<std::uint32_t> on_all_rows(const std::vector<Asked>& asked) {
    std::set<std::uint32_t> features;
    for (const Asked& query : asked)
        if (query.rows.all()) features.insert(query.features.begin(), query.features.end());
    return features;
}

}  // namespace

TEST_CASE("Quick Boost searches three prefixes of a decision, which leave out r, r/4 and r/16 of its mass") {
    const World world{falling(1000), as_promising_as_can_be};  // many features are left after each
    const auto selector = make_selector(SelectorOptions("quick_boost"), 1000, 10, 1);
    play_rival(*selector, world, 1);
    play_rival(*selector, world, 2);
    std::vector<double> left_out;
    for (const Asked& query : play_rival(*selector, world, 3))
        if (!query.rows.all()) left_out.push_back(1 - query.rows.share);
    REQUIRE(left_out.size() == 3);
    CHECK(left_out[1] == Approx(left_out[0] / 4));
    CHECK(left_out[2] == Approx(left_out[0] / 16));
}

TEST_CASE("Quick Boost searches on all rows each feature that could be the best, and none twice") {
    for (const auto distort : {exactly, as_promising_as_can_be, less_the_rest}) {
        const World world{falling(50), distort};
        const auto selector = make_selector(SelectorOptions("quick_boost"), 50, 10, 1);
        CHECK(selector->exact());
        CHECK(selector->conclusive());
        for (std::size_t round = 1; round <= 30; ++round) {
            const auto asked = play_rival(*selector, world, round);
            std::size_t searched = 0;
            for (const Asked& query : asked) {
                CHECK(query.choosable == query.rows.all());
                if (query.rows.all()) searched += query.features.size();
            }
            CHECK(on_all_rows(asked).contains(49));
            CHECK(on_all_rows(asked).size() == searched);
            if (distort == exactly && round > 10) CHECK(searched < 25);
        }
    }
}

TEST_CASE("Quick Boost searches as FULL does after rounds that cost more, for longer and longer") {
    const auto selector = make_selector(SelectorOptions("quick_boost"), 10, 2000, 1);
    std::vector<std::size_t> quick;
    for (std::size_t round = 1; round <= 1100; ++round) {
        selector->begin_round(round);
        if (!selector->exhaustive()) quick.push_back(round);
        std::vector<FeatureScore> scores;
        const World world{falling(10), as_promising_as_can_be};
        for (Query query = selector->next_query({}); !query.features.empty();
             query = selector->next_query({})) {
            CHECK((!selector->exhaustive() || (query.rows.all() && query.features.size() == 10)));
            selector->report({}, world.answer(query, scores));
        }
        selector->note_work(100);  // as much is more, too
    }
    // After each of them 1, 3, 7, 15, 31, 63, 127, 255, 255 … full rounds.
    CHECK(quick == std::vector<std::size_t>{2, 4, 8, 16, 32, 64, 128, 256, 512, 768, 1024});
}

TEST_CASE("Quick Boost compares what a decision reads, not what a round reads") {
    const auto selector = make_selector(SelectorOptions("quick_boost"), 10, 2000, 1);
    const World world{falling(10), as_promising_as_can_be};
    for (std::size_t round = 1; round <= 3; ++round) {
        selector->begin_round(round);
        CHECK(selector->exhaustive() == (round == 1));
        for (std::uint32_t step = 0; step < (round == 1 ? 1 : 2); ++step) {
            std::vector<FeatureScore> scores;
            for (Query query = selector->next_query({step}); !query.features.empty();
                 query = selector->next_query({step}))
                selector->report({step}, world.answer(query, scores));
        }
        selector->note_work(round == 1 ? 100 : 150);  // 100 a decision, then 75
    }
}

TEST_CASE("Quick Boost drops nothing within the rounding of the best") {
    World world{{0.3, 0.3 - 1e-9, 0.3 - 2.5e-9, 0.2999, 0.1}, less_the_rest};
    const auto selector = make_selector(SelectorOptions("quick_boost"), 5, 10, 1);
    play_rival(*selector, world, 1);  // a full round
    play_rival(*selector, world, 2);  // knows no edge yet: leaves half of the mass out and drops nothing
    play_rival(*selector, world, 3);  // so this one is full again
    // Bounds are the true edges, so that 0.3 alone is left where nothing is rounded.
    for (std::size_t round = 4; round <= 5; ++round)
        CHECK(on_all_rows(play_rival(*selector, world, round)) == std::set<std::uint32_t>{0});
    std::vector<FeatureScore> scores;
    selector->begin_round(6);
    std::set<std::uint32_t> complete;
    for (Query query = selector->next_query({}); !query.features.empty(); query = selector->next_query({})) {
        if (query.rows.all()) complete.insert(query.features.begin(), query.features.end());
        learners::Report report = world.answer(query, scores);
        report.rounding = 1e-9;
        selector->report({}, report);
    }
    CHECK(complete == std::set<std::uint32_t>{0, 1});
}

TEST_CASE(
    "Quick Boost leaves out half of the last edge, a fourth, a sixteenth, while much is left of few rows") {
    // The shares of the mass left out by the queries of a round; 0: all rows.
    const auto left_out = [](const World& world) {
        const auto selector = make_selector(SelectorOptions("quick_boost"), world.edges.size(), 10, 1);
        play_rival(*selector, world, 1);
        std::vector<double> shares;
        for (const int round : {2, 4}) {  // 3 is full
            if (round == 4) play_rival(*selector, world, 3);
            shares.clear();
            for (const Asked& query : play_rival(*selector, world, static_cast<std::size_t>(round)))
                shares.push_back(query.rows.all() ? 0 : 1 - query.rows.share);
            shares.resize(std::min<std::size_t>(shares.size(), 7));
        }
        return shares;
    };
    const auto are = [](const std::vector<double>& shares, const std::vector<double>& expected) {
        return std::ranges::equal(shares, expected,
                                  [](double a, double b) { return std::abs(a - b) < 1e-12; });
    };
    World world{falling(50), as_promising_as_can_be};  // nothing is dropped
    const double half = world.edges.back() / 2;
    CHECK(are(left_out(world), {half, 0, half / 4, 0, half / 16, 0, 0}));
    world.row_share = 0.6;
    CHECK(are(left_out(world), {half, 0, 0, 0, 0, 0, 0}));
    world.row_share = 0.59;
    world.mass = 0.5;  // the edge is a share of it
    CHECK(are(left_out(world), {2 * half, 0, half / 2, 0, half / 8, 0, 0}));
    // A prefix for 9 features left, none for 8.
    for (const std::size_t features : {9U, 10U}) {
        const std::vector<double> shares = left_out({falling(features), as_promising_as_can_be});
        CHECK((shares.at(2) == 0) == (features == 9));
    }
    // At most a half, at least 1/10,000.
    CHECK(are(left_out({{1, 0.5}, as_promising_as_can_be}), {0.5, 0, 0}));
    CHECK(left_out({{1e-5, 1e-6}, as_promising_as_can_be}).at(0) == Approx(1e-4));
}

TEST_CASE("MABSplit doubles its draws, drops what is surely worse and searches the rest on all rows") {
    for (const char* interval : {"bernstein", "hoeffding"}) {
        const SelectorOptions options("mab_split", {{"sample", 1000}, {"interval", interval}});
        const auto selector = make_selector(options, 50, 10, 1);
        const auto asked = play_rival(*selector, {falling(50), exactly}, 1);
        REQUIRE(asked.size() > 2);
        for (std::size_t i = 0; i + 1 < asked.size(); ++i) {
            CHECK(asked[i].rows.draws == 1000U << i);
            CHECK_FALSE(asked[i].choosable);
            CHECK(asked[i + 1].features.size() <= asked[i].features.size());
        }
        CHECK(asked.back().rows.all());
        CHECK(asked.back().features.back() == 49);
        CHECK(asked.back().features.size() < 10);
    }
}

TEST_CASE("MABSplit never draws as many rows as there are: equal features are searched on all of them") {
    const SelectorOptions options("mab_split", {{"sample", 1000}});
    const auto asked = play_rival(*make_selector(options, 2, 10, 1), {{0.5, 0.5}, exactly}, 1);
    REQUIRE(asked.size() == 8);  // 1000, 2000 … 64,000 draws, then all
    CHECK(asked[6].rows.draws == 64'000);
    CHECK(asked[7].rows.all());
    CHECK(asked[7].features.size() == 2);
}

TEST_CASE(
    "MABSplit asks for no sample of as many rows as there are, of one feature, or of what has no mass") {
    const SelectorOptions large("mab_split", {{"sample", 50'000}}), usual("mab_split");
    CHECK(play_rival(*make_selector(large, 2, 10, 1), {{0.5, 0.5}, exactly}, 1).size() == 2);
    CHECK(play_rival(*make_selector(usual, 1, 10, 1), {{0.5}, exactly}, 1).size() == 1);
    const auto asked = play_rival(*make_selector(large, 3, 10, 1), {{0.5, 0, 0.1}, exactly, 0}, 1);
    CHECK(asked.at(1).features.size() == 3);
}

TEST_CASE("MABSplit's interval is as wide as its formula: a feature goes just beyond it") {
    for (const std::string interval : {"hoeffding", "bernstein"})
        for (const std::size_t look : {1U, 2U}) {
            const SelectorOptions options("mab_split", {{"sample", 2000}, {"interval", interval}});
            const auto radius = [&](double edge) {
                const double n = look == 1 ? 2000 : 4000, share = 0.01 / (look == 1 ? 2 * 1 * 2 : 2 * 2 * 3);
                if (interval == "hoeffding") return std::sqrt(2 * std::log(2 / share) / n);
                const double log = std::log(3 / share);
                return std::sqrt(2 * (1 - edge * edge) * log / n) + 6 * log / n;
            };
            double near = 0, far = 0.6;  // gaps between which the other feature goes
            while (far - near > 1e-9) {
                const double gap = (near + far) / 2;
                (0.6 - gap + radius(0.6 - gap) < 0.6 - radius(0.6) ? far : near) = gap;
            }
            for (const double mass : {1.0, 0.25})
                for (const double gap : {near - 1e-9, far + 1e-9}) {
                    const World world{{0.6 * mass, (0.6 - gap) * mass}, exactly, mass};
                    const auto asked = play_rival(*make_selector(options, 2, 10, 1), world, 1);
                    CHECK(asked.at(look).rows.all() == (gap > far));
                }
        }
}

TEST_CASE("laminating halves its features and doubles its draws until one is searched on all rows") {
    const auto selector =
        make_selector(SelectorOptions("laminating", {{"sample", 100}, {"features", 20}}), 50, 10, 3);
    const auto asked = play_rival(*selector, {falling(50), exactly}, 1);
    const std::vector<std::size_t> sizes{20, 10, 5, 3, 2, 1};
    REQUIRE(asked.size() == sizes.size());
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        CHECK(asked[i].features.size() == sizes[i]);
        CHECK(asked[i].rows.all() == (i + 1 == sizes.size()));
        if (i + 1 < sizes.size()) CHECK(asked[i].rows.draws == 100U << i);
    }
    CHECK(asked.back().features.back() == asked.front().features.back());  // the best of those drawn
}

TEST_CASE("laminating begins with what there is, keeps the lower of equals, and ends where half is read") {
    const auto play = [](std::int64_t sample, std::int64_t first, const std::vector<double>& edges) {
        const SelectorOptions options("laminating", {{"sample", sample}, {"features", first}});
        return play_rival(*make_selector(options, edges.size(), 10, 3), {edges, exactly}, 1);
    };
    const std::vector<double> equal(8, 0.5);
    for (const std::int64_t first : {0, 8, 9}) {
        const auto asked = play(100, first, equal);
        CHECK(asked.front().features.size() == 8);
        CHECK(asked.back().features == std::vector<std::uint32_t>{0});
    }
    const auto half = play(50'000, 0, equal);  // of 100,000 rows
    REQUIRE(half.size() == 2);
    CHECK(half[1].rows.all());
    CHECK(half[1].features.size() == 4);
    CHECK(play(49'999, 0, equal).size() == 3);
    CHECK(play(100, 0, {0.5}).size() == 1);
}

TEST_CASE("tasting takes the first family of the best expected, of any size, on all rows where it should") {
    // The features searched, of two tasted in each family of two.
    const auto chosen = [](std::int64_t k, const std::vector<double>& edges) {
        const SelectorOptions options("tasting", {{"k", k}, {"group", 2}, {"tasted", 2}, {"sample", 0}});
        const auto asked = play_rival(*make_selector(options, edges.size(), 10, 2), {edges, exactly}, 1);
        REQUIRE(asked.size() == 2);
        CHECK(asked[0].features.size() == edges.size());
        CHECK(asked[0].rows.all());
        CHECK_FALSE(asked[0].choosable);
        return asked[1].features;
    };
    using Features = std::vector<std::uint32_t>;
    CHECK(chosen(2, {0.4, 0.4, 0.4, 0.4}) == Features{0, 1});
    CHECK(chosen(2, {0.9, 0.1, 0.4, 0.4}) == Features{0, 1});  // 0.7 and 0.4
    CHECK(chosen(1, {0.1, 0.1, 0.3, 0.3, 0.25, 0.25})[0] / 2 == 1);
    CHECK(chosen(2, {0.1, 0.1, 0.3, 0.3, 0.5}) == Features{4});  // of one feature
    CHECK(chosen(2, {0.1, 0.2, 0.1, 0.2, 0.1, 0.3}) == Features{4, 5});
}

TEST_CASE("tasting searches k features of the family whose tasted ones promise most") {
    std::vector<double> edges(40, 0.05);
    for (std::size_t j = 16; j < 24; ++j)
        edges[j] = 0.2 + 0.01 * static_cast<double>(j);
    const auto selector = make_selector(
        SelectorOptions("tasting", {{"k", 4}, {"group", 8}, {"tasted", 3}, {"sample", 200}}), 40, 10, 2);
    for (std::size_t round = 1; round <= 20; ++round) {
        const auto asked = play_rival(*selector, {edges, exactly}, round);
        REQUIRE(asked.size() == 2);
        CHECK(asked[0].features.size() == 15);
        CHECK(asked[0].rows.draws == 200);
        CHECK(asked[1].rows.all());
        CHECK(asked[1].features.size() == 4);
        for (const std::uint32_t feature : asked[1].features)
            CHECK((feature >= 16 && feature < 24));
    }
}

TEST_CASE("the expected best of k draws with replacement, by hand") {
    const std::vector<double> edges{0.1, 0.2, 0.4};
    CHECK(expected_best(edges, 1) == Approx(0.7 / 3));
    CHECK(expected_best(edges, 2) == Approx((0.1 * 1 + 0.2 * 3 + 0.4 * 5) / 9));
}
