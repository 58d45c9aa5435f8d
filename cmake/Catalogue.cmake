# The program embeds the JSON files of the catalogue, so that it needs no installed file. catalogue_texts.cpp
# holds them and is made anew when one of them changes. The catalogue keeps the order of this list.
set(catalogue_files benchmark further abc2010 sequences_and_rankings ijcai2015 kdd2009 generated)
set(catalogue_texts ${PROJECT_BINARY_DIR}/generated/catalogue_texts.cpp)
list(TRANSFORM catalogue_files PREPEND ${PROJECT_SOURCE_DIR}/src/data/catalogue/ OUTPUT_VARIABLE catalogue_paths)
list(TRANSFORM catalogue_paths APPEND .json)
string(REPLACE ";" "," catalogue_list "${catalogue_paths}")
add_custom_command(OUTPUT ${catalogue_texts}
  COMMAND ${CMAKE_COMMAND} -DOUTPUT=${catalogue_texts} -DFILES=${catalogue_list}
          -P ${PROJECT_SOURCE_DIR}/cmake/embed_catalogue.cmake
  DEPENDS ${catalogue_paths} ${PROJECT_SOURCE_DIR}/cmake/embed_catalogue.cmake
  COMMENT "" VERBATIM)
target_sources(reboost_data PRIVATE ${catalogue_texts})
