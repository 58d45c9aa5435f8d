/// Own files in every format, and files that are broken.
#include "app/program.hpp"
#include "core/rng.hpp"

#include <sstream>

#include <catch2/catch.hpp>
#include <poll.h>

using namespace reboost;
using Catch::Contains;
using test::Outcome;
using test::Program;

namespace {

/// A nominal column with missing cells; class p where x > 0.5 or the colour is red.
std::string arff(std::uint64_t seed, int rows) {
    Rng rng(seed, "arff");
    std::ostringstream text;
    text << "@relation r\n@attribute x numeric\n@attribute colour {red,green}\n@attribute cls {p,q}\n@data\n";
    for (int i = 0; i < rows; ++i) {
        const double x = rng.uniform();
        const std::uint64_t colour = rng.below(3);
        text << x << ','
             << (colour == 0   ? "red"
                 : colour == 1 ? "green"
                               : "?")
             << ',' << (x > 0.5 || colour == 0 ? 'p' : 'q') << '\n';
    }
    return text.str();
}

/// Label 1 where the first feature is large, label 2 where the third is; a row may have both or none.
std::string multi_label(std::uint64_t seed, int rows) {
    Rng rng(seed, "libsvm");
    std::ostringstream text;
    for (int i = 0; i < rows; ++i) {
        const double a = rng.uniform(), b = rng.uniform();
        text << (a > 0.5 ? (b > 0.5 ? "1,2" : "1") : (b > 0.5 ? "2" : "3")) << " 1:" << a << " 3:" << b
             << '\n';
    }
    return text.str();
}

/// Whether the process has come to the point where it catches SIGINT.
bool watches_sigint(pid_t process) {
    const std::string status = test::text_of("/proc/" + std::to_string(process) + "/status");
    if (!status.starts_with("Name:\treboost\n"))
        return false;  // before exec the test's own handlers are there
    const std::size_t at = status.find("SigCgt:");
    if (at == std::string::npos) return false;
    return (std::stoull(status.substr(at + 7), nullptr, 16) >> (SIGINT - 1) & 1U) != 0;
}

}  // namespace

TEST_CASE("train and predict on ARFF with nominal and missing cells") {
    const Program reboost;
    const std::string train = reboost.write("a.arff", arff(1, 300)).string(),
                      test = reboost.write("b.arff", arff(2, 200)).string(),
                      model = (reboost.folder / "m.h5").string();
    REQUIRE(reboost({"train", train, "--rounds", "50", "--model", model}).status == 0);
    const Outcome predicted = reboost({"predict", model, test, "--labelled"});
    CAPTURE(predicted.err);
    REQUIRE(predicted.status == 0);
    REQUIRE(predicted.err.find("200 rows, error ") != std::string::npos);
    CHECK(std::stod(predicted.err.substr(predicted.err.find("error ") + 6)) < 10.0);
}

TEST_CASE("train says which attribute KEEL's @outputs makes the label, and predict takes the same") {
    const Program reboost;
    std::string rows =
        "@relation r\n@attribute c {p,q}\n@attribute x real\n@attribute y real\n@inputs x, y\n"
        "@outputs c\n@data\n";
    for (int i = 0; i < 40; ++i)
        rows += (i < 20 ? "p," : "q,") + std::to_string(i) + "," + std::to_string(i * 7 % 11) + "\n";
    const std::string file = reboost.write("k.arff", rows).string(),
                      model = (reboost.folder / "m.h5").string();
    const Outcome trained = reboost({"train", file, "--rounds", "5", "--model", model});
    CHECK(trained.status == 0);
    CHECK_THAT(trained.err, Contains("label: column 0 'c', by @outputs (--label names another)\n"));
    CHECK_THAT(reboost({"predict", model, file, "--labelled"}).err, Contains("40 rows, error 0.00%"));
}

TEST_CASE("train and predict on multi-label LIBSVM") {
    const Program reboost;
    const std::string train = reboost.write("a.libsvm", multi_label(1, 400)).string(),
                      test = reboost.write("b.libsvm", multi_label(2, 200)).string(),
                      model = (reboost.folder / "m.h5").string();
    REQUIRE(reboost({"train", train, "--rounds", "100", "--model", model}).status == 0);
    const Outcome predicted = reboost({"predict", model, test, "--labelled"});
    CAPTURE(predicted.err);
    REQUIRE(predicted.status == 0);
    CHECK_THAT(predicted.out, Contains("1|2") && Contains(",3\n"));
    const std::string says = "200 rows, a wrong set of labels in ";
    REQUIRE(predicted.err.starts_with(says));
    CHECK(std::stod(predicted.err.substr(says.size())) < 15.0);
}

