#include "app/program.hpp"
#include "config/json.hpp"

#include <algorithm>

#include <catch2/catch.hpp>

using Catch::Contains;
using reboost::test::Outcome;
using reboost::test::Program;
using reboost::test::text_of;

namespace {

constexpr const char* kSmallConfig =
    R"({"dataset": {"name": "twonorm", "rows": 50, "test_rows": 50}, "learner": "stump",
    "selector": "full", "booster": {"name": "adaboost_mh", "rounds": 5}, "profiles": {"smoke": {}}})";

}  // namespace

TEST_CASE("each wrong command line has a message that helps and status 2") {
    const Program reboost;
    const std::string config = reboost.write("c.json", kSmallConfig).string();
    const std::string in_the_way = reboost.write("file", "not a folder").string();
    const std::string table = reboost.write("t.csv", "x,y\n1,a\n2,b\n3,a\n4,b\n").string();
    struct Case {
        std::vector<std::string> arguments;
        std::vector<std::string> message;
    };
    const std::vector<Case> cases{
        {{"rnu"}, {"unknown command 'rnu'", "did you mean 'run'?"}},
        {{"run"}, {"too few words", "run CONFIG"}},
        {{"run", config, "more"}, {"unexpected 'more'"}},
        {{"run", config, "--profil", "smoke"}, {"unknown option '--profil'", "did you mean '--profile'?"}},
        {{"run", config, "--jobs"}, {"jobs", "required argument"}},
        {{"run", config, "--jobs", "two"}, {"jobs", "two"}},
        {{"run", config, "--jobs", "0"}, {"--jobs is 0", "from 1 to 4096"}},
        {{"run", config, "--shard", "3/2"}, {"'3/2' is not i/N", "2/8"}},
        {{"run", config, "--profile", "smok"}, {"smok", "did you mean 'smoke'?"}},
        {{"run", config, "--set", "booster.round=5"}, {"round", "rounds"}},
        {{"run", config, "--set", "selector=random(21)"}, {"selector.k is 21", "only 20 features"}},
        {{"run", config, "--results", in_the_way}, {in_the_way}},
        {{"run", "no/such.json"}, {"no/such.json", "No such file"}},
        {{"list", "learner"}, {"unknown kind 'learner'", "did you mean 'learners'?"}},
        {{"data", "fecth"}, {"unknown verb 'fecth'", "did you mean 'fetch'?"}},
        {{"data", "info", "mnits"}, {"mnits", "did you mean 'mnist'?"}},
        {{"run", config, "--claim-timeout", "3"}, {"--claim-timeout is 3", "from 60"}},
        {{"run", config, "--claim-timeout", "inf"}, {"--claim-timeout is inf"}},
        {{"launch", "slurm", config, "--claim-timeout", "3"}, {"--claim-timeout is 3", "from 60"}},
        {{"run", config, "--memory", "nan"}, {"'nan'", "no amount of memory"}},
        {{"run", config, "--memory", "1e300T"}, {"'1e300T'", "more memory than any machine has"}},
        {{"run", config, "--checkpoint-seconds=-1"}, {"--checkpoint-seconds is -1", "from 0"}},
        {{"run", config, "--checkpoint-seconds=1e308"}, {"--checkpoint-seconds is 1e308"}},
        {{"run", config, "--time-limit=-1"}, {"--time-limit is -1", "from 0"}},
        {{"run", config, "--only-failed=interrupted"}, {"unknown type 'interrupted'"}},
        {{"train", table, "--threads", "100000"}, {"--threads is 100000", "from 1 to 4096"}},
        {{"runs", "show", "abc", "--results", (reboost.folder / "none").string()},
         {"no results folder", "none"}},
        {{"runs", "show", "abc", "--results", reboost.folder.string()}, {"no finished run", "abc"}},
        {{"reproduce", "--paper", "opt2008"}, {"unknown paper 'opt2008'", "did you mean 'opt2009'?"}},
        {{"train", "no.csv"}, {"no.csv"}},
        {{"plan", config, "--results", ""}, {"--results is empty"}},
        {{"report", "--update", "--baseline", "full"}, {"--update beside --baseline"}},
        {{"predict", "no.h5", "no.csv"}, {"no.h5"}},
        {{"predict", table, "model.h5"}, {table, "is not a model", "HDF5"}},
    };
    for (const Case& one : cases) {
        const Outcome outcome = reboost(one.arguments);
        CAPTURE(one.arguments, outcome.err);
        CHECK(outcome.status == 2);
        CHECK(outcome.err.starts_with("reboost: "));
        for (const std::string& part : one.message)
            CHECK_THAT(outcome.err, Contains(part));
    }
}

