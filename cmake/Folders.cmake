# reboost_folder(NAME [DEPENDS folder...] [PRIVATE library...]): the static library of src/NAME.
function(reboost_folder name)
  cmake_parse_arguments(arg "" "" "DEPENDS;PRIVATE" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${name}/*.cpp
                                      ${PROJECT_SOURCE_DIR}/src/${name}/*/*.cpp)
  list(TRANSFORM arg_DEPENDS PREPEND reboost_)
  if(sources)
    add_library(reboost_${name} STATIC ${sources})
    set(scope PUBLIC)
    target_link_libraries(reboost_${name} PRIVATE reboost_compile_options ${arg_PRIVATE} Threads::Threads)
    reboost_precompile(reboost_${name} reboost_standard_headers)
  else()
    add_library(reboost_${name} INTERFACE)
    set(scope INTERFACE)
    target_link_libraries(reboost_${name} INTERFACE ${arg_PRIVATE})
  endif()
  target_include_directories(reboost_${name} ${scope} ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(reboost_${name} ${scope} ${arg_DEPENDS})
endfunction()

# H5Cpp's include folder as a target of its own, so that it can be linked PRIVATE like the others.
add_library(reboost_hdf5_headers INTERFACE)
find_package(HDF5 REQUIRED COMPONENTS C CXX HL)
target_include_directories(reboost_hdf5_headers SYSTEM INTERFACE ${HDF5_INCLUDE_DIRS})
