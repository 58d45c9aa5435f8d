# Writes OUTPUT, the definition of catalogue_texts() (src/data/catalogue/catalogue.hpp), from FILES.
string(REPLACE "," ";" FILES "${FILES}")
set(rows "")
foreach(path IN LISTS FILES)
  file(READ ${path} text)
  get_filename_component(name ${path} NAME)
  string(APPEND rows "    {\"${name}\", R\"json(${text})json\"},\n")
endforeach()
file(WRITE ${OUTPUT} "#include \"data/catalogue/catalogue.hpp\"

namespace reboost::data {

std::span<const CatalogueText> catalogue_texts() {
    static constexpr CatalogueText kTexts[]{
${rows}    };
    return kTexts;
}

}  // namespace reboost::data
")
