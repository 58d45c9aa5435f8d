#pragma once
/// Options of a data set that would be ignored: they are refused, so that nobody takes them for applied.
#include "data/dataset_spec.hpp"

#include <string>

namespace reboost::data {

struct CatalogueEntry;

/// spec.format, or what the file's name says.
FileFormat format_of(const std::string& path, const DatasetSpec& spec);

/// The first option that does not apply to a data set, and why. Both are "" where all apply.
struct OptionFault {
    std::string option, message;
};

/// `rows`, `test_rows` and `features` of a set of fixed size.
OptionFault size_fault(const CatalogueEntry& entry, const DatasetSpec& spec);
/// Options of generators, or of files in another format; IDX files without labels.
OptionFault own_file_fault(const DatasetSpec& spec);
/// Of own files as above; of the catalogue's sets: options that are for own files alone, and sizes, but for
/// those that another set may stand in for. Throws UsageError on an unknown name.
OptionFault option_fault(const DatasetSpec& spec);

}  // namespace reboost::data
