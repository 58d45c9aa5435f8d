#pragma once
/// How the rows of the catalogue's entries are made: the loaders that its JSON files name.
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

/// A loader by the name that "load" gives it. `set` reads its options and sets `entry.load`, and what else
/// the entry takes of it. `made`: the sets before this one. Throws UsageError on an option that cannot be.
struct NamedLoader {
    std::string_view name;
    void (*set)(CatalogueEntry& entry, Fields& option, const std::vector<CatalogueEntry>& made);
};
/// Those of each file of loaders.
std::span<const NamedLoader> file_loaders();
std::span<const NamedLoader> generated_loaders();
std::span<const NamedLoader> ijcai2015_loaders();
std::span<const NamedLoader> kdd2009_loaders();

/// How a table set is read, and which rows of it train: a second file tests.
struct TableRecipe {
    FileFormat file_format = FileFormat::automatic;                               ///< not IDX
    TableFormat format{.delimiter = Delimiter::comma, .header = Header::absent};  ///< as most tables have it
    LabelRule labels{};
    bool in_file_order = false;   ///< one file: its first rows train; else rows drawn by DatasetSpec.seed
    std::int64_t train_rows = 0;  ///< one file: how many. A set made of this one keeps the number
};
Loader table_loader(TableRecipe recipe);

/// What `load` makes of the entry's files, with file_provenance.
Loader from_files(Loader load);
/// SHA-256 over the paths and contents of the entry's files: from the catalogue's checksums, to which readers
/// hold what they read; where it states none from the record of the first download, else from what was read
/// or, where nothing was, from the file.
std::string entry_sha256(const LoadRequest& request);
/// source "files", the checksum and the entry's note.
Provenance file_provenance(const LoadRequest& request);

/// The rows that a generator is to draw.
struct Draw {
    std::size_t rows;
    std::size_t features;
    bool training;               ///< else those of the test part
    const LoadRequest& request;  ///< its seed is that of the problem
    Rng& rng;                    ///< of this part
};
using RowGenerator = std::function<Dataset(const Draw&)>;

/// Rows drawn from two streams of DatasetSpec.seed; as many as the spec says, else the entry's defaults.
Loader two_streams(RowGenerator generator);
/// What `load` generates, with generator_provenance.
Loader from_rule(Loader load);
/// source "generator" and the SHA-256 over name, seed and sizes.
Provenance generator_provenance(const CatalogueEntry& entry, const DatasetSpec& spec);
/// A row count or number of columns that a spec states; 0: the default.
std::size_t chosen(std::int64_t stated, std::int64_t by_default);

/// One data set of which `train_rows` rows train, drawn by the seed and the entry's name; the others test.
Split two_parts(const Dataset& whole, std::int64_t train_rows, const LoadRequest& request);

}  // namespace reboost::data
