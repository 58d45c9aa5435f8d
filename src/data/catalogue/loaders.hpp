#pragma once
/// The loaders that the catalogue's JSON files name; they make the rows of the entries.
#include "core/fields.hpp"
#include "core/rng.hpp"
#include "data/catalogue/catalogue.hpp"
#include "data/prepare/assemble.hpp"
#include "data/readers/text_file.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace reboost::data {

using Loader = std::function<Split(const LoadRequest&)>;
using Sets = std::vector<CatalogueEntry>;

/// A loader, by its name in "load". `set` reads its options and sets `entry.load` or `entry.open`, and other
/// members if needed. `made`: the sets before this one. Throws UsageError on an impossible option.
struct NamedLoader {
    std::string_view name;
    void (*set)(CatalogueEntry& entry, Fields& option, const Sets& made);
};
/// Returns the loader's option `name` from the catalogue, or `otherwise` if the catalogue does not state it.
template <class T>
T stated(Fields& option, std::string_view name, T otherwise = {}) {
    option(name, otherwise);
    return otherwise;
}
/// The loaders of each source file.
extern const std::span<const NamedLoader> kFileLoaders, kGeneratedLoaders, kIjcai2015Loaders, kKdd2009Loaders;

/// How the files of a table set are read. A second file is the test part.
struct TableRecipe {
    FileFormat file_format = FileFormat::auto_;                                   ///< any format except IDX
    TableFormat format{.delimiter = Delimiter::comma, .header = Header::absent};  ///< defaults of most tables
    LabelRule labels{};
    bool in_file_order = false;   ///< one file: its first rows train; false: rows drawn by DatasetSpec.seed
    std::int64_t train_rows = 0;  ///< one file: number of training rows; sets made from this one keep it
};
Loader table_loader(TableRecipe recipe);

/// Returns the SHA-256 of the paths and contents of the entry's files. A content's checksum comes from the
/// catalogue, against which readers check what they read; else from the record of the first download; else
/// from the bytes read or, if none were read, from the file.
std::string entry_sha256(const LoadRequest& request);
/// Source "files" and entry_sha256, or source "generator" and the entry's `checksum` or, without files, the
/// SHA-256 of name, seed and sizes; the entry's note.
Provenance provenance_of(const LoadRequest& request);

/// The rows that a generator shall draw.
struct Draw {
    std::size_t rows;
    std::size_t features;
    bool training;               ///< true: training part; false: test part
    const LoadRequest& request;  ///< its seed is the problem's seed
    Rng& rng;                    ///< random stream of this part
};
using RowGenerator = std::function<Dataset(const Draw&)>;

/// Draws the parts from two random streams of DatasetSpec.seed; sizes as in the spec, else the entry's.
Loader two_streams(RowGenerator generator);
/// Returns `stated`, the number of rows or columns in a spec, or `by_default` if it is 0.
std::size_t chosen(std::int64_t stated, std::int64_t by_default);

/// Splits one data set: `train_rows` training rows drawn by the seed and the entry's name; others test.
Split two_parts(const Dataset& whole, std::int64_t train_rows, const LoadRequest& request);

}  // namespace reboost::data
