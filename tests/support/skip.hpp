#pragma once
/// Catch2 2 cannot skip a test: this can.
#include <string>

namespace reboost::test {

/// What a test program returns where the one test it ran said that it is skipped, and checked nothing; ctest
/// then reports it as skipped (SKIP_RETURN_CODE in tests/CMakeLists.txt).
inline constexpr int kSkipped = 77;

/// Prints "skipped: <reason>". The test goes on without, and usually returns.
void skip(const std::string& reason);

}  // namespace reboost::test