TEST_CASE("of as many words as each command takes, one more is refused") {
    const Program reboost;
    const std::pair<std::vector<std::string>, std::size_t> commands[]{{{"train"}, 1},
                                                                      {{"predict"}, 2},
                                                                      {{"test-policy"}, 1},
                                                                      {{"compare"}, 1},
                                                                      {{"plan"}, 10000},
                                                                      {{"run"}, 1},
                                                                      {{"launch"}, 2},
                                                                      {{"status"}, 1000},
                                                                      {{"reproduce"}, 0},
                                                                      {{"report"}, 10000},
                                                                      {{"list"}, 1},
                                                                      {{"data", "info"}, 999},
                                                                      {{"runs", "list"}, 1000},
                                                                      {{"runs", "show"}, 1},
                                                                      {{"runs", "diff"}, 1000},
                                                                      {{"runs", "export"}, 1},
                                                                      {{"runs", "remove"}, 1000},
                                                                      {{"store", "merge"}, 10000},
                                                                      {{"store", "check"}, 0},
                                                                      {{"store", "verify"}, 10000}};
    for (const auto& [command, most] : commands) {
        std::vector<std::string> words = command;
        words.resize(command.size() + most, "x");
        words.emplace_back("more");
        const Outcome outcome = reboost(words);
        CAPTURE(command);
        CHECK(outcome.status == 2);
        CHECK_THAT(outcome.err, Contains(": unexpected 'more'; usage: reboost "));
    }
}

TEST_CASE("a data set that is not at hand is named with the command that fetches it") {
    const Program reboost;
    const std::string config = reboost
                                   .write("c.json", R"({"dataset": "pendigits", "learner": "stump",
        "selector": "full", "booster": {"name": "adaboost_mh", "rounds": 5}})")
                                   .string();
    const Outcome outcome = reboost({"run", config, "--results", (reboost.folder / "r").string()});
    CHECK(outcome.status == 2);
    CHECK_THAT(outcome.err, Contains("not at hand: pendigits") && Contains("reboost data fetch pendigits"));
}

TEST_CASE("validate names the config whose data set cannot be had as it asks") {
    const Program reboost;
    const std::string missing =
        reboost.write("missing.json", R"({"dataset": {"path": "no/such.csv"}})").string();
    const Outcome no_file = reboost({"plan", "--check", missing});
    CHECK(no_file.status == 2);
    CHECK_THAT(no_file.err, Contains("missing.json:1:13: dataset: cannot read no/such.csv"));
    const std::string rows = reboost.write("rows.csv", "x,y,class\n1,2,a\n3,4,b\n").string();
    const std::string mislabelled =
        reboost.write("label.json", R"({"dataset": {"path": ")" + rows + R"(", "label": "klass"}})").string();
    CHECK_THAT(reboost({"plan", "--check", mislabelled}).err,
               Contains("label.json:1:13: dataset: ") && Contains("unknown label column 'klass'"));
    const std::string sized =
        reboost.write("sized.json", R"({"dataset": {"name": "pendigits", "rows": 100}})").string();
    const Outcome fixed = reboost({"plan", "--check", sized});
    CHECK(fixed.status == 2);
    CHECK_THAT(fixed.err,
               Contains("sized.json:1:43: dataset.rows: data set 'pendigits' has a fixed number of rows"));
}

TEST_CASE("validate tells programs what it finds of each config") {
    const Program reboost;
    const std::string good =
        reboost.write("good.json", R"({"dataset": "twonorm", "profiles": {"p": {"seed": [1, 2]}}})").string();
    const std::string bad = reboost.write("bad.json", R"({"dataset": "twonorm", "sede": 1})").string();
    const Outcome outcome = reboost({"plan", "--check", good, bad, "--json"});
    CHECK(outcome.status == 2);
    using reboost::Value;
    const Value files = reboost::config::parse_json(outcome.out, "the output");
    REQUIRE(files.as_list().size() == 2);
    CHECK(files.as_list()[0].at("path") == Value(good));
    CHECK(files.as_list()[0].at("valid") == Value(true));
    CHECK(files.as_list()[0].at("profiles").as_list().size() == 2);
    CHECK(files.as_list()[1].at("valid") == Value(false));
    CHECK_THAT(files.as_list()[1].at("message").as_string(), Contains("did you mean 'seed'?"));
}

