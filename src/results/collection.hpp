#pragma once
/// Many runs in one sealed HDF5 file, written once.
///
///     /runs/id           text: the run's id
///     /runs/header       text: JSON of its spec and attributes
///     /runs/seal         text: the run's own checksum; reference results have none
///     /<array>/values    the runs' arrays of this name, concatenated
///     /<array>/begin     values[begin[i] : begin[i + 1]] are run i's; an empty range if it has no such array
///     /<array>/shape     each run's rank (-1: no array) and extents; absent if all ranks are 1
///
/// The texts below /runs are arrays of bytes. An array of texts is a JSON list with the units "json".
#include "files/atomic_file.hpp"
#include "hdf5/file.hpp"
#include "results/run_file.hpp"

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>

namespace reboost::results {

/// The sealed bytes of a collection's file. If two runs' arrays of one name differ in type, units or long
/// name, the later run is left out and its index appended to `left_out`; throws UsageError if that is null.
/// `level`: of deflate.
std::vector<std::byte> to_collection(std::span<const StoredRun> runs, const std::string& name,
                                     std::vector<std::size_t>* left_out = nullptr, unsigned level = 4);
/// The name of a collection of runs computed here: a hash of the runs' ids and seals.
std::string collection_name(std::span<const StoredRun> runs);

class Collection {
  public:
    /// Reads the whole file and checks its seal. Throws IoError or DataError.
    explicit Collection(std::filesystem::path path);

    const std::filesystem::path& path() const { return path_; }
    /// The stamp of the file that was read.
    const files::FileStamp& stamp() const { return stamp_; }
    bool contains(const std::string& id) const { return places_.contains(id); }
    /// JSON of spec and attributes; valid as long as this object exists.
    std::string_view header_text(const std::string& id) const;
    /// The ids of all runs, sorted.
    std::vector<std::string> list() const;
    RunHeader header(const std::string& id) const;
    /// The run's arrays with these names ("curves/test_error") or in these groups ("curves"). Names that the
    /// run does not have are left out.
    Archive arrays(const std::string& id, std::span<const std::string> wanted) const;
    /// The whole run; throws DataError if the run's own checksum does not match.
    StoredRun stored(const std::string& id) const;

  private:
    struct Column {
        Archive::Array values;
        std::vector<std::int64_t> begin;
        std::vector<std::int64_t> shape;  ///< rank and extents of each run's array; empty: all ranks are 1
    };
    const Column& column(const std::string& name) const;
    std::optional<Archive::Array> array(const Column& column, std::size_t run) const;
    std::string_view text(const char* name, std::size_t run) const;
    std::size_t place(const std::string& id) const;

    std::filesystem::path path_;
    files::FileStamp stamp_;
    std::optional<hdf5::File> file_;
    std::vector<std::string> names_;                       ///< names of all arrays, sorted
    std::unordered_map<std::string, std::size_t> places_;  ///< key: id; value: index of the run
    mutable std::mutex mutex_;
    mutable std::map<std::string, Column> columns_;  ///< the columns read so far
};

/// A file that cannot be read or does not match its seal.
struct DamagedFile {
    std::filesystem::path path;
    std::string what;
    std::optional<files::FileStamp> stamp = {};  ///< stamp of the file when found damaged
};

/// The collections of a folder.
class Collections {
  public:
    using Shared = std::shared_ptr<const Collection>;
    struct Content {
        std::map<std::filesystem::path, Shared> files;
        std::map<std::string, Shared>
            runs;                          ///< by id; if several files have the run, the one that ended last
        std::vector<DamagedFile> damaged;  ///< files that do not match their seals; they are not used
    };

    explicit Collections(std::filesystem::path folder) : folder_(std::move(folder)) {}
    const std::filesystem::path& folder() const { return folder_; }
    /// The folder's content; reads the folder again if it has changed.
    std::shared_ptr<const Content> content();
    /// The file that has the run; null if no file has it.
    Shared find(const std::string& id);

  private:
    std::filesystem::path folder_;
    std::mutex mutex_;
    std::shared_ptr<const Content> content_ = std::make_shared<const Content>();
    std::int64_t seen_ns_ = -1;  ///< the folder's timestamp when it was last read, in ns; -1: stale
};

}  // namespace reboost::results
