# Compile options shared by every target of ours.
add_library(reboost_compile_options INTERFACE)
target_compile_options(reboost_compile_options INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow
  # g++ 12 sees overlaps in std::string's operator+ that are not there (its bug 105651).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  # Two more of that kind where standard headers are precompiled.
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<BOOL:${REBOOST_PRECOMPILE}>>:-Wno-stringop-overflow$<SEMICOLON>-Wno-array-bounds>
  # Fused multiply-add contraction changes results between CPUs: bits must not depend on the machine.
  -ffp-contract=off)
if(REBOOST_WERROR)
  target_compile_options(reboost_compile_options INTERFACE -Werror)
endif()
if(REBOOST_SANITIZE)
  string(REPLACE ";" "," sanitizers "${REBOOST_SANITIZE}")
  target_compile_options(reboost_compile_options INTERFACE -fsanitize=${sanitizers} -fno-omit-frame-pointer)
  target_link_options(reboost_compile_options INTERFACE -fsanitize=${sanitizers})
endif()
if(REBOOST_FUZZ)
  target_compile_options(reboost_compile_options INTERFACE -fsanitize=fuzzer-no-link)
endif()
set(CMAKE_CXX_FLAGS_RELEASE "-O3 -DNDEBUG")
