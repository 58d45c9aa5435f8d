#pragma once
/// What this program was built from.
#include <string>

namespace reboost {

/// Fixed when the program was built (cmake/write_build_info.cmake).
struct BuildInfo {
    std::string version;  ///< "0.1.0"
    /// "5809a54c21d7"; "-dirty" appended where the sources had changes, "unknown" outside git.
    std::string git_revision;
    /// SHA-256 over src/, cmake/ and CMakeLists.txt where the revision alone does not tell what they hold:
    /// the sources had changes, or there is no git. "" for a clean revision.
    std::string source_sha256;
    std::string compiler;  ///< "GNU 12.2.0"
    std::string flags;     ///< "-O3 -DNDEBUG -ffp-contract=off"
};
BuildInfo build_info();

}  // namespace reboost
