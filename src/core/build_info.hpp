#pragma once
/// The sources and the compiler that this program was built with.
#include <string>

namespace reboost {

/// Values fixed when the program is built (cmake/write_build_info.cmake).
struct BuildInfo {
    std::string version;  ///< "0.1.0"
    /// "5809a54c21d7", with "-dirty" appended if the sources had changes; "unknown" outside git.
    std::string git_revision;
    /// SHA-256 over src/, cmake/ and CMakeLists.txt if the revision does not determine the sources: they had
    /// changes, or there is no git. "" for a clean revision.
    std::string source_sha256;
    std::string compiler;  ///< "GNU 12.2.0"
    std::string flags;     ///< "-O1 -DNDEBUG -ffp-contract=off"; some rooms have a level of their own
};
BuildInfo build_info();

}  // namespace reboost
