#pragma once
/// The packs of a results folder: <folder>/packs/000001.pack, …; the newest has the largest number. Files of
/// other names are never read.
#include "results/pack.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace reboost::results {

/// Reads packs when they are first needed and looks again where the folder has changed. All members may be
/// called from any thread.
class PackFolder {
  public:
    explicit PackFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}

    struct Place {
        std::shared_ptr<const Pack> pack;
        std::size_t run = 0;
        const PackedRun& facts() const { return pack->runs()[run]; }
    };
    /// Where several packs have a run, that of the newest pack. nullopt: none has it.
    std::optional<Place> find(const std::string& id);
    /// In every pack that has it, the newest first.
    std::vector<Place> find_all(const std::string& id);
    std::vector<std::string> ids();
    /// Packs all of whose runs are in newer ones, too.
    std::vector<std::filesystem::path> superseded();
    std::vector<DamagedFile> damaged();
    /// Looks again at the next call: a folder's time may not tell two changes apart.
    void forget();
    /// Where the next pack goes. Throws DataError where there is no larger number.
    std::filesystem::path next_path();
    /// Packs with other names than next_path gives.
    std::vector<std::filesystem::path> strays() const;
    const std::filesystem::path& folder() const { return folder_; }

  private:
    /// With the mutex held. Where it throws, nothing of what was known is lost.
    void look();

    std::filesystem::path folder_;
    std::mutex mutex_;
    std::int64_t seen_ns_ = -1;  ///< the folder's last change that was looked at; −1: never looked
    std::map<std::uint64_t, std::shared_ptr<const Pack>> packs_;  ///< by number
    std::vector<DamagedFile> damaged_;
    std::map<std::string, std::vector<Place>> places_;  ///< the newest first
};

}  // namespace reboost::results
