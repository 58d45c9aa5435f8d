# Compile options of all targets of this project.
add_library(reboost_compile_options INTERFACE)
target_compile_options(reboost_compile_options INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow
  # g++ 12 warns of overlaps in std::string's operator+ that do not exist (GCC bug 105651).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  # g++ collects garbage only above half a gigabyte of memory, which saves a tenth of the compile time.
  $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=524288>
  # Fused multiply-add contraction changes results between CPUs: bits must not depend on the machine.
  -ffp-contract=off
  # The project reads neither errno after a square root nor floating-point exception flags. Without them loops
  # vectorise; results keep their bits.
  -fno-math-errno -fno-trapping-math)
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
# With these options, compiling takes a third less time than at -O3. Rooms that leave loops over rows to kernels are
# as fast. The rooms `data` and `learners` have -O3, as kernels have. Rooms that train nothing have -Og.
set(CMAKE_CXX_FLAGS_RELEASE "-O1 -ftree-vectorize -finline-small-functions -DNDEBUG")

# Objects are position-independent, so that the Python module can link the same objects as the program.
# Hardening: if a hostile file still overruns a buffer, the program ends. Only in optimised builds without
# sanitizers; the test "the program is hardened" reads the protections from the program.
set(optimised "$<AND:$<CONFIG:Release,RelWithDebInfo>,$<NOT:$<BOOL:${REBOOST_SANITIZE}>>>")
set(fortify 2)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 12)
  set(fortify 3)
endif()
target_compile_options(reboost_compile_options INTERFACE
  "$<${optimised}:-fstack-protector-strong;-fPIC;-U_FORTIFY_SOURCE;-D_FORTIFY_SOURCE=${fortify}>"
  "$<$<NOT:${optimised}>:-fPIC>")
target_link_options(reboost_compile_options INTERFACE
  "$<${optimised}:-Wl,-z,relro,-z,now,-z,noexecstack>"
  "$<$<AND:${optimised},$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>>:-pie>")

# Adds a test: the program reboost has the protections that the flags above ask for.
function(reboost_check_hardening)
  if(CMAKE_BUILD_TYPE MATCHES "^(Release|RelWithDebInfo)$" AND NOT REBOOST_SANITIZE)
    add_test(NAME "the program is hardened"
             COMMAND ${CMAKE_COMMAND} -DREADELF=${CMAKE_READELF} -DPROGRAM=$<TARGET_FILE:reboost>
                     -P ${PROJECT_SOURCE_DIR}/cmake/check_hardening.cmake)
  endif()
endfunction()
