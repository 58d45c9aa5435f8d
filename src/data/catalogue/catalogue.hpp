#pragma once
/// The one table of data sets: benchmark sets by their public files, generated sets by their rule.
#include "data/column_stream.hpp"
#include "data/data_root.hpp"
#include "data/dataset.hpp"
#include "data/dataset_spec.hpp"
#include "data/readers/input_file.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace reboost::data {

/// How a download is packed; `none` and `gzip` are kept as they come if their checksum is known.
enum class Packing { none, gzip, compress, zip };

/// One place to have a file from.
struct Download {
    std::string url;
    Packing packing = Packing::none;
    std::string member{};  ///< zip: the file inside
    std::string sha256{};  ///< of the download itself; "": not known
};

/// A file as it may lie on disk.
struct StoredForm {
    std::string path{};       ///< below the data root
    std::string sha256{};     ///< "": not known
    std::uint64_t bytes = 0;  ///< 0: not known
};

/// One file of a data set, unpacked. What is stored is either a packed form of known checksum, or this one.
struct CatalogueFile : StoredForm {
    std::optional<StoredForm> packed{};  ///< a gzip form, which is read as it is
    std::vector<Download> downloads{};   ///< in the order tried
};

struct CatalogueEntry;

/// What a loader is given.
struct LoadRequest {
    const CatalogueEntry& entry;
    const DatasetSpec& spec;
    const DataRoot& root;

    /// The sums of the files read for this request, by their path below the root.
    std::shared_ptr<std::map<std::string, std::string>> sums_read =
        std::make_shared<std::map<std::string, std::string>>();

    /// File number `index` of the entry, as a reader takes it: with the sum of the catalogue or of the first
    /// download. Throws UsageError where it is not at hand, DataError on a wrong size.
    SourceFile file(std::size_t index) const;
};

/// Rows and columns of a set; where a run may ask for others, those by default.
struct EntryShape {
    std::int64_t train_rows = 0, test_rows = 0;  ///< 0: none
    std::int64_t features = 0;
    std::int64_t classes = 0;  ///< 2 for binary sets
};

struct CatalogueEntry {
    std::string name{};
    std::string title{};
    std::string source{};   ///< where the set is described, or the text that states its rule
    std::string licence{};  ///< "" for generated sets
    EntryShape shape{};
    std::string split_rule{};
    std::string label{};                 ///< which column, which values
    std::string note{};                  ///< deviation from the published set, "" where none
    std::vector<CatalogueFile> files{};  ///< empty: generated
    bool seeded = false;                 ///< the rows depend on DatasetSpec.seed
    bool sized = false;                  ///< the row counts follow DatasetSpec.rows and test_rows
    bool any_width = false;              ///< the number of columns follows DatasetSpec.features
    bool multi_label = false;            ///< rows may have several labels, or none
    bool own_validation = false;         ///< the set prescribes a validation part
    std::string stand_in{};              ///< generator to take where the files are not at hand
                                         ///< and the run allows it
    std::function<Split(const LoadRequest&)> load{};
    /// What `load` states as SHA-256 of files that a rule changes; empty: entry_sha256.
    std::function<std::string(const LoadRequest&)> checksum{};
    /// In place of `load`, of sets too wide to be held as floats: columns in blocks, none of which is read
    /// before it is asked for.
    std::function<std::unique_ptr<ColumnStream>(const LoadRequest&)> open{};

    bool generated() const { return files.empty(); }
};

/// One of the catalogue's JSON files, which are compiled into the program: one for each paper or origin.
///
/// A file is a list of data sets. A set has the members of CatalogueEntry; "load" names a loader of
/// loaders.hpp, with its options. A set that is "like" another one, or like several, has their members, too,
/// but for those that it says itself; what has neither "title" nor "load" is no set, and is there for others
/// to be like it.
///
/// A file's packed form is called like the file, ".gz" behind it. A download is an object or its address
/// alone. It is packed as the address ends; it has the sum of the stored form that it is; a zip holds the
/// file by its name: what is otherwise says so.
struct CatalogueText {
    std::string_view name;  ///< "further.json"
    std::string_view text;
};
/// In the order of the catalogue. Made at build time (cmake/Catalogue.cmake).
std::span<const CatalogueText> catalogue_texts();
/// The sets of all files; each may be made of those before it, or like them. Throws UsageError or DataError,
/// with the set's name, where one has an unknown member, loader or option, or lacks one.
std::vector<CatalogueEntry> read_catalogue(std::span<const CatalogueText> files);

/// All entries, by folder of origin; names are unique.
const std::vector<CatalogueEntry>& catalogue();
std::vector<std::string> dataset_names();
/// Throws UsageError with the nearest name.
const CatalogueEntry& find_dataset(const std::string& name);
/// `damaged`: all files are there, one of another size than the catalogue states.
enum class Presence { present, absent, damaged };
/// Generated sets are always present. Throws UsageError on an unknown name.
Presence presence(const std::string& name, const DataRoot& root);
/// Whether all files of a set are at hand with the right size. Throws UsageError on an unknown name.
bool available(const std::string& name, const DataRoot& root);
/// The forms in which a file may lie on disk, packed ones first.
std::vector<StoredForm> forms_of(const CatalogueFile& file);
/// The form in which a file is there, if it is. Throws DataError on a wrong size, and on a folder in its
/// place.
std::optional<StoredForm> locate(const CatalogueFile& file, const DataRoot& root);

/// The entry that provides the rows of `entry`: itself, or where its files are not at hand the first of its
/// stand-ins that is (a stand-in may have files, and a stand-in of its own); the last of them where none is.
/// Throws DataError where a file has a wrong size.
const CatalogueEntry& provider_of(const CatalogueEntry& entry, const DataRoot& root);

}  // namespace reboost::data
