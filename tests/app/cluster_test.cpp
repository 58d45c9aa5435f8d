/// Sweeps beyond one process: scripts for Slurm, merged folders, states, what is missing.
#include "app/program.hpp"
#include "results/store.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace reboost;
using Catch::Contains;
using nlohmann::json;
using test::Outcome;
using test::Program;

namespace {

constexpr const char* kFour =
    R"x({"name": "four", "dataset": {"name": "waveform", "rows": 100, "test_rows": 100}, "learner": "stump",
    "selector": ["full", "random(2)", "ucb(1)", "ucb(2)"], "booster": {"rounds": 20}})x";

}  // namespace

TEST_CASE("launch slurm prints a job array that bash accepts, and a mistake is found before it is queued") {
    const Program reboost;
    const std::string config = reboost.write("four.json", kFour).string(),
                      results = (reboost.folder / "r").string();
    const std::vector<std::string> words{"launch", "slurm", config, "--results", results};
    auto with = [&](std::vector<std::string> more) {
        more.insert(more.begin(), words.begin(), words.end());
        return more;
    };
    const Outcome outcome = reboost(with({"--tasks", "2", "--cpus", "4", "--threads-per-run", "2", "--time",
                                          "01:00:00", "--partition", "main", "--set", "booster.rounds=30"}));
    CHECK(outcome.status == 0);
    for (const char* line :
         {"#SBATCH --array=1-2\n", "#SBATCH --cpus-per-task=4\n", "#SBATCH --time=01:00:00\n",
          "#SBATCH --partition=main\n", "#SBATCH --signal=B:USR1@120\n", "#SBATCH --requeue\n",
          "--set booster.rounds=30", "--nodes=1\n", "/2\" --jobs 2 &"})
        CHECK_THAT(outcome.out, Contains(line));
    const std::string script = results + "/slurm/reboost-four.sh";
    CHECK(test::text_of(script) == outcome.out);
    CHECK(std::system(("bash -n " + script).c_str()) == 0);

    CHECK_THAT(reboost(with({"--tasks", "5"})).err, Contains("5 tasks for 4 runs"));
    CHECK_THAT(reboost(with({"--partition", "a b"})).err, Contains("no value of Slurm's"));
    for (const char* time : {"1", "4:59", "00:04:59", "0-0:04"})
        CHECK_THAT(reboost(with({"--time", time})).err, Contains("queued again for ever"));
    for (const char* time : {"5", "5:00", "00:05:00", "1-0", "0-1:00", "UNLIMITED"})
        CHECK(reboost(with({"--time", time})).status == 0);
    // 90,060 seconds: twice the grace, and a minute.
    CHECK(reboost(with({"--time", "1-01:01:00", "--grace", "45000"})).status == 0);
    CHECK(reboost(with({"--time", "1-01:01:00", "--grace", "45001"})).status == 2);
    CHECK_THAT(reboost(with({"--cpus", "2", "--threads-per-run", "4"})).err, Contains("need --cpus 4"));
    CHECK_THAT(reboost(with({"--sbatch", "--account=a\n#SBATCH --uid=root"})).err,
               Contains("control character"));
    CHECK(reboost({"launch", "slrum", config}).status == 2);
    CHECK(reboost(with({"--set", "booster.rouds=30"})).status == 2);
}

TEST_CASE("launch slurm quotes a results folder for sbatch and for bash, and names the data folder") {
    const Program reboost;
    const std::string config = reboost.write("four.json", kFour).string(),
                      results = (reboost.folder / "it's 5%j \"r\"").string();
    const Outcome outcome = reboost({"launch", "slurm", config, "--results", results});
    CHECK(outcome.status == 0);
    CHECK_THAT(outcome.out, Contains("#SBATCH --output=\"" + reboost.folder.string() +
                                     "/it's 5%%j \\\"r\\\"/slurm/%A_%a.log\"\n"));
    CHECK_THAT(outcome.out, Contains("'" + reboost.folder.string() + "/it'\\''s 5%j \"r\"'"));
    CHECK_THAT(outcome.out, Contains("\nexport REBOOST_DATA="));
}

TEST_CASE("two shards merged are the whole sweep") {
    const Program reboost;
    const std::string config = reboost.write("four.json", kFour).string();
    const auto folder = [&](const char* name) { return (reboost.folder / name).string(); };
    for (const char* shard : {"1/2", "2/2"})
        CHECK(reboost({"run", config, "--shard", shard, "--results", folder(shard[0] == '1' ? "a" : "b"),
                       "--quiet"})
                  .status == 0);
    CHECK_THAT(reboost({"store", "merge", folder("a"), folder("b"), "-o", folder("c")}).out,
               Contains("4 runs copied"));
    CHECK_THAT(reboost({"store", "merge", folder("a"), "-o", folder("c")}).out, Contains("0 runs copied, "));
    CHECK_THAT(reboost({"run", config, "--results", folder("c")}).out, Contains("nothing computed anew"));
    CHECK(reboost({"store", "check", "--results", folder("c")}).status == 0);

    std::ofstream(std::filesystem::directory_iterator(folder("a") + "/runs")->path(), std::ios::app) << "x";
    const Outcome damaged = reboost({"store", "merge", folder("a"), folder("b"), "-o", folder("d")});
    CHECK(damaged.status == 1);
    CHECK_THAT(damaged.err, Contains("left out"));
    CHECK(reboost({"store", "merge", folder("nowhere"), "-o", folder("e")}).status == 2);
}

TEST_CASE("more rounds go on from what was kept, and a report says what is missing") {
    const Program reboost;
    const std::string config = reboost.write("four.json", kFour).string(),
                      results = (reboost.folder / "r").string();
    CHECK(reboost({"run", config, "--results", results, "--keep-state"}).status == 0);
    const std::vector<std::string> longer{config, "--results", results, "--set", "booster.rounds=40"};
    auto with = [&](std::vector<std::string> words) {
        words.insert(words.end(), longer.begin(), longer.end());
        return words;
    };
    CHECK_THAT(reboost(with({"status"})).out, Contains("4 runs: 0 done, 4 to do"));
    CHECK_THAT(reboost(with({"run"})).err, Contains("goes on from round 19 of a shorter run"));
    CHECK_THAT(reboost({"status", "--watch", "--results", results}).out, Contains("8 runs finished"));

    std::filesystem::remove(*std::filesystem::directory_iterator(results + "/runs"));
    const std::string report = (reboost.folder / "report").string();
    std::string output;
    for (const char* rounds : {"20", "40"})
        output += reboost({"report", config, "--results", results, "--no-reference", "--output", report,
                           "--set", std::string("booster.rounds=") + rounds})
                      .err;
    CHECK_THAT(output, Contains("is unfinished: 1 of 4 runs are missing (1 to do); reboost run ") &&
                           Contains("--results " + results + " --set booster.rounds="));
}

TEST_CASE("The option --memory takes an amount and refuses anything else") {
    const Program reboost;
    const std::string config = reboost.write("four.json", kFour).string(),
                      results = (reboost.folder / "r").string();
    for (const char* amount : {"2G", "2GB", "909494T"})  // at most 10^18 bytes
        CHECK(reboost({"run", config, "--results", results, "--memory", amount}).status == 0);
    CHECK_THAT(reboost({"run", config, "--results", results, "--memory", "909495T"}).err,
               Contains("more memory than any machine has"));
    for (const char* wrong : {"2X", "2GX", "2B", "0", "-1", "", "much"})
        CHECK_THAT(reboost({"run", config, "--results", results, "--memory", wrong}).err,
                   Contains("is no amount of memory"));
}
