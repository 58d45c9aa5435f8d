#include "sweep/failure.hpp"

#include "core/error.hpp"
#include "core/value.hpp"
#include "programs/start.hpp"
#include "results/source_state.hpp"
#include "sweep/fakes.hpp"
#include "sweep/plan.hpp"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>

#include <catch2/catch.hpp>

using namespace reboost;
using Catch::Contains;

namespace {

template <class E>
sweep::FailureCause cause_of(const E& error) {
    return sweep::cause_of(std::make_exception_ptr(error));
}

}  // namespace

TEST_CASE("what the system lacks is out_of_memory with a way out, never internal", "[sweep][failures]") {
    const sweep::FailureCause threads =
        cause_of(std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again)));
    CHECK(threads.type == "out_of_memory");
    CHECK_THAT(threads.message, Contains("threads") && Contains("fewer --jobs"));
    CHECK(cause_of(std::bad_alloc()).type == "out_of_memory");
    CHECK(cause_of(std::filesystem::filesystem_error("x", std::make_error_code(std::errc::permission_denied)))
              .type == "io_error");
}

TEST_CASE("a file that cannot be read is io_error, a full disk disk_full", "[sweep][failures]") {
    CHECK(cause_of(IoError::from_errno("cannot open 'a'", EACCES)).type == "io_error");
    CHECK(cause_of(IoError::from_errno("cannot write 'a'", ENOSPC)).type == "disk_full");
    CHECK(cause_of(IoError::from_errno("cannot write 'a'", EDQUOT)).type == "disk_full");
    CHECK(cause_of(DataError("'a' is damaged")).type == "bad_data");
    CHECK(cause_of(IoError("it says: No space left on device")).type == "io_error");  // words decide nothing
    CHECK(cause_of(NotANumberError("x")).type == "not_a_number");
    CHECK(cause_of(TrainingError("no finite arm")).type == "internal");
}

TEST_CASE("an error has the type of its cause", "[sweep][failures]") {
    CHECK(cause_of(sweep::TimeLimitError("x")).type == "time_limit");
    CHECK(cause_of(programs::ProgramError("x")).type == "program");
    CHECK(cause_of(UsageError("x")).type == "bad_data");
    CHECK(cause_of(std::runtime_error("x")).type == "internal");
    CHECK(cause_of(std::runtime_error("x")).message == "x");
    CHECK(cause_of(7).type == "internal");
    CHECK(
        cause_of(std::filesystem::filesystem_error("x", std::make_error_code(std::errc::no_space_on_device)))
            .type == "disk_full");
}

TEST_CASE("a failure says which run failed, when and of which source", "[sweep][failures]") {
    sweep::PlanEntry entry;
    entry.label = "letter stump full";
    entry.run.spec.seed = 3;
    const test::StepClock clock;
    const Value details = sweep::describe_failure({"io_error", "a\x1B[2J"}, entry, 7, clock);
    CHECK(details.at("type") == Value("io_error"));
    CHECK(details.at("message").as_string().find('\x1B') == std::string::npos);
    CHECK(details.at("label") == Value("letter stump full"));
    CHECK(details.at("rounds") == Value(7));
    CHECK(details.at("spec").at("seed") == Value(3));
    CHECK(details.at("failed_utc") == Value("2027-01-15T08:00:00Z"));
    CHECK(details.find("git_revision") != nullptr);
    CHECK(results::why_not_counted(details, results::this_source()).empty());
}

TEST_CASE("every type that a failure may have is one that can be asked for", "[sweep][failures]") {
    CHECK(std::ranges::find(sweep::kFailureTypes, "interrupted") == sweep::kFailureTypes.end());
    for (const char* type : {"bad_data", "out_of_memory", "time_limit", "not_a_number", "disk_full",
                             "io_error", "program", "internal"})
        CHECK(std::ranges::find(sweep::kFailureTypes, type) != sweep::kFailureTypes.end());
}