TEST_CASE("every command explains itself with an example or a list") {
    const Program reboost;
    CHECK(reboost({"--help"}).status == 0);
    CHECK(reboost({}).status == 2);
    for (const std::vector<std::string>& command :
         std::vector<std::vector<std::string>>{{"train"},          {"predict"},        {"test-policy"},
                                               {"compare"},        {"plan"},           {"run"},
                                               {"launch"},         {"status"},         {"reproduce"},
                                               {"report"},         {"runs", "list"},   {"runs", "show"},
                                               {"runs", "diff"},   {"runs", "remove"}, {"runs", "export"},
                                               {"list"},           {"data"},           {"store", "check"},
                                               {"store", "merge"}, {"store", "verify"}}) {
        std::vector<std::string> asked = command, explained{"help"};
        asked.emplace_back("--help");
        explained.insert(explained.end(), command.begin(), command.end());
        const Outcome outcome = reboost(asked);
        CHECK(reboost(explained).out == outcome.out);
        CAPTURE(command);
        CHECK(outcome.status == 0);
        const std::string name = command.front() + (command.size() > 1 ? " " + command.back() : "");
        CHECK_THAT(outcome.out, Contains("Usage: reboost " + name) && Contains("Example"));
        std::istringstream lines(outcome.out);
        for (std::string line; std::getline(lines, line);)  // commands are not broken
            CHECK((line.size() <= 80 || line.starts_with("  reboost ")));
    }
}

TEST_CASE("data write takes whole numbers of rows, columns and a seed, from one on") {
    const Program reboost;
    const std::string folder = (reboost.folder / "orange").string();
    const auto write = [&](const std::string& option, const std::string& value) {
        std::vector<std::string> words{"data", "write", "orange-small-like", "--output", folder};
        for (const auto& [name, otherwise] :
             {std::pair{"--rows", "30"}, std::pair{"--features", "12"}, std::pair{"--seed", "2"}})
            words.insert(words.end(), {name, name == option ? value : otherwise});
        return reboost(words);
    };
    for (const char* option : {"--rows", "--features", "--seed"})
        for (const char* value : {"0", "-3", "1.5", "1000000001"}) {
            const Outcome outcome = write(option, value);
            CAPTURE(option, value, outcome.err);
            CHECK(outcome.status == 2);
            CHECK_THAT(outcome.err, Contains(option));
        }
    CHECK_FALSE(std::filesystem::exists(folder));
    const Outcome outcome = write("--rows", "25");
    CAPTURE(outcome.err);
    CHECK(outcome.status == 0);
    CHECK_THAT(outcome.out, Contains("25 rows of 12 columns"));
    const std::string labels = reboost::test::text_of(folder + "/orange_small_train_churn.labels");
    CHECK(std::count(labels.begin(), labels.end(), '\n') == 25);
}

TEST_CASE("output that cannot be written is told, a reader that has left is not; neither is a success") {
    const Program program;
    const std::string errors = (program.folder / "errors").string();
    const auto list = [&](const std::string& output) {
        return std::system(
            (std::string(REBOOST_BINARY) + " list policies >" + output + " 2>" + errors).c_str());
    };
    CHECK(list("/dev/full") != 0);
    CHECK(text_of(errors) == "reboost: the output could not be written in full\n");
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    close(ends[0]);
    CHECK(list("&" + std::to_string(ends[1])) != 0);
    CHECK(text_of(errors).empty());
    close(ends[1]);
}

TEST_CASE("an option of one verb of data is refused by the others, with the verb that takes it") {
    const Program reboost;
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"data", "path", "--rows", "20"}, {"data", "path", "--output", "here"}}) {
        const Outcome outcome = reboost(words);
        CHECK(outcome.status == 2);
        CHECK_THAT(outcome.err, Contains(words[2] + " is an option of `reboost data write`"));
    }
    CHECK_THAT(reboost({"data", "info", "usps", "--force"}).err, Contains("`reboost data fetch`"));
}
