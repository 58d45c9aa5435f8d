# Compiles a text file into a room, as the constant reboost::<room>::<name>, so that the program needs no
# installed file.
function(reboost_embed room name file)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${file})
  file(READ ${PROJECT_SOURCE_DIR}/${file} text)
  set(source ${PROJECT_BINARY_DIR}/generated/${name}.cpp)
  file(GENERATE OUTPUT ${source} CONTENT "namespace reboost::${room} {

extern const char* const ${name};
const char* const ${name} = R\"text(${text})text\";

}  // namespace reboost::${room}
")
  target_sources(reboost_${room} PRIVATE ${source})
endfunction()
