# A room is a folder of src/ with all its subfolders, except those that are rooms themselves. The rooms of one
# top folder share a library, reboost_FOLDER. Files *.isa.cpp are compiled once per instruction set
# (cmake/InstructionSets.cmake).
#
#   reboost_room(PATH [OPTIMISE level] [DEPENDS room...] [PRIVATE library...])
#
# DEPENDS lists the arrows: a file may include only files of rooms that its room depends on, directly or
# through others. cmake/check_arrows.cmake refuses any other include at every build. A room is declared after
# the rooms it depends on, so that there are no circles. PRIVATE libraries are linked, but their headers reach
# no other top folder. OPTIMISE stands at the first room of a top folder and holds for the whole top folder.
set(REBOOST_ROOMS "" CACHE INTERNAL "")

# The compiler gets several sources in one call, because the headers and templates that all of them use take
# about five seconds per call. A first build takes half the time; a later build takes longer if little has
# changed. Names in unnamed namespaces must be unique within a top folder (BY_FOLDER: within a folder). A
# source's group follows from its name, so that a new source leaves the other groups as they are. Kernels are
# compiled alone, so that inlining in a kernel does not depend on its neighbours. The list of policies is
# compiled alone, so that a new policy recompiles only the list and one group.
option(REBOOST_UNITY "compile several sources at once: faster from nothing, slower after small changes" ON)
set(REBOOST_UNITY_SOURCES 24)  # about so many sources per call
function(reboost_unite target)
  cmake_parse_arguments(arg "BY_FOLDER" "" "" ${ARGN})
  if(REBOOST_UNITY)
    get_target_property(sources ${target} SOURCES)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    # GCC warns of a class outside the main file that holds a type of an unnamed namespace: here no source is the main file.
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
    list(FILTER sources EXCLUDE REGEX "/kernels/|/simd/|/policies\\.cpp$")
    foreach(source IN LISTS sources)
      file(RELATIVE_PATH name ${PROJECT_SOURCE_DIR} ${source})
      set(together ${sources})
      set(folder "")
      if(arg_BY_FOLDER)
        get_filename_component(folder ${name} DIRECTORY)
        list(FILTER together INCLUDE REGEX "/${folder}/[^/]*$")
        string(MAKE_C_IDENTIFIER "${folder}" folder)
      endif()
      list(LENGTH together count)
      math(EXPR groups "(${count} + ${REBOOST_UNITY_SOURCES} - 1) / ${REBOOST_UNITY_SOURCES}")
      string(MD5 hash ${name})
      string(SUBSTRING ${hash} 0 6 hash)
      math(EXPR group "0x${hash} % ${groups}")
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP "${folder}${group}")
    endforeach()
  endif()
endfunction()

# Sets the level of a target in a Release build. With -Og, compiling takes a quarter less time, and the code itself
# a quarter more.
function(reboost_optimise target level)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:${level}>)
endfunction()

# The library of a room is that of its top folder.
function(reboost_target_of room result)
  string(REGEX REPLACE "/.*" "" folder ${room})
  set(${result} reboost_${folder} PARENT_SCOPE)
endfunction()

# Makes the library of a top folder: an INTERFACE library if the folder has headers only.
function(reboost_library target level)
  string(REPLACE "reboost_" "" folder ${target})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${folder}/*.cpp)
  set(kernels ${sources})
  list(FILTER kernels INCLUDE REGEX "\\.isa\\.cpp$")
  list(FILTER sources EXCLUDE REGEX "\\.isa\\.cpp$")
  if(NOT sources)
    add_library(${target} INTERFACE)
    target_include_directories(${target} INTERFACE ${PROJECT_SOURCE_DIR}/src)
    return()
  endif()
  add_library(${target} STATIC ${sources})
  target_include_directories(${target} PUBLIC ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(${target} PRIVATE reboost_compile_options Threads::Threads)
  if(level)
    reboost_optimise(${target} ${level})
  endif()
  reboost_unite(${target})
  if(kernels)
    reboost_compile_per_set(${target} ${kernels})
  endif()
endfunction()

function(reboost_room room)
  cmake_parse_arguments(arg "" "OPTIMISE" "DEPENDS;PRIVATE" ${ARGN})
  reboost_target_of(${room} target)
  if(NOT TARGET ${target})
    reboost_library(${target} "${arg_OPTIMISE}")
  endif()
  get_target_property(type ${target} TYPE)
  set(scopes PUBLIC PRIVATE)
  if(type STREQUAL INTERFACE_LIBRARY)
    set(scopes INTERFACE INTERFACE)
  endif()
  list(GET scopes 0 public)
  list(GET scopes 1 private)
  target_link_libraries(${target} ${private} ${arg_PRIVATE})

  set(closure ${arg_DEPENDS})
  foreach(other IN LISTS arg_DEPENDS)
    if(NOT other IN_LIST REBOOST_ROOMS)
      message(FATAL_ERROR "room ${room} depends on ${other}, which is not declared above it")
    endif()
    list(APPEND closure ${REBOOST_ARROWS_OF_${other}})
    reboost_target_of(${other} library)
    if(NOT library STREQUAL target)
      target_link_libraries(${target} ${public} ${library})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES closure)
  set(REBOOST_ARROWS_OF_${room} ${closure} CACHE INTERNAL "")
  set(REBOOST_ROOMS ${REBOOST_ROOMS} ${room} CACHE INTERNAL "")
endfunction()

# Called after the last room: checks every include against the arrows, at each build.
function(reboost_check_arrows)
  set(text "")
  foreach(room IN LISTS REBOOST_ROOMS)
    string(APPEND text "set(\"arrows_of_${room}\" \"${REBOOST_ARROWS_OF_${room}}\")\n")
  endforeach()
  file(WRITE ${PROJECT_BINARY_DIR}/arrows.cmake "set(rooms \"${REBOOST_ROOMS}\")\n${text}")
  add_custom_target(reboost_arrows ALL
    COMMAND ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR}/src -DARROWS=${PROJECT_BINARY_DIR}/arrows.cmake
            -P ${PROJECT_SOURCE_DIR}/cmake/check_arrows.cmake
    COMMENT "" VERBATIM)
endfunction()

# H5Cpp's include folder as a target of its own, so that it can be linked PRIVATE like the others.
add_library(reboost_hdf5_headers INTERFACE)
find_package(HDF5 REQUIRED COMPONENTS C CXX)
target_include_directories(reboost_hdf5_headers SYSTEM INTERFACE ${HDF5_INCLUDE_DIRS})
