# Run by the target reboost_build_info: writes OUTPUT where its text would change.
execute_process(COMMAND git -C ${SOURCE_DIR} rev-parse --short=12 HEAD
                OUTPUT_VARIABLE revision OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(failed)
  set(revision "unknown")
else()
  # Untracked files (results, builds) do not make a tree dirty; changed sources do.
  execute_process(COMMAND git -C ${SOURCE_DIR} status --porcelain --untracked-files=no
                  OUTPUT_VARIABLE changes ERROR_QUIET)
  if(changes)
    string(APPEND revision "-dirty")
  endif()
endif()
set(text "#pragma once
// Written by cmake/write_build_info.cmake.
namespace reboost::build_values {
inline constexpr const char* kVersion = \"${VERSION}\";
inline constexpr const char* kGitRevision = \"${revision}\";
inline constexpr const char* kCompiler = \"${COMPILER}\";
inline constexpr const char* kFlags = \"${FLAGS}\";
}  // namespace reboost::build_values
")
if(EXISTS ${OUTPUT})
  file(READ ${OUTPUT} old)
endif()
if(NOT "${old}" STREQUAL "${text}")
  file(WRITE ${OUTPUT} "${text}")
endif()
