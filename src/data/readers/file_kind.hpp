#pragma once
/// What a file is, by what stands in it: its name may say something else, or nothing.
#include "data/dataset_spec.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace reboost::data {

/// Bytes at a file's beginning that the functions below look at.
inline constexpr std::size_t kTellingBytes = std::size_t{1} << 16U;

/// idx by its magic number, arff by "@relation" or "@attribute" in the first line that is no comment, libsvm
/// where behind the first cell every cell of the first lines is <index>:<number>. Anything else is
/// `automatic`: the content does not say. `begin`: a file's first bytes, unpacked.
FileFormat format_by_content(std::string_view begin);

/// What `FileFormat::automatic` says of a name; never `automatic`.
FileFormat format_by_name(const std::string& path);

/// The format of a file by its content, and where that says nothing by its name; never `automatic`. A file
/// that cannot be looked at, or is a pipe, goes by its name. Throws nothing.
FileFormat format_of_file(const std::string& path);

/// Throws DataError where the content is not lines of text that a reader knows: UTF-16, an archive, a
/// compressed stream, a spreadsheet, Parquet, HDF5, NumPy, SQLite, PDF, JSON, a page of HTML or XML, a
/// pointer of Git LFS, lines that end with a carriage return alone. The message says what it is and what to
/// do.
void require_text(const std::string& path, std::string_view content);

}  // namespace reboost::data
