#include "sweep/failure.hpp"

#include "core/error.hpp"

#include <cerrno>
#include <new>
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

TEST_CASE("every type that a failure may have is one that can be asked for", "[sweep][failures]") {
    CHECK(std::ranges::find(sweep::kFailureTypes, "interrupted") == sweep::kFailureTypes.end());
    for (const char* type : {"bad_data", "out_of_memory", "time_limit", "not_a_number", "disk_full",
                             "io_error", "program", "internal"})
        CHECK(std::ranges::find(sweep::kFailureTypes, type) != sweep::kFailureTypes.end());
}
