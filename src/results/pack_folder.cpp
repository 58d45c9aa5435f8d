#include "results/pack_folder.hpp"

#include "core/clock.hpp"
#include "core/error.hpp"
#include "results/atomic_file.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>

namespace reboost::results {
namespace fs = std::filesystem;
namespace {

constexpr double kTick = 0.1;  ///< a change so soon after another may have its time
constexpr std::size_t kDigits = 6, kMostDigits = 18;

/// "000012.pack" is 12. nullopt: no name that this program gives.
std::optional<std::uint64_t> number_of(const fs::path& file) {
    const std::string stem = file.stem().string();
    const bool digits = stem.find_first_not_of("0123456789") == std::string::npos;
    const bool padded = stem.size() == kDigits || (stem.size() > kDigits && stem.front() != '0');
    if (file.extension() != ".pack" || !digits || !padded || stem.size() > kMostDigits) return std::nullopt;
    return std::stoull(stem);
}

}  // namespace

void PackFolder::look() {
    const std::optional<FileStamp> folder = stamp_of(folder_);
    const std::int64_t now = folder ? folder->modified_ns : 0;
    if (now == seen_ns_) return;
    bool settled = system_clock().utc_seconds() - 1e-9 * static_cast<double>(now) > kTick;
    decltype(packs_) packs;
    decltype(damaged_) damaged;
    for (const fs::path& file : files_in(folder_)) {
        const std::optional<std::uint64_t> number = number_of(file);
        if (!number) continue;
        const std::optional<FileStamp> stamp = stamp_of(file);
        const auto known = packs_.find(*number);  // a pack is written once; what changed it damaged it
        try {
            packs[*number] = known != packs_.end() && known->second->stamp() == stamp
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
    for (const auto& [number, pack] : packs)
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
    for (const auto& [number, pack] : packs_)
        if (std::ranges::none_of(pack->runs(), [&, newest_in = pack](const PackedRun& run) {
                return places_.at(run.id).front().pack == newest_in;
            }))
            found.push_back(pack->path());
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
    std::uint64_t last = 0;
    for (const fs::path& file : files_in(folder_))
        last = std::max(last, number_of(file).value_or(0));
    fs::path next = folder_ / fmt::format("{:0{}}.pack", last + 1, kDigits);
    if (!number_of(next)) throw DataError("'" + folder_.string() + "' has a pack of the largest number");
    return next;
}

std::vector<fs::path> PackFolder::strays() const {
    std::vector<fs::path> strays;
    for (const fs::path& file : files_in(folder_))
        if (!file.filename().string().starts_with(".") && file.extension() == ".pack" && !number_of(file))
            strays.push_back(file);
    return strays;
}

}  // namespace reboost::results
