#include "report/measures/difference.hpp"

#include "report/fake_runs.hpp"
#include "report/measures/reference.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::report;
using namespace reboost::report::test;

namespace {

FakeRun seeded(std::int64_t seed, double error, std::int64_t rounds = 10) {
    FakeRun fake;
    fake.selector = selector_random(5);
    fake.seed = seed;
    fake.rounds = rounds;
    fake.errors.assign(static_cast<std::size_t>(rounds), error);
    return fake;
}

/// Two folders and what moved between them.
struct Folders {
    TemporaryFolder a, b;
    Difference compare(const std::vector<FakeRun>& of_a, const std::vector<FakeRun>& of_b,
                       bool loosely = false) const {
        fill(a.path(), of_a);
        fill(b.path(), of_b);
        const auto set_of = [](const TemporaryFolder& folder) {
            return RunSet(std::make_shared<const results::Store>(folder.path(), results::OpenMode::read_only),
                          ReferenceResults{}, RunSet::Twins::both, RunSet::Sources::all);
        };
        const auto all = [](const RunSet& set) {
            std::vector<const Run*> runs;
            for (const Run& run : set.runs())
                runs.push_back(&run);
            return runs;
        };
        const RunSet first = set_of(a), second = set_of(b);
        return difference({first, all(first)}, {second, all(second)}, loosely);
    }
};

}  // namespace

TEST_CASE("equal runs of two folders have not moved, whatever seconds they took") {
    FakeRun slower = seeded(1, 0.25);
    slower.seconds_a_round = 7;
    const Difference found = Folders().compare({seeded(1, 0.25)}, {slower});
    REQUIRE(found.cells.size() == 1);
    CHECK(found.count(&CellDifference::moved) == 0);
    CHECK(found.cells[0].pairs == 1);
    CHECK(found.cells[0].identical == 1);
    CHECK(describe(found.cells[0]) == "equal to the last bit");
}

TEST_CASE("what is no curve over rounds is compared too, and a table by its own rounds") {
    const auto where = [](const char* name, bool with_rounds) {
        TemporaryFolder a, b;
        for (const TemporaryFolder* folder : {&a, &b}) {
            results::RunRecord record = record_of(seeded(1, 0.25));
            record.curves.put(name, std::vector<double>{1, 2, folder == &a ? 3.0 : 4.0});
            if (with_rounds) record.curves.put("test/round", std::vector<std::int64_t>{3, 5, 8});
            results::Store(folder->path()).write(record);
        }
        const auto set_of = [](const TemporaryFolder& folder) {
            return RunSet(std::make_shared<const results::Store>(folder.path(), results::OpenMode::read_only),
                          ReferenceResults{}, RunSet::Twins::both, RunSet::Sources::all);
        };
        const RunSet first = set_of(a), second = set_of(b);
        return difference({first, {&first.runs().front()}}, {second, {&second.runs().front()}}, false)
            .cells.at(0)
            .where;
    };
    CHECK(where("test/error", true) == "test/error from round 8 on");
    CHECK(where("table/value", false) == "table/value");
}

TEST_CASE("a changed bit is found, with its curve and its round") {
    FakeRun changed = seeded(1, 0.25);
    changed.errors[6] = 0.250000001;
    const Difference found = Folders().compare({seeded(1, 0.25)}, {changed});
    REQUIRE(found.count(&CellDifference::moved) == 1);
    CHECK(found.cells[0].where == "test_error from round 7 on");
    CHECK(found.count(&CellDifference::beyond_noise) == 0);  // one seed tells no noise
    CHECK_THAT(describe(found.cells[0]), Catch::Contains("too few seeds"));
}

TEST_CASE("a cell's difference is held against the noise of its seeds by Student's test") {
    // Differences 0.01, 0.02, 0.03: mean 0.02, sd 0.01, t = 2·√3 = 3.4641, two degrees: p = 0.0742.
    const Difference noisy = Folders().compare({seeded(1, 0.2), seeded(2, 0.2), seeded(3, 0.2)},
                                               {seeded(1, 0.21), seeded(2, 0.22), seeded(3, 0.23)});
    REQUIRE(noisy.cells.size() == 1);
    CHECK_THAT(noisy.cells[0].a, !Catch::Contains("training") && !Catch::Contains("seed"));
    CHECK(noisy.cells[0].mean_a == Approx(0.2));
    CHECK(noisy.cells[0].mean_b == Approx(0.22));
    CHECK(noisy.cells[0].p == Approx(0.0742).margin(0.0001));
    CHECK(noisy.count(&CellDifference::moved) == 1);
    CHECK(noisy.count(&CellDifference::beyond_noise) == 0);

    const Difference clear = Folders().compare({seeded(1, 0.2), seeded(2, 0.3), seeded(3, 0.4)},
                                               {seeded(1, 0.25), seeded(2, 0.351), seeded(3, 0.449)});
    CHECK(clear.count(&CellDifference::beyond_noise) == 1);
}

TEST_CASE("a cell that lacks a seed on one side is named, though the others are equal") {
    const Difference lost = Folders().compare({seeded(1, 0.2), seeded(2, 0.3)}, {seeded(1, 0.2)});
    REQUIRE(lost.cells.size() == 1);
    CHECK(lost.count(&CellDifference::moved) == 0);
    CHECK(lost.count(&CellDifference::lacks_seeds) == 1);
    CHECK(describe(lost.cells[0]) == "equal to the last bit; 1 seed in A only");
    const Difference both =
        Folders().compare({seeded(1, 0.2), seeded(2, 0.3)}, {seeded(1, 0.2), seeded(3, 0.2), seeded(4, 0.2)});
    CHECK(describe(both.cells[0]) == "equal to the last bit; 1 seed in A only; 2 seeds in B only");
    CHECK(Folders().compare({seeded(1, 0.2)}, {seeded(1, 0.2)}).count(&CellDifference::lacks_seeds) == 0);
    CHECK(Folders().compare({seeded(1, 0.2)}, {seeded(2, 0.2)}).count(&CellDifference::lacks_seeds) ==
          0);  // "no common seed"
}

TEST_CASE("without a common seed means are compared by Welch's test") {
    const Difference found =
        Folders().compare({seeded(1, 0.2), seeded(2, 0.21)}, {seeded(3, 0.4), seeded(4, 0.41)});
    REQUIRE(found.cells.size() == 1);
    CHECK(found.cells[0].pairs == 0);
    // t² = 0.2² / (2·0.00005/2) = 800, two degrees: p = 0.00125
    CHECK(found.cells[0].p == Approx(0.00125).margin(0.00001));
    CHECK(found.count(&CellDifference::beyond_noise) == 1);
}

TEST_CASE("cells of one side only are listed; loosely they meet where the sides differ in one option") {
    const std::vector<FakeRun> short_runs{seeded(1, 0.2, 10)}, long_runs{seeded(1, 0.2, 12)};
    const Difference apart = Folders().compare(short_runs, long_runs);
    CHECK(apart.cells.empty());
    CHECK(apart.only_a.size() == 1);
    CHECK(apart.only_b.size() == 1);
    const Difference together = Folders().compare(short_runs, long_runs, true);
    REQUIRE(together.cells.size() == 1);
    CHECK(together.count(&CellDifference::moved) == 0);  // equal as far as both go
    CHECK(together.cells[0].a != together.cells[0].b);
    CHECK(describe(together.cells[0]) == "equal to the last bit up to round 10, where one ends");

    FakeRun other_data = seeded(1, 0.2);
    other_data.dataset = "usps";
    CHECK(Folders().compare({seeded(1, 0.2)}, {other_data}, true).cells.empty());
}
