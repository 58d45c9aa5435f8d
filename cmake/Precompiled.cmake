# Precompiled standard headers: a quarter of the compile time. A compiler cache (ccache) works better without them, and
# where warnings are errors every file has to include what it uses.
if(CMAKE_CXX_COMPILER_LAUNCHER OR REBOOST_WERROR)
  set(precompile OFF)
else()
  set(precompile ON)
endif()
option(REBOOST_PRECOMPILE "precompile the standard headers" ${precompile})

# reboost_precompiled(NAME HEADER... [LINK library...]): a target whose precompiled headers others take over.
function(reboost_precompiled name)
  cmake_parse_arguments(arg "" "" "HEADERS;LINK" ${ARGN})
  file(WRITE ${PROJECT_BINARY_DIR}/${name}.cpp.in "")
  configure_file(${PROJECT_BINARY_DIR}/${name}.cpp.in ${PROJECT_BINARY_DIR}/${name}.cpp COPYONLY)
  add_library(${name} OBJECT ${PROJECT_BINARY_DIR}/${name}.cpp)
  target_link_libraries(${name} PRIVATE reboost_compile_options Threads::Threads ${arg_LINK})
  target_precompile_headers(${name} PRIVATE ${arg_HEADERS})
endfunction()

# reboost_precompile(TARGET FROM): compiles TARGET with the precompiled headers of FROM.
function(reboost_precompile target from)
  if(REBOOST_PRECOMPILE)
    target_precompile_headers(${target} REUSE_FROM ${from})
  endif()
endfunction()
