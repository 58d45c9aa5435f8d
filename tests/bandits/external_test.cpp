/// Policies in programs of their own: the protocol kept and broken, pauses.
#include "bandits/external/program.hpp"
#include "bandits/policy.hpp"
#include "bandits/trial/trial.hpp"
#include "core/checksum.hpp"
#include "core/error.hpp"
#include "programs/line_process.hpp"
#include "support/skip.hpp"
#include "support/temporary_folder.hpp"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include <catch2/catch.hpp>
#include <unistd.h>

using namespace reboost;
using namespace reboost::bandits;

namespace {

ExternalProgram options_of(std::vector<std::string> command, double timeout_seconds = 10) {
    ExternalProgram options;
    options.command = std::move(command);
    options.timeout_seconds = options.start_seconds = timeout_seconds;
    options.allowed = true;
    return options;
}

PolicyOptions external(const ExternalProgram& program) {
    PolicyOptions policy("external");
    *policy.program() = program;
    return policy;
}

/// A shell script that reads the first line, then obeys `body`.
ExternalProgram shell(const std::string& body, double timeout_seconds = 10) {
    return options_of({"sh", "-c", "read -r first; " + body}, timeout_seconds);
}

/// Answers with one arm, which is always the same.
const std::string kAlwaysTwo = R"(while read -r line; do echo '{"arms":[2]}'; done)";

std::unique_ptr<Policy> policy_of(const ExternalProgram& options, std::size_t arms = 5) {
    auto policy = external(options).make();
    policy->reset(arms, 100);
    return policy;
}

std::uint32_t one_arm(Policy& policy) {
    static Rng rng(1);
    std::uint32_t arm = 0;
    policy.select({&arm, 1}, rng);
    return arm;
}

ExternalProgram thompson() {
    return options_of({"python3", REBOOST_SOURCE_DIR "/docs/examples/thompson.py"}, 60);
}

std::vector<std::uint32_t> ask_program(Policy& policy, std::size_t decisions, Rng& rng) {
    std::vector<std::uint32_t> all, out(2);
    for (std::size_t t = 0; t < decisions; ++t) {
        policy.select(out, rng);
        for (const std::uint32_t arm : out)
            policy.reward(arm, arm == 3 ? 0.9 : 0.2);
        policy.end_decision();
        all.insert(all.end(), out.begin(), out.end());
    }
    return all;
}

}  // namespace

TEST_CASE("the example in Python conforms, learns, and goes on bit for bit in a new process") {
    if (std::system("python3 -c 0 >/dev/null 2>&1") != 0) return test::skip("there is no python3");
    for (const std::string& failure : conformance_failures([] { return external(thompson()).make(); },
                                                           {.draws = true, .pulls = 2000, .most_arms = 200}))
        FAIL_CHECK(failure);

    Rng rng(4);
    const auto straight = policy_of(thompson(), 8);
    const auto early = ask_program(*straight, 60, rng);
    Archive state;
    straight->save(state);
    Rng same = rng;
    const auto resumed = policy_of(thompson(), 8);
    resumed->load(state);
    const auto late = ask_program(*straight, 200, rng);
    CHECK(late == ask_program(*resumed, 200, same));
    CHECK(std::ranges::count(late, 3U) > 180);
    CHECK(std::ranges::count(early, 3U) < 60);
}

TEST_CASE("a program is told arms, horizon, seed, times, counts and every reward") {
    const test::TemporaryFolder folder;
    const std::string log = (folder / "log").string();
    {
        const auto policy = policy_of(
            options_of({"sh", "-c",
                        "while read -r line; do echo \"$line\" >>\"$0\"; case \"$line\" in *select*) echo "
                        "'{\"arms\":[1,4]}';; esac; done",
                        log}));
        Rng rng(1);
        std::vector<std::uint32_t> out(2);
        policy->select(out, rng);
        CHECK(out == std::vector<std::uint32_t>{1, 4});
        policy->reward(4, 0.25);
        policy->reward(1, 1);
        policy->end_decision();
        policy->set_time(17);
        policy->select(out, rng);
    }
    std::ifstream file(log);
    std::string reset, first, second;
    std::getline(file, reset), std::getline(file, first), std::getline(file, second);
    CHECK_THAT(reset, Catch::StartsWith(R"({"type":"reset","protocol":1,"arms":5,"horizon":100,"seed":)"));
    CHECK(first == R"({"type":"select","time":1,"count":2,"rewards":[]})");
    CHECK(second == R"({"type":"select","time":17,"count":2,"rewards":[[4,0.25],[1,1.0]]})");
}

TEST_CASE("a command from a config is not run unless the user agreed") {
    ExternalProgram options = shell(kAlwaysTwo);
    options.allowed = false;
    CHECK_THROWS_WITH(one_arm(*policy_of(options)), Catch::Contains("--allow-external"));
    CHECK_FALSE(ExternalProgram{}.allowed);
    CHECK_THROWS_AS(one_arm(*policy_of(options_of({}))), UsageError);
}

