#include "selectors/options.hpp"
#include "selectors/rows.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::selectors;
using learners::Decision;
using learners::FeatureScore;
using learners::Query;
using learners::RowChoice;

namespace {

std::unique_ptr<learners::FeatureSelector> trimming(SelectorOptions features, double theta) {
    return restrict_rows(make_selector(features, 6, 10, 1), WeightTrimmingOptions{theta});
}

std::vector<FeatureScore> edges(const Query& query, double edge) {
    std::vector<FeatureScore> scores;
    for (const std::uint32_t feature : query.features)
        scores.push_back({feature, edge});
    return scores;
}

/// Hears of the work, and asks for nothing.
class Hearing final : public learners::FeatureSelector {
  public:
    explicit Hearing(std::uint64_t& heard) : heard_(heard) {}
    void begin_round(std::size_t) override {}
    Query next_query(const Decision&) override { return {}; }
    void report(const Decision&, const learners::Report&) override {}
    void accept(const Decision&, std::uint32_t) override {}
    void note_work(std::uint64_t values) override { heard_ += values; }
    void end_round(double) override {}
    void state(StateIO&) override {}
    void summarise(Archive&) const override {}

  private:
    std::uint64_t& heard_;
};

}  // namespace

TEST_CASE("the selector whose rows are trimmed hears of the work") {
    std::uint64_t heard = 0;
    restrict_rows(std::make_unique<Hearing>(heard), WeightTrimmingOptions{0.9})->note_work(70);
    CHECK(heard == 70);
}

TEST_CASE("all rows, and a theta of one, leave the selector as it is") {
    CHECK(restrict_rows(make_selector(SelectorOptions("full"), 6, 10, 1), AllRowsOptions{})->exhaustive());
    CHECK(trimming(SelectorOptions("full"), 1)->exhaustive());
    CHECK_FALSE(trimming(SelectorOptions("full"), 0.9)->exhaustive());
    CHECK(trimming(SelectorOptions("full"), 0.9)->conclusive());
    Archive summary;
    trimming(SelectorOptions("full"), 0.9)->summarise(summary);
    CHECK(summary.get_scalar<double>("rows/mean_share") == 1);  // before the first query
    CHECK_FALSE(trimming(SelectorOptions("random", {{"k", 2}}), 0.9)->conclusive());
}

TEST_CASE("a query is searched on the heaviest rows, and on all rows only where nothing was found") {
    const auto selector = trimming(SelectorOptions("random", {{"k", 2}}), 0.9);
    const Decision decision;
    selector->begin_round(1);
    const Query first = selector->next_query(decision);
    CHECK(first.rows.kind == RowChoice::Kind::heaviest);
    CHECK(first.rows.share == 0.9);
    const std::vector<std::uint32_t> features(first.features.begin(), first.features.end());
    REQUIRE(features.size() == 2);
    selector->report(decision, {edges(first, 0), 0.92, 0.08});
    const Query again = selector->next_query(decision);
    CHECK(again.rows.all());
    CHECK(std::vector<std::uint32_t>(again.features.begin(), again.features.end()) == features);
    selector->report(decision, {edges(again, 0)});
    CHECK(selector->next_query(decision).features.empty());

    selector->begin_round(2);
    const Query second = selector->next_query(decision);
    selector->report(decision, {edges(second, 0.1), 0.9, 0.1});
    CHECK(selector->next_query(decision).features.empty());

    Archive summary;
    selector->summarise(summary);
    CHECK(summary.get_scalar<std::uint64_t>("rows/queries") == 2);
    CHECK(summary.get_scalar<std::uint64_t>("rows/searched_again") == 1);
    CHECK(summary.get_scalar<double>("rows/mean_share") == Approx(0.91));
    std::uint64_t pulls = 0;
    for (const std::uint64_t count : summary.get<std::uint64_t>("pulls"))
        pulls += count;
    CHECK(pulls == 4);  // the empty first search was not reported
}

TEST_CASE("a round begins with trimmed rows, even where the last one ended before its search of all rows") {
    const auto selector = trimming(SelectorOptions("random", {{"k", 2}}), 0.9);
    selector->begin_round(1);
    selector->report({}, {edges(selector->next_query({}), 0), 0.92, 0.08});
    selector->begin_round(2);
    CHECK(selector->next_query({}).rows.kind == RowChoice::Kind::heaviest);
}

TEST_CASE("where no row was light enough to go, nothing is searched twice") {
    const auto selector = trimming(SelectorOptions("full"), 0.99);
    selector->begin_round(1);
    const Query query = selector->next_query({});
    selector->report({}, {edges(query, 0), 1, 0});
    CHECK(selector->next_query({}).features.empty());
}

TEST_CASE("a restored selector goes on with the other's choices and its own counts") {
    SelectorOptions bandit("bandit");
    bandit.bandit()->policy = bandits::PolicyOptions("exp3_p");
    const auto straight = trimming(bandit, 0.8), restored = trimming(bandit, 0.8);
    const auto play = [&](learners::FeatureSelector& selector, std::size_t from, std::size_t to) {
        std::vector<std::uint32_t> asked;
        for (std::size_t round = from; round <= to; ++round) {
            selector.begin_round(round);
            const Query query = selector.next_query({});
            asked.push_back(query.features[0]);
            selector.report({}, {edges(query, 0.1 * query.features[0]), 0.85, 0.15});
            if (const Query again = selector.next_query({}); !again.features.empty())
                selector.report({}, {edges(again, 0.05)});
            selector.end_round(0.1);
        }
        return asked;
    };
    play(*straight, 1, 20);
    Archive state;
    straight->save(state);
    restored->load(state);
    CHECK(play(*restored, 21, 60) == play(*straight, 21, 60));
    Archive a, b;
    straight->save(a);
    restored->save(b);
    CHECK(a == b);
    Archive counts, of_restored;
    straight->summarise(counts);
    restored->summarise(of_restored);
    CHECK(counts == of_restored);
    CHECK(counts.get_scalar<double>("rows/mean_share") == Approx(0.85));
}
