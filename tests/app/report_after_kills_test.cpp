/// The tables do not tell whether a sweep was disturbed.
#include "app/program.hpp"
#include "core/rng.hpp"

#include <map>

#include <catch2/catch.hpp>
#include <poll.h>

using namespace reboost;
using test::Outcome;
using test::Program;

namespace {

/// Content of all files below a folder, by relative path.
std::map<std::string, std::string> content_below(const std::filesystem::path& folder) {
    std::map<std::string, std::string> content;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
        if (entry.is_regular_file())
            content[entry.path().lexically_relative(folder).string()] = test::text_of(entry.path());
    return content;
}

/// Twenty runs of some hundredths of a second each.
std::vector<std::string> sweep_into(const std::filesystem::path& results) {
    return {"run",
            "configs/opt2009/synthetic.json",
            "--set",
            "dataset.rows=1000",
            "--set",
            "dataset.seed=[1,2,3,4]",
            "--set",
            "booster.rounds=3000",
            "--checkpoint-seconds",
            "0.01",
            "--results",
            results.string()};
}

std::map<std::string, std::string> report_of(const Program& reboost, const std::string& results) {
    const std::string output = (reboost.folder / ("report-" + results)).string();
    const Outcome outcome = reboost({"report", "--no-timings", "--no-reference", "--paper", "opt2009",
                                     "--results", (reboost.folder / results).string(), "--output", output});
    CAPTURE(outcome.err);
    REQUIRE(outcome.status == 0);
    return content_below(output);
}

}  // namespace

TEST_CASE("after ten kills -9 the report without timings equals that of an undisturbed sweep byte for byte") {
    const Program reboost;
    const Outcome calm = reboost(sweep_into(reboost.folder / "calm"));
    CAPTURE(calm.err);
    REQUIRE(calm.status == 0);

    Rng rng(21, "moments");
    const std::filesystem::path killed = reboost.folder / "killed";
    for (int i = 0; i < 10; ++i) {
        const pid_t child = reboost.start(sweep_into(killed));
        poll(nullptr, 0, static_cast<int>(rng.below(150)));  // the random moment is the point of the test
        kill(child, SIGKILL);
        reboost.wait(child);
    }
    const Outcome last = reboost(sweep_into(killed));
    CAPTURE(last.err);
    REQUIRE(last.status == 0);

    const auto undisturbed = report_of(reboost, "calm"), disturbed = report_of(reboost, "killed");
    REQUIRE(undisturbed.size() > 5);
    REQUIRE(undisturbed.size() == disturbed.size());
    for (const auto& [file, text] : undisturbed) {
        CAPTURE(file);
        CHECK(disturbed.at(file) == text);
    }
}
