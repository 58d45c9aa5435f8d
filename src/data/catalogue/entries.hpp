#pragma once
/// What entries of the catalogue are made of, and the groups that catalogue() joins.
#include "core/rng.hpp"
#include "data/catalogue/catalogue.hpp"
#include "data/prepare/assemble.hpp"
#include "data/readers/text_file.hpp"

#include <functional>
#include <string>
#include <vector>

namespace reboost::data {

std::vector<CatalogueEntry> benchmark_sets();             ///< images, and sets of UCI, by one table
std::vector<CatalogueEntry> further_sets();               ///< 34 of UCI, OpenML and R packages, by one table
std::vector<CatalogueEntry> abc_sets();                   ///< poker hands in 25 columns, M-Image (abc2010)
std::vector<CatalogueEntry> sequence_and_ranking_sets();  ///< splice, MQ2008
std::vector<CatalogueEntry> budgeted_sets();              ///< the binary sets of ijcai2015
std::vector<CatalogueEntry> orange_sets();                ///< KDD Cup 2009, real and generated
std::vector<CatalogueEntry> mixture_sets();               ///< alike but for the number of classes
std::vector<CatalogueEntry> generated_sets();             ///< exact rules
std::vector<CatalogueEntry> stand_in_sets();              ///< generated in place of sets that cannot be had

/// MNIST itself; other sets are made from its files.
CatalogueEntry mnist();
/// UCI's training and test file of poker hands, for the sets that are made of them.
std::vector<CatalogueFile> whole_poker_files();
/// The first 99,999 rows of the test file.
CatalogueFile tenth_of_poker_file();

/// A file that is stored as it is downloaded.
CatalogueFile plain_file(std::string path, std::string url, std::string sha256, std::uint64_t bytes);
/// A gzip file of known checksum that is read as it is.
CatalogueFile gzip_file(const std::string& packed_path, std::vector<std::string> urls,
                        std::string packed_sha256, std::uint64_t packed_bytes,
                        std::optional<std::string> content_sha256, std::uint64_t content_bytes);
/// A file that is stored unpacked and whose checksum is not known to us.
CatalogueFile unverified_file(std::string path, Download download);
/// The file, with one more place to have it from.
CatalogueFile with_download(CatalogueFile file, Download download);
/// The address of a file of the UCI repository.
std::string uci(const std::string& path);
/// Such a file, stored under the same path as it is downloaded.
CatalogueFile uci_file(const std::string& path, std::string sha256, std::uint64_t bytes);

using Loader = std::function<Split(const LoadRequest&)>;

/// How a table set is read, and which rows of it train: a second file tests; of one file the first rows
/// train, or rows drawn by the seed.
struct TableRecipe {
    FileFormat file_format = FileFormat::automatic;                               ///< not IDX
    TableFormat format{.delimiter = Delimiter::comma, .header = Header::absent};  ///< as most tables have it
    LabelRule labels{};
    std::int64_t first_rows = 0;  ///< one file: this many rows train, the others test, in file order
    std::int64_t drawn_rows = 0;  ///< one file: this many rows train, drawn by DatasetSpec.seed
};
Loader table_loader(TableRecipe recipe);
/// The entry's files: training images and labels, test images and labels. `names`: of the classes.
Loader idx_loader(std::vector<std::string> names);
/// What `load` makes of the entry's files, with file_provenance.
Loader from_files(Loader load);

/// A row of a table of public sets.
struct PublicSet {
    std::string name, title, source, licence;
    EntryShape shape;  ///< one file and no test rows: two thirds of these rows train, drawn by the seed
    std::string note;
    std::vector<CatalogueFile> files;  ///< the second tests; a path without a folder lies in the set's
    TableFormat format{};
    struct Rest {
        std::string label{};  ///< "": as the format says
        LabelRule labels{};
        std::string stand_in{};
        FileFormat file_format = FileFormat::automatic;
        std::string split_rule{};  ///< "": files of their own
        std::int64_t first_rows = 0, drawn_rows = 0;
    } rest{};
};
CatalogueEntry entry_of(PublicSet set);

/// SHA-256 over the paths and contents of the entry's files: from the catalogue's checksums, to which readers
/// hold what they read; where it states none from the record of the first download, else from what was read
/// or, where nothing was, from the file.
std::string entry_sha256(const LoadRequest& request);
/// source "files", the checksum and the entry's note.
Provenance file_provenance(const LoadRequest& request);

/// The rows that a generator is to draw.
struct Draw {
    std::size_t rows;
    bool training;            ///< else those of the test part
    const DatasetSpec& spec;  ///< its seed is that of the problem
    Rng& rng;                 ///< of this part
};
using RowGenerator = std::function<Dataset(const Draw&)>;

/// A set drawn from two streams of DatasetSpec.seed; rows as the spec says, else the entry's defaults.
CatalogueEntry drawn_set(CatalogueEntry entry, RowGenerator generator);
/// What `load` generates, with generator_provenance.
Loader from_rule(Loader load);
/// source "generator" and the SHA-256 over name, seed and sizes.
Provenance generator_provenance(const CatalogueEntry& entry, const DatasetSpec& spec);
/// Marks the rows as those of a stand-in.
CatalogueEntry as_stand_in(CatalogueEntry entry);
/// A row count or number of columns that a spec states; 0: the default.
std::size_t chosen(std::int64_t stated, std::int64_t by_default);

/// One data set of which `train_rows` rows train and the others test, drawn by the seed.
Split two_parts(const Dataset& whole, std::int64_t train_rows, const LoadRequest& request);

inline constexpr const char* kCcBy = "CC BY 4.0";
inline constexpr const char* kTwoThirds = "two thirds drawn by dataset.seed train";

}  // namespace reboost::data
