/// The paper.json files of the repository: whole, consistent, and with the counts that the texts give.
#include "core/names.hpp"
#include "report/claims/claims.hpp"
#include "report/fake_runs.hpp"
#include "report/measures/reference.hpp"
#include "report/paper/table.hpp"

#include <array>
#include <cmath>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::report;

namespace {

Experiment paper(const std::string& id) {
    return read_experiment(std::string(REBOOST_SOURCE_DIR) + "/experiments/" + id + "/paper.json");
}

std::size_t published_count(const TableSpec& table) {
    std::size_t count = 0;
    for (const auto& row : table.published)
        for (const Published& cell : row)
            count += !std::isnan(cell.value);
    return count;
}

/// What a claim's rule says of the published numbers.
Finding published(const Experiment& experiment, const std::string& claim_id) {
    report::test::TemporaryFolder folder;
    const RunSet runs = report::test::run_set(folder.path());
    return decide(find_named(experiment.claims, claim_id, "claim", &ClaimSpec::id), experiment, {}, runs)
        .published;
}

}  // namespace

TEST_CASE("opt2009 holds every published number") {
    const Experiment e = paper("opt2009");
    CHECK(published_count(e.table("table1")) == 115);
    CHECK(published_count(e.table("table2")) == 55);
    CHECK(published_count(e.table("hyperparameters")) == 10);
    const TableSpec& t = e.table("table1");
    const Published& ucb = t.published[t.row_index("tree/ucbk")][t.column_index("letter")];
    CHECK(ucb.value == 2.73);
    CHECK(ucb.spread == 0.05);
    CHECK(std::isinf(e.table("table2").published[e.table("table2").row_index("tree/uct")][0].value));
}

TEST_CASE("opt2009: the counts of the published pairs are those known") {
    const Experiment e = paper("opt2009");
    const auto counts = [&](const char* claim) {
        const Tally tally = published(e, claim).tally;
        return std::array{tally.hold(), tally.undecided(), tally.refuted()};
    };
    using Counts = std::array<std::size_t, 3>;  // wins, ties (0.1 points, 5%), losses
    CHECK(counts("full-wins") == Counts{49, 30, 21});
    CHECK(counts("full-wins-stumps") == Counts{3, 15, 12});
    CHECK(published(e, "full-wins-stumps").verdict == Verdict::unclear);
    CHECK(counts("bandits-beat-random") == Counts{19, 17, 9});
    CHECK(counts("faster-than-full") == Counts{23, 1, 1});
    CHECK(published(e, "faster-than-full").verdict == Verdict::supported);
    CHECK(counts("faster-than-random") == Counts{21, 1, 3});
    // The largest mean advantage in print is letter's.
    CHECK(published(e, "clearest-on-mnist").verdict == Verdict::contradicted);
    const Finding tables = published(e, "tables-agree");
    CHECK(tables.verdict == Verdict::contradicted);
    for (const char* cell :
         {"Tree UCT on MNIST", "Tree RANDOM(10/20) on UCI letter", "Tree UCT on USPS", "Product UCT on USPS"})
        CHECK(std::ranges::count(tables.cases, cell, &Case::at) == 1);
    CHECK(tables.tally.hold() == 51);
    CHECK(tables.tally.made() == 55);
}

TEST_CASE("abc2010 holds 208 numbers in each of Tables 2 and 3, and they bear its claims out") {
    const Experiment e = paper("abc2010");
    CHECK(published_count(e.table("table1")) == 20);
    CHECK(published_count(e.table("table2")) == 208);
    CHECK(published_count(e.table("table3")) == 208);
    for (const char* claim :
         {"table2-A", "table2-B", "table2-C", "table2-D", "table3-A", "table3-B", "table3-C", "table3-D"})
        CHECK(published(e, claim).tally.hold() == 52);
    for (const char* claim :
         {"table2-insensitive", "table3-insensitive", "table2-insensitive-nu", "table3-insensitive-nu"})
        CHECK(published(e, claim).verdict == Verdict::supported);
    const TableSpec& t = e.table("table2");
    CHECK(t.published[t.row_index("abc_logitboost/20")][t.column_index("nu0.1")].value == 2102);
    CHECK(t.published[t.row_index("mart/20")][t.column_index("nu0.1")].value == 2815);
}

TEST_CASE("ijcai2015, kdd2009 and zhao2019 hold every published number") {
    CHECK(published_count(paper("ijcai2015").table("table1")) == 50);
    CHECK(published_count(paper("kdd2009").table("table1")) == 21);
    CHECK(published_count(paper("kdd2009").table("table2")) == 3);
    const Experiment kdd = paper("kdd2009");
    CHECK(published(kdd, "within-two-percent").verdict == Verdict::supported);
    CHECK(published(kdd, "tree-best").verdict == Verdict::supported);
    CHECK(published(kdd, "validation-above-evaluation").verdict == Verdict::supported);
    CHECK(published(kdd, "under-ten-hours").verdict == Verdict::supported);
    CHECK(paper("zhao2019").claims.size() >= 14);
}

TEST_CASE("paper.json gives a cause for each reference value outside its table's tolerance") {
    const RunSet runs(nullptr, read_reference(std::string(REBOOST_SOURCE_DIR) + "/results/reference"));
    std::size_t outside = 0;
    for (const char* id : {"opt2009", "kdd2009", "zhao2019", "ijcai2015", "abc2010"}) {
        const Experiment experiment = paper(id);
        for (const TableSpec& spec : experiment.tables) {
            if (!spec.judged()) continue;
            const std::vector<DeviatingCells> groups = deviating_cells(fill_table(spec, runs));
            outside +=
                std::ranges::any_of(groups, [](const DeviatingCells& group) { return group.count > 0; });
            CAPTURE(id, spec.id, groups.back().text);
            CHECK(groups.back().count == 0);  // those that no cause names
        }
    }
    CHECK(outside >= 3);
}
