#pragma once
/// Options of a data set that would be ignored: they are refused, so that nobody takes them for applied.
#include "data/dataset_spec.hpp"

#include <string>

namespace reboost::data {

/// spec.format, or what the file's name says.
FileFormat format_of(const std::string& path, const DatasetSpec& spec);

/// What is wrong with the options of own files: those of generators, or of files in another format; "" where
/// all apply.
std::string own_file_fault(const DatasetSpec& spec);

/// The first option set that is for own files alone; "" where there is none.
std::string own_file_option(const DatasetSpec& spec);

}  // namespace reboost::data