TEST_CASE("a program that keeps silent fails in time, with its last words") {
    const auto policy = policy_of(shell("echo starting >&2; echo 'lost in thought' >&2; sleep 60", 0.3));
    CHECK_THROWS_WITH(one_arm(*policy), Catch::Contains("no first answer within 0.3 s") &&
                                            Catch::EndsWith("its last words: starting | lost in thought"));
    CHECK_THROWS_AS(one_arm(*policy_of(shell("sleep 60", 0.01))), programs::ProgramTimeout);
}

TEST_CASE("the first answer has a limit of its own") {
    ExternalProgram options =
        shell(R"(sleep 0.3; read -r line; echo '{"arms":[2]}'; read -r line; sleep 60)", 0.05);
    options.start_seconds = 60;
    const auto policy = policy_of(options);
    CHECK(one_arm(*policy) == 2);
    CHECK_THROWS_WITH(one_arm(*policy), Catch::Contains("no answer within 0.05 s"));
    CHECK(ExternalProgram{}.start_seconds == 60);
    options.start_seconds = 0.01;  // never less than later ones
    options.timeout_seconds = 60;
    CHECK(one_arm(*policy_of(options)) == 2);
}

TEST_CASE("a program that ends while it is waited for has ended, however short its time is") {
    const auto policy = policy_of(shell("sleep 0.1; echo 'KeyError: 7' >&2; exit 3", 0.01));
    CHECK_THROWS_WITH(one_arm(*policy), Catch::Contains("ended with status 3 before its first answer") &&
                                            Catch::EndsWith("KeyError: 7"));
}

TEST_CASE("a program that fails is not tried further, and one that keeps silent is not judged") {
    const auto tried = [](const ExternalProgram& options) {
        return conformance_failures([&] { return external(options).make(); },
                                    {.draws = true, .pulls = 100, .most_arms = 10});
    };
    const std::vector<std::string> ended = tried(shell("exit 3"));
    REQUIRE(ended.size() == 1);
    CHECK_THAT(ended.front(), Catch::Contains("ended with status 3"));
    CHECK_THROWS_AS(tried(shell("sleep 60", 0.01)), programs::ProgramTimeout);
}

TEST_CASE("a program that ends fails with its status and the last line of its standard error") {
    CHECK_THROWS_AS(one_arm(*policy_of(shell("exit 3"))), programs::ProgramError);
    CHECK_THROWS_WITH(one_arm(*policy_of(shell("echo 'Traceback' >&2; echo 'KeyError: 7' >&2; exit 3"))),
                      Catch::Contains("ended with status 3 before its first answer; ") &&
                          Catch::EndsWith("its last words: Traceback | KeyError: 7"));
    CHECK_THROWS_WITH(one_arm(*policy_of(shell("for i in 1 2 3 4 5 6; do echo \"  line $i\" >&2; echo >&2; "
                                               "done; exit 3"))),
                      Catch::EndsWith("its last words: line 3 | line 4 | line 5 | line 6"));
    CHECK_THROWS_WITH(one_arm(*policy_of(shell("kill -9 $$"))), Catch::Contains("was killed"));
    CHECK_THROWS_WITH(one_arm(*policy_of(options_of({"/nonexistent/program"}))),
                      Catch::Contains("cannot be started"));
    // It has answered once: the next question meets a closed pipe, and no SIGPIPE.
    const auto policy = policy_of(shell(R"(read -r line; echo '{"arms":[2]}'; exit 0)"));
    CHECK(one_arm(*policy) == 2);
    CHECK_THROWS_WITH(one_arm(*policy), Catch::EndsWith("ended with status 0"));
}

