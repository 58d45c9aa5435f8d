#pragma once
/// The catalogue's JSON files, which are compiled into the program: one for each paper or origin.
///
/// A file is a list of data sets. A set has the members of CatalogueEntry; "files" is a list, or the name of
/// the set that has the same; "load" names a loader of loaders.hpp, with its options.
#include "data/catalogue/catalogue.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace reboost::data {

struct CatalogueText {
    std::string_view name;  ///< "further.json"
    std::string_view text;
};
/// In the order of the catalogue. Made at build time (cmake/Catalogue.cmake).
std::span<const CatalogueText> catalogue_texts();

/// Appends a file's sets, which may be made of those before. Throws UsageError, with the set's name, where
/// one has an unknown member, loader or option, or lacks one.
void append_entries(const CatalogueText& file, std::vector<CatalogueEntry>& entries);

}  // namespace reboost::data
