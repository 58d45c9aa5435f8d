# Kernels are compiled once per instruction set, from one source: a file NAME.isa.cpp of a room becomes three
# objects, each with the flags of its set and the set's name as REBOOST_ISA. All definitions of such a file
# are in a namespace of that name, or are a table's member of that name (src/simd/isa.hpp chooses among the
# tables). An inline function of a shared header must be inlined: otherwise the linker would take the copy of
# any one set for all sets. Hence -O3 in every build type, and the test of reboost_check_instruction_sets.
# (Fuzzers are compiled without -O3: they run on the machine that builds them, and with the sanitizers clang
# would take minutes per file.)
if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
  message(FATAL_ERROR "ReBoost supports x86-64 processors only, not ${CMAKE_SYSTEM_PROCESSOR}")
endif()

set(REBOOST_INSTRUCTION_SETS portable avx2 avx512)
set(REBOOST_FLAGS_OF_portable "")
set(REBOOST_FLAGS_OF_avx2 -mavx2)
set(REBOOST_FLAGS_OF_avx512 -mavx512f -mavx512bw -mavx512dq -mavx512vl -mprefer-vector-width=512)
set(REBOOST_ISA_LEVEL -O3)
if(REBOOST_FUZZ)
  set(REBOOST_ISA_LEVEL -O1)
endif()
set(REBOOST_ISA_TARGETS "" CACHE INTERNAL "")

# reboost_compile_per_set(TARGET source...): adds the sources' objects to TARGET.
function(reboost_compile_per_set target)
  foreach(isa IN LISTS REBOOST_INSTRUCTION_SETS)
    add_library(${target}_${isa} OBJECT ${ARGN})
    target_include_directories(${target}_${isa} PRIVATE ${PROJECT_SOURCE_DIR}/src)
    target_link_libraries(${target}_${isa} PRIVATE reboost_compile_options)
    # Wide vectors pass between inlined functions only, so their calling convention does not matter.
    target_compile_options(${target}_${isa} PRIVATE ${REBOOST_ISA_LEVEL} -Wno-psabi ${REBOOST_FLAGS_OF_${isa}})
    target_compile_definitions(${target}_${isa} PRIVATE REBOOST_ISA=${isa})
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:${target}_${isa}>)
  endforeach()
  if(REBOOST_FUZZ)
    set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS -fno-sanitize=fuzzer-no-link)
  endif()
  set(REBOOST_ISA_TARGETS ${REBOOST_ISA_TARGETS} ${target} CACHE INTERNAL "")
endfunction()

# Adds a test: objects compiled for a set define no weak symbol except those with the set's name.
function(reboost_check_instruction_sets)
  foreach(target IN LISTS REBOOST_ISA_TARGETS)
    foreach(isa avx2 avx512)
      add_test(NAME "simd: ${target} leaves nothing compiled for ${isa} to other sets"
               COMMAND ${CMAKE_COMMAND} -DNM=${CMAKE_NM} -DISA=${isa} "-DOBJECTS=$<TARGET_OBJECTS:${target}_${isa}>"
                       -P ${PROJECT_SOURCE_DIR}/cmake/check_weak_symbols.cmake)
    endforeach()
  endforeach()
endfunction()
