#pragma once
/// Many runs in one sealed HDF5 file, written once.
///
///     /runs/id           text: the run's id
///     /runs/header       text: JSON of its spec and attributes
///     /runs/seal         text: its own checksum; reference results have none
///     /<array>/values    the runs' arrays of that name, one after the other
///     /<array>/begin     run i has values[begin[i] : begin[i + 1]], nothing where it lacks the array
///     /<array>/shape     only where some are no lists: each one's rank (-1: lacking) and extents
///
/// Texts of the runs are columns like arrays, of bytes; arrays of texts are JSON lists with the units "json".
#include "files/atomic_file.hpp"
#include "hdf5/file.hpp"
#include "results/run_file.hpp"

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>

namespace reboost::results {

/// The bytes of a collection's file, sealed. Where two runs' arrays of one name have different types, units
/// or long names, the later run is left out and its place is put into `left_out` (throws UsageError where
/// that is null).
std::vector<std::byte> to_collection(std::span<const StoredRun> runs, const std::string& name,
                                     std::vector<std::size_t>* left_out = nullptr, unsigned level = 9);
/// For a collection of runs computed here: it follows from its content.
std::string collection_name(std::span<const StoredRun> runs);

class Collection final : public RunSource {
  public:
    /// Reads the whole file and proves it. Throws IoError or DataError.
    explicit Collection(std::filesystem::path path);

    const std::filesystem::path& path() const { return path_; }
    /// The stamp of the file that was proved.
    const files::FileStamp& stamp() const { return stamp_; }
    bool contains(const std::string& id) const { return places_.contains(id); }
    /// JSON of spec and attributes, as long as the collection is there.
    std::string_view header_text(const std::string& id) const;
    std::vector<std::string> list() const override;
    RunHeader header(const std::string& id) const override;
    Archive arrays(const std::string& id, std::span<const std::string> wanted) const override;
    /// A run whole, with its seal proved.
    StoredRun stored(const std::string& id) const;

  private:
    struct Column {
        Archive::Array values;
        std::vector<std::int64_t> begin;
        std::vector<std::int64_t> shape;  ///< rank and extents of each run; empty: all are lists
    };
    const Column& column(const std::string& name) const;
    std::optional<Archive::Array> array(const Column& column, std::size_t run) const;
    std::string_view text(const char* name, std::size_t run) const;
    std::size_t place(const std::string& id) const;

    std::filesystem::path path_;
    files::FileStamp stamp_;
    std::optional<hdf5::File> file_;
    std::vector<std::string> names_;                       ///< of the arrays, sorted
    std::unordered_map<std::string, std::size_t> places_;  ///< by id
    mutable std::mutex mutex_;
    mutable std::map<std::string, Column> columns_;  ///< those that were asked for
};

/// A file that does not prove itself.
struct DamagedFile {
    std::filesystem::path path;
    std::string what;
    std::optional<files::FileStamp> stamp = {};  ///< of what was looked at
};

/// The collections of a folder.
class Collections {
  public:
    using Shared = std::shared_ptr<const Collection>;
    struct Content {
        std::map<std::filesystem::path, Shared> files;
        std::map<std::string, Shared>
            runs;                          ///< by id; of several files with the run, the one that ended last
        std::vector<DamagedFile> damaged;  ///< files that are not proved, and not used
    };

    explicit Collections(std::filesystem::path folder) : folder_(std::move(folder)) {}
    const std::filesystem::path& folder() const { return folder_; }
    /// Looks at the folder anew where it has changed.
    std::shared_ptr<const Content> content();
    /// The file that has the run; null where none has.
    Shared find(const std::string& id);

  private:
    std::filesystem::path folder_;
    std::mutex mutex_;
    std::shared_ptr<const Content> content_ = std::make_shared<const Content>();
    std::int64_t seen_ns_ = -1;  ///< the folder's last change that was looked at
};

}  // namespace reboost::results
