#pragma once
/// A folder of run files, one for each run, and the index of their headers. The index is a collection without
/// the runs' arrays; each header has the stamp of its file. The index is a cache and may be deleted.
#include "results/collection.hpp"

namespace reboost::results {

class RunFolder {
  public:
    RunFolder(std::filesystem::path folder, std::filesystem::path index);

    std::filesystem::path path_of(const std::string& id) const;
    /// The stamp of the run's file; nullopt if there is none.
    std::optional<files::FileStamp> stamp(const std::string& id) const {
        return files::stamp_of(path_of(id));
    }

    /// The ids of all runs, sorted.
    std::vector<std::string> list() const;
    /// From the index if the file has not changed since; otherwise the file is read and its seal checked.
    RunHeader header(const std::string& id) const;
    /// As Collection::arrays. Checks the file's seal, once as long as the file does not change.
    Archive arrays(const std::string& id, std::span<const std::string> wanted) const;
    /// The whole run, after a check of its seal.
    StoredRun stored(const std::string& id) const;

    /// Remembers the header of a run just written.
    void note(const StoredRun& run) const;
    /// Writes a new index if the present one lacks many headers. Ignores all errors.
    void save_index() const noexcept;

  private:
    struct Known {
        files::FileStamp stamp;
        std::string header;
    };
    std::vector<std::byte> read_proved(const std::string& id) const;
    std::optional<Known> indexed(const std::string& id) const;

    std::filesystem::path folder_, index_path_;
    mutable std::mutex mutex_;
    mutable bool index_asked_ = false;
    mutable std::unique_ptr<Collection> index_;
    mutable std::map<std::string, Known> fresh_;              ///< headers that the index does not have
    mutable std::map<std::string, files::FileStamp> proved_;  ///< files that matched their seals
};

}  // namespace reboost::results
