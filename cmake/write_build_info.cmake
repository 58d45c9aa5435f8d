# The target reboost_build_info runs this script: it writes OUTPUT if the text would change.
#
# A revision without local changes identifies the sources. If the sources have changes, or if there is no git
# (a source archive), a hash of their content identifies them: of every file of these parts, tracked or not,
# except ignored files.
set(parts src cmake CMakeLists.txt)
set(git git -C ${SOURCE_DIR} -c core.quotePath=false)

# A source archive unpacked inside another git repository is not part of it: git does not track its
# CMakeLists.txt.
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
