#include "app/program.hpp"
#include "core/rng.hpp"

#include <sstream>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace reboost;
using Catch::Contains;
using test::Outcome;
using test::Program;

namespace {

/// Class "far" where x + y > 1; the label is the last column where `labelled`.
std::string table(std::uint64_t seed, int rows, bool labelled) {
    Rng rng(seed, "table");
    std::ostringstream text;
    text << (labelled ? "x,y,where\n" : "x,y\n");
    for (int i = 0; i < rows; ++i) {
        const double x = rng.uniform(), y = rng.uniform();
        text << x << ',' << y;
        if (labelled) text << ',' << (x + y > 1 ? "far" : "near");
        text << '\n';
    }
    return text.str();
}

}  // namespace

TEST_CASE("train on a CSV of one's own, predict another") {
    const Program reboost;
    const std::string train = reboost.write("train.csv", table(1, 400, true)).string();
    const std::string model = (reboost.folder / "m.h5").string();
    const Outcome trained =
        reboost({"train", train, "--label", "where", "--rounds", "200", "--model", model});
    CAPTURE(trained.err);
    REQUIRE(trained.status == 0);
    CHECK_THAT(trained.out, Contains("200 rounds (all that were asked for)") && Contains("train error"));
    CHECK_THAT(trained.err, Contains("label: column ") && Contains(" 'where'\n"));

    const std::string labelled = reboost.write("test.csv", table(2, 200, true)).string();
    const Outcome tested = reboost({"predict", model, labelled, "--labelled"});
    CAPTURE(tested.err);
    REQUIRE(tested.status == 0);
    CHECK_THAT(tested.out, Contains("row,prediction,label\n0,"));
    REQUIRE(tested.err.find("200 rows, error") != std::string::npos);
    CHECK(std::stod(tested.err.substr(tested.err.find("error ") + 6)) < 8.0);

    const std::string plain = reboost.write("new.csv", table(2, 200, false)).string();
    const Outcome unlabelled =
        reboost({"predict", model, plain, "--output", (reboost.folder / "p.csv").string()});
    CHECK(unlabelled.status == 0);
    std::istringstream with_labels(tested.out);
    std::string without;
    for (std::string line; std::getline(with_labels, line);)
        without += line.substr(0, line.rfind(',')) + "\n";
    CHECK(test::text_of(reboost.folder / "p.csv") == without);
}

TEST_CASE("a model trained on equals one trained in one go") {
    const Program reboost;
    const std::string train = reboost.write("train.csv", table(3, 300, true)).string();
    const std::string rows = reboost.write("rows.csv", table(4, 100, false)).string();
    const auto path = [&](const char* name) { return (reboost.folder / name).string(); };
    REQUIRE(reboost({"train", train, "--selector", "random(1)", "--rounds", "60", "--model", path("half.h5")})
                .status == 0);
    REQUIRE(
        reboost({"train", train, "--selector", "random(1)", "--rounds", "150", "--model", path("whole.h5")})
            .status == 0);
    const Outcome on =
        reboost({"train", train, "--continue", path("half.h5"), "--rounds", "150", "--model", path("on.h5")});
    CAPTURE(on.err);
    REQUIRE(on.status == 0);
    CHECK(reboost({"predict", path("on.h5"), rows, "--scores"}).out ==
          reboost({"predict", path("whole.h5"), rows, "--scores"}).out);

    const Outcome changed =
        reboost({"train", train, "--continue", path("half.h5"), "--rounds", "150", "--seed", "7"});
    CHECK(changed.status == 2);
    CHECK_THAT(changed.err, Contains("--seed beside --continue"));
    CHECK(reboost({"train", train, "--continue", path("half.h5"), "--rounds", "60"}).status == 2);
}

TEST_CASE("a model whose training has ended is not trained on") {
    const Program reboost;
    const std::string model = (reboost.folder / "m.h5").string();
    const std::string perfect = reboost.write("perfect.csv", "x,class\n1,a\n2,a\n3,b\n4,b\n").string();
    const std::string noisy = reboost.write("noisy.csv", table(5, 200, true)).string();
    const std::vector<std::string> runs[] = {{"train", perfect, "--rounds", "5", "--model", model},
                                             {"train", noisy, "--rounds", "500", "--validation-fraction",
                                              "0.3", "--patience", "3", "--model", model}};
    for (const std::vector<std::string>& run : runs) {
        REQUIRE(reboost(run).status == 0);
        const Outcome on = reboost({"train", run[1], "--continue", model, "--rounds", "600"});
        CHECK(on.status == 2);
        CHECK_THAT(on.err, Contains("more rounds change nothing"));
    }
}
