# Run by the target reboost_build_info: writes OUTPUT where its text would change.
#
# A clean revision tells what the sources are. Where they have changes, or where there is no git (a source
# archive), the hash of their content does: every file of these parts, tracked or not, but for ignored ones.
set(parts src cmake CMakeLists.txt)
set(git git -C ${SOURCE_DIR} -c core.quotePath=false)

# An archive unpacked inside another repository is not that repository's: its CMakeLists.txt is not tracked.
execute_process(COMMAND ${git} ls-files --error-unmatch CMakeLists.txt
                OUTPUT_QUIET ERROR_QUIET RESULT_VARIABLE untracked)
execute_process(COMMAND ${git} rev-parse --short=12 HEAD
                OUTPUT_VARIABLE revision OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
set(files "")
if(failed OR untracked)
  set(revision "unknown")
  file(GLOB_RECURSE files RELATIVE ${SOURCE_DIR} ${SOURCE_DIR}/src/* ${SOURCE_DIR}/cmake/*)
  list(APPEND files CMakeLists.txt)
else()
  execute_process(COMMAND ${git} status --porcelain --untracked-files=all -- ${parts}
                  OUTPUT_VARIABLE changes ERROR_QUIET)
  if(changes)
    string(APPEND revision "-dirty")
    execute_process(COMMAND ${git} ls-files --cached --others --exclude-standard -- ${parts}
                    OUTPUT_VARIABLE files OUTPUT_STRIP_TRAILING_WHITESPACE)
    string(REPLACE "\n" ";" files "${files}")
  endif()
endif()

set(source_sha256 "")
if(files)
  list(REMOVE_DUPLICATES files)
  list(SORT files)
  set(listing "")
  foreach(file IN LISTS files)
    if(EXISTS ${SOURCE_DIR}/${file})  # a tracked file may be deleted
      file(SHA256 ${SOURCE_DIR}/${file} hash)
      string(APPEND listing "${hash}  ${file}\n")
    endif()
  endforeach()
  string(SHA256 source_sha256 "${listing}")
endif()

set(text "// Written by cmake/write_build_info.cmake.
#include \"core/build_info.hpp\"
reboost::BuildInfo reboost::build_info() {
    return {\"${VERSION}\", \"${revision}\", \"${source_sha256}\", \"${COMPILER}\", \"${FLAGS}\"};
}
")
if(EXISTS ${OUTPUT})
  file(READ ${OUTPUT} old)
endif()
if(NOT "${old}" STREQUAL "${text}")
  file(WRITE ${OUTPUT} "${text}")
endif()