TEST_CASE("validate refuses an own file's labels as run does") {
    const Program reboost;
    const std::string rows = reboost.write("a.libsvm", multi_label(1, 60)).string();
    const std::string config = reboost
                                   .write("mine.json", R"({"dataset": {"path": ")" + rows + R"("},
        "learner": "regression_tree", "booster": {"name": "mart", "rounds": 2}})")
                                   .string();
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"plan", "--check", config}, {"run", config}}) {
        const Outcome refused = reboost(words);
        CHECK(refused.status == 2);
        CHECK_THAT(refused.err, Contains("mart needs exactly one class per row"));
    }
}

TEST_CASE("a broken file is refused with its place, status 2 and no model") {
    const Program reboost;
    struct Case {
        std::string name, text, message;
        std::vector<std::string> more;
    };
    const std::string rows = "x,y,l\n1,2,a\n3,4,b\n";
    const std::vector<Case> cases{
        {"ragged.csv", rows + "5,b\n", "ragged.csv:4: 2 cells, expected 3", {}},
        {"empty-cell.csv", rows + "5,,b\n", "empty-cell.csv:4:3: empty cell in column 'y'", {}},
        {"nan.csv", rows + "nan,6,b\n", "nan.csv:4:1: 'nan'", {}},
        {"word.csv", rows + "five,6,b\n", "word.csv:4:1: 'five' in column 'x' is not a number", {}},
        {"empty.csv", "", "empty file", {}},
        {"short.csv.gz", std::string("\x1f\x8b\x08\0\0\0\0\0\0\x03\x4b", 11), "truncated", {}},
        {"short-idx3-ubyte",
         std::string("\0\0\x08\x03\0\0\0\x02\0\0\0\x01\0\0\0\x01\x05", 17),
         "truncated IDX file",
         {"--label", "labels"}},
        {"no-label.csv", rows, "unknown label column 'class'; known: x, y, l", {"--label", "class"}},
        {"skipped.csv", rows, "cannot be skipped", {"--skip", "l"}},
        {"order.libsvm", "1 3:1 3:1\n2 1:3\n", "index 3 stands twice", {}},
        {"level.arff",
         "@relation r\n@attribute x {u,v}\n@attribute c {p,q}\n@data\nw,p\n",
         "unknown value of attribute 'x' 'w'; did you mean 'u'?",
         {}},
    };
    for (const Case& one : cases) {
        const std::string model = (reboost.folder / (one.name + ".h5")).string();
        std::vector<std::string> words{"train", reboost.write(one.name, one.text).string(), "--model", model};
        words.insert(words.end(), one.more.begin(), one.more.end());
        const Outcome outcome = reboost(words);
        CAPTURE(one.name, outcome.err);
        CHECK(outcome.status == 2);
        CHECK_THAT(outcome.err, Contains(one.message));
        CHECK_FALSE(std::filesystem::exists(model));
    }
}

TEST_CASE("a place where no model can be saved is refused before the training") {
    const Program reboost;
    const std::string train = reboost.write("a.arff", arff(1, 50)).string();
    const Outcome nowhere =
        reboost({"train", train, "--rounds", "100000000", "--model", (reboost.folder / "no/m.h5").string()});
    CHECK(nowhere.status == 2);
    CHECK_THAT(nowhere.err, Contains("there is no folder"));
    CHECK(reboost({"train", train, "--rounds", "100000000", "--model", reboost.folder.string()}).status == 2);
}

TEST_CASE("SIGINT in train saves a model that goes on as if nothing had been") {
    const Program reboost;
    const std::string train = reboost.write("a.arff", arff(3, 300)).string(),
                      rows = reboost.write("rows.arff", arff(4, 100)).string();
    const auto path = [&](const char* name) { return (reboost.folder / name).string(); };
    const pid_t child = reboost.start(
        {"train", train, "--selector", "random(1)", "--rounds", "100000000", "--model", path("part.h5")});
    while (!watches_sigint(child))
        poll(nullptr, 0, 5);
    kill(child, SIGINT);
    const Outcome stopped = reboost.wait(child);
    CAPTURE(stopped.out, stopped.err);
    REQUIRE(stopped.status == 130);
    CHECK_THAT(stopped.err, Contains("To go on: reboost train") && Contains("--continue"));
    const std::string more = std::to_string(std::stoul(stopped.out) + 100);
    REQUIRE(
        reboost({"train", train, "--continue", path("part.h5"), "--rounds", more, "--model", path("on.h5")})
            .status == 0);
    REQUIRE(
        reboost({"train", train, "--selector", "random(1)", "--rounds", more, "--model", path("whole.h5")})
            .status == 0);
    CHECK(reboost({"predict", path("on.h5"), rows, "--labelled", "--scores"}).out ==
          reboost({"predict", path("whole.h5"), rows, "--labelled", "--scores"}).out);
}
