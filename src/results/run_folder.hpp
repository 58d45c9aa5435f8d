#pragma once
/// A folder of run files, one for each run, and the index of their headers: a collection without the runs'
/// arrays, which says of each header which file it was read from. The index is a cache and may be deleted.
#include "results/collection.hpp"

namespace reboost::results {

class RunFolder final : public RunSource {
  public:
    RunFolder(std::filesystem::path folder, std::filesystem::path index);

    std::filesystem::path path_of(const std::string& id) const;
    /// The stamp of the run's file; nullopt where there is none.
    std::optional<files::FileStamp> stamp(const std::string& id) const {
        return files::stamp_of(path_of(id));
    }

    std::vector<std::string> list() const override;
    /// From the index where that has the file as it is; only otherwise is the file read and proved.
    RunHeader header(const std::string& id) const override;
    /// Proves the file, once as long as it does not change.
    Archive arrays(const std::string& id, std::span<const std::string> wanted) const override;
    /// A run whole, proved.
    StoredRun stored(const std::string& id) const;

    /// Notes the header of a run just written.
    void note(const StoredRun& run) const;
    /// Writes the index anew where many headers are not in it. What goes wrong does not matter.
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
    mutable std::map<std::string, files::FileStamp> proved_;  ///< files whose seal was found to fit
};

}  // namespace reboost::results
