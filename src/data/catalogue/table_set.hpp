#pragma once
/// Loaders that the catalogue's entries share.
#include "data/catalogue/catalogue.hpp"
#include "data/prepare/assemble.hpp"
#include "data/readers/text_file.hpp"

#include <functional>
#include <vector>

namespace reboost::data {

/// Which rows of a table set train. Exactly one way: files of their own, the first rows, or rows drawn by the
/// seed.
struct TableRecipe {
    FileFormat file_format = FileFormat::table;  ///< not IDX; `automatic`: by the file's name
    TableFormat format{.delimiter = Delimiter::comma, .header = Header::absent};  ///< as most tables have it
    LabelRule labels{};
    std::size_t train_file = 0;
    std::size_t test_file = 0;    ///< equal to train_file: the set has one file
    std::int64_t first_rows = 0;  ///< one file: this many rows train, the others test, in file order
    std::int64_t drawn_rows = 0;  ///< one file: this many rows train, drawn by DatasetSpec.seed
};

using Loader = std::function<Split(const LoadRequest&)>;

Loader table_loader(TableRecipe recipe);
/// Training images and labels, test images and labels, in this order in the entry; `names` are the class
/// names.
Loader idx_loader(std::vector<std::string> names);

/// SHA-256 over the paths and contents of the entry's files: from the catalogue's checksums, to which readers
/// hold what they read; where it states none from the record of the first download, else from what was read
/// or, where nothing was, from the file.
std::string entry_sha256(const LoadRequest& request);
/// source "files", the checksum and the entry's note.
Provenance file_provenance(const LoadRequest& request);

}  // namespace reboost::data
