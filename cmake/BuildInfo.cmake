# Makes build_info.cpp: version, state of the sources, compiler and flags for the attributes of run files. The
# state is taken at build time, so that it is right after a commit without a new configure. The file is
# written only if its text changes.
set(REBOOST_BUILD_INFO ${PROJECT_BINARY_DIR}/generated/build_info.cpp)
string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type_upper)
string(STRIP "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${build_type_upper}} -ffp-contract=off" build_flags)

add_custom_target(reboost_build_info ALL
  BYPRODUCTS ${REBOOST_BUILD_INFO}
  COMMAND ${CMAKE_COMMAND} -DSOURCE_DIR=${PROJECT_SOURCE_DIR} -DOUTPUT=${REBOOST_BUILD_INFO}
          -DVERSION=${PROJECT_VERSION} "-DCOMPILER=${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}"
          "-DFLAGS=${build_flags}" -P ${PROJECT_SOURCE_DIR}/cmake/write_build_info.cmake
  COMMENT "" VERBATIM)
add_dependencies(reboost_core reboost_build_info)
target_sources(reboost_core PRIVATE ${REBOOST_BUILD_INFO})
