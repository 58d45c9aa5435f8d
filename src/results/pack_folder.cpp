#include "results/pack_folder.hpp"

#include "core/clock.hpp"
#include "core/error.hpp"
#include "results/atomic_file.hpp"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

namespace reboost::results {
namespace fs = std::filesystem;
namespace {

constexpr double kTick = 0.1;  ///< a change so soon after another may have its time

}  // namespace

void PackFolder::look() {
    const std::optional<FileStamp> folder = stamp_of(folder_);
    const std::int64_t now = folder ? folder->modified_ns : 0;
    if (now == seen_ns_) return;
    bool settled = system_clock().utc_seconds() - 1e-9 * static_cast<double>(now) > kTick;
    decltype(packs_) packs;
    decltype(damaged_) damaged;
    for (const fs::path& file : files_in(folder_)) {
        if (file.extension() != ".pack" || file.filename().string().starts_with(".")) continue;
        const std::optional<FileStamp> stamp = stamp_of(file);
        const auto known = packs_.find(file);  // a pack is written once; what changed it damaged it
        try {
            packs[file] = known != packs_.end() && known->second->stamp() == stamp
                              ? known->second
                              : std::make_shared<const Pack>(file);
        } catch (const DataError& error) {
            damaged.push_back({file, error.what(), stamp});
        } catch (const IoError&) {
            if (is_there(file)) throw;
            settled = false;  // packed anew meanwhile
        }
    }
    decltype(places_) places;
    for (const auto& [path, pack] : packs)
        for (std::size_t i = 0; i < pack->runs().size(); ++i) {
            std::vector<Place>& all = places[pack->runs()[i].id];
            all.insert(all.begin(), {pack, i});
        }
    packs_ = std::move(packs);
    damaged_ = std::move(damaged);
    places_ = std::move(places);
    seen_ns_ = settled ? now : -1;
}

std::optional<PackFolder::Place> PackFolder::find(const std::string& id) {
    const std::lock_guard lock(mutex_);
    look();
    const auto found = places_.find(id);
    return found == places_.end() ? std::nullopt : std::optional(found->second.front());
}

std::vector<PackFolder::Place> PackFolder::find_all(const std::string& id) {
    const std::lock_guard lock(mutex_);
    look();
    const auto found = places_.find(id);
    return found == places_.end() ? std::vector<Place>{} : found->second;
}

std::vector<std::string> PackFolder::ids() {
    const std::lock_guard lock(mutex_);
    look();
    std::vector<std::string> ids;
    for (const auto& [id, places] : places_)
        ids.push_back(id);
    return ids;
}

std::vector<fs::path> PackFolder::superseded() {
    const std::lock_guard lock(mutex_);
    look();
    std::vector<fs::path> found;
    for (const auto& [path, pack] : packs_)
        if (std::ranges::none_of(pack->runs(), [&, newest_in = pack](const PackedRun& run) {
                return places_.at(run.id).front().pack == newest_in;
            }))
            found.push_back(path);
    return found;
}

std::vector<DamagedFile> PackFolder::damaged() {
    const std::lock_guard lock(mutex_);
    look();
    return damaged_;
}

void PackFolder::forget() {
    const std::lock_guard lock(mutex_);
    seen_ns_ = -1;
}

fs::path PackFolder::next_path() {
    const std::vector<fs::path> files = files_in(folder_);
    int last = 0;
    for (const fs::path& file : files)
        if (file.extension() == ".pack") last = std::max(last, std::atoi(file.stem().c_str()));
    return folder_ / fmt::format("{:06}.pack", last + 1);
}

}  // namespace reboost::results
