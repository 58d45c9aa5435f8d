#pragma once
/// Which set's rows are taken where a set is not at hand.
#include "data/catalogue/catalogue.hpp"

#include <string>

namespace reboost::data {

/// The entry that provides the rows of `entry`: itself, or where its files are not at hand the first of its
/// stand-ins that is (a stand-in may have files, and a stand-in of its own); the last of them where none is.
/// Throws DataError where a file has a wrong size.
const CatalogueEntry& provider_of(const CatalogueEntry& entry, const DataRoot& root);

/// What the provenance of such rows says.
std::string stand_in_note(const CatalogueEntry& entry, const CatalogueEntry& provider);

}  // namespace reboost::data