TEST_CASE("an answer that is none is shown") {
    for (const char* answer : {"two", R"({"arms":2})", R"({"arms":[]})", R"({"arms":[5]})",
                               R"({"arms":[-1]})", R"({"arms":[1.5]})", R"({"arms":[1,2]})", R"([2])",
                               R"({"arm":[2]})", R"({"arms":[1],"arms":[2]})", ""}) {
        INFO(answer);
        const auto policy = policy_of(shell(std::string("read -r line; echo '") + answer + "'"));
        CHECK_THROWS_WITH(one_arm(*policy), Catch::Contains(std::string("'") + answer + "'"));
    }
    const auto warned = policy_of(shell("read -r line; echo 'no such arm' >&2; echo two"));
    CHECK_THROWS_WITH(
        one_arm(*warned),
        Catch::Contains("the program 'sh -c read -r first; read -r line; echo 'no such arm' >&2; "
                        "echo two' wrote to its standard output a line that is no answer: 'two'; ") &&
            Catch::EndsWith("its last words: no such arm"));
    const auto fault = [](const std::string& answer) {
        const auto policy = policy_of(shell("read -r line; echo '" + answer + "'"));
        std::vector<std::uint32_t> out(2);
        Rng rng(1);
        try {
            policy->select(out, rng);
        } catch (const programs::ProgramError& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    CHECK_THAT(fault(R"({"arms":[3,3]})"),
               Catch::EndsWith(R"(answered '{"arms":[3,3]}': arm 3 comes twice)"));
    CHECK_THAT(fault(R"({"arms":[3]})"), Catch::EndsWith("1 arm instead of 2"));
    CHECK_THAT(fault(R"({"arms":[0,1,2]})"), Catch::EndsWith("3 arms instead of 2"));
    CHECK_THAT(fault(R"({"arms":[0,5]})"), Catch::EndsWith("5 is no arm; arms are numbered from 0 to 4"));
    CHECK_THAT(fault(R"({"arms":[-1,0]})"), Catch::Contains(": -1 is no arm"));
    CHECK_THAT(fault(R"({"arms":["\u001b[1m",0]})"), Catch::Contains(" is no arm"));
    CHECK_THAT(fault(R"({"arms":[0,1],"arms":[0,1]})"), Catch::Contains("the key 'arms' comes twice"));
    CHECK(fault(R"({"arms":[4,0]})").empty());
    const auto chatty = policy_of(shell(R"(printf '{"arms":[2]}\nchose 2\n'; read -r line)"));
    CHECK(one_arm(*chatty) == 2);
    CHECK_THROWS_WITH(one_arm(*chatty), Catch::Contains("what nobody asked for: 'chose 2'; "));
    const auto endless = policy_of(shell("yes | tr -d '\\n'"));
    CHECK_THROWS_WITH(one_arm(*endless), Catch::Contains("more than a mebibyte"));
    const auto long_one = policy_of(shell("read -r line; head -c 300 /dev/zero | tr '\\0' x; echo"));
    CHECK_THROWS_WITH(one_arm(*long_one), Catch::Contains("'" + std::string(200, 'x') + "...'"));
    const auto hidden = policy_of(shell("printf '\\033]0;title\\007\\n'"));
    CHECK_THROWS_WITH(one_arm(*hidden), Catch::Contains("'?]0;title?'"));
}

TEST_CASE("a program that answers otherwise than before the pause is found out") {
    // Its second process counts from another start.
    const auto fickle = shell(R"(while read -r line; do echo "{\"arms\":[$(( $$ % 5 ))]}"; done)");
    Archive state;
    std::uint32_t before = 0;
    {
        const auto policy = policy_of(fickle);
        before = one_arm(*policy);
        policy->reward(before, 0.5);
        policy->end_decision();
        policy->save(state);
    }
    bool found = false;
    for (int attempt = 0; attempt < 20 && !found; ++attempt) {  // process numbers follow each other
        const auto policy = policy_of(fickle);
        policy->load(state);
        try {
            one_arm(*policy);
        } catch (const programs::ProgramError& error) {
            const std::string what = error.what();
            found = what.find("is not deterministic") != std::string::npos && what.ends_with("(decision 1)");
        }
    }
    CHECK(found);
}

TEST_CASE("a state of another history is refused") {
    const auto policy = policy_of(shell(kAlwaysTwo));
    one_arm(*policy);
    policy->reward(2, 0.5);
    policy->end_decision();
    Archive state;
    policy->save(state);
    state.put("question_answers", std::vector<std::uint64_t>{7});
    CHECK_THROWS_AS(policy_of(shell(kAlwaysTwo))->load(state), DataError);
}

TEST_CASE("the script of a command is the first word with an ending, or the program itself") {
    const auto script = [](const std::vector<std::string>& command) {
        const auto found = find_script(command);
        return found == command.end() ? "" : *found;
    };
    CHECK(script({"python3", "a/my_policy.py"}) == "a/my_policy.py");
    CHECK(script({"python3.11", "-u", "my.py", "--model=x.json", "y.txt"}) == "my.py");
    CHECK(script({"java", "-jar", "my.jar"}) == "my.jar");
    CHECK(script({"bin/my_policy", "--fast"}) == "bin/my_policy");
    CHECK(script({"my_policy"}) == "my_policy");
    CHECK(script({"python3", "-m", "mine"}).empty());
    CHECK(script({"python3", "-c", "import a.b"}).empty());
    CHECK(script({"sh", "."}).empty());
    CHECK(script({"sh", ""}).empty());
    CHECK(script({}).empty());
}

TEST_CASE("the checksum of a command changes with each file that it names, and with nothing else") {
    const test::TemporaryFolder folder;
    const std::string script = (folder / "mine.py").string();
    std::ofstream(script) << "print(1)\n";
    const std::string first = script_files_sha256({"python3", script, "--fast"});
    CHECK(first.size() == 64);
    CHECK(first == script_files_sha256({"python3", script, "--slow"}));  // the text enters beside it
    std::ofstream(script) << "print(2)\n";
    CHECK(first != script_files_sha256({"python3", script, "--fast"}));
    CHECK(script_files_sha256({"python3", "-c", "print(1)"}).empty());

    ExternalProgram options = options_of({"sh", script});
    options.files_sha256 = first;
    CHECK_THROWS_WITH(one_arm(*policy_of(options)), Catch::Contains("changed since the run was planned"));
}
