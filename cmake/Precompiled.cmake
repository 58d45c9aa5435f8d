# Precompiled standard headers: a quarter of the compile time. A compiler cache (ccache) works better without them, and
# where warnings are errors every file has to include what it uses.
if(CMAKE_CXX_COMPILER_LAUNCHER OR REBOOST_WERROR)
  set(precompile OFF)
else()
  set(precompile ON)
endif()
option(REBOOST_PRECOMPILE "precompile the standard headers" ${precompile})

# reboost_precompiled(NAME HEADERS header... [LINK library...] [OPTIONS option...]): a target whose precompiled headers
# others take over.
function(reboost_precompiled name)
  cmake_parse_arguments(arg "" "" "HEADERS;LINK;OPTIONS" ${ARGN})
  file(WRITE ${PROJECT_BINARY_DIR}/${name}.cpp.in "")
  configure_file(${PROJECT_BINARY_DIR}/${name}.cpp.in ${PROJECT_BINARY_DIR}/${name}.cpp COPYONLY)
  add_library(${name} OBJECT ${PROJECT_BINARY_DIR}/${name}.cpp)
  target_link_libraries(${name} PRIVATE reboost_compile_options Threads::Threads ${arg_LINK})
  target_compile_options(${name} PRIVATE ${arg_OPTIONS})
  target_precompile_headers(${name} PRIVATE ${arg_HEADERS})
endfunction()

# reboost_precompile(TARGET FROM): compiles TARGET with the precompiled headers of FROM.
function(reboost_precompile target from)
  if(REBOOST_PRECOMPILE)
    target_precompile_headers(${target} REUSE_FROM ${from})
  endif()
endfunction()

# reboost_optimise_little(TARGET [PRECOMPILED]): for code that does no arithmetic, about a third less time to compile. Its
# precompiled headers are others: g++ takes over the optimisation that such headers were compiled with.
set(REBOOST_LITTLE_OPTIMISATION $<$<CONFIG:Release>:-O1>)
function(reboost_optimise_little target)
  target_compile_options(${target} PRIVATE ${REBOOST_LITTLE_OPTIMISATION})
  set(precompiled ${ARGN} reboost_standard_headers_little_optimised)
  list(GET precompiled 0 precompiled)
  reboost_precompile(${target} ${precompiled})
endfunction()
