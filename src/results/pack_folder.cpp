#include "results/pack_folder.hpp"

#include "core/clock.hpp"
#include "core/error.hpp"
#include "results/atomic_file.hpp"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>
#include <sys/stat.h>

namespace reboost::results {
namespace fs = std::filesystem;
namespace {

constexpr double kTick = 0.1;  ///< a change so soon after another may have its time

}  // namespace

PackFolder::Stamp PackFolder::stamp_of(const fs::path& file) {
    struct ::stat facts = {};
    if (::stat(file.c_str(), &facts) != 0) return {};
    return {facts.st_ino, static_cast<std::uint64_t>(facts.st_size),
            facts.st_mtim.tv_sec * std::int64_t{1'000'000'000} + facts.st_mtim.tv_nsec};
}

void PackFolder::look() {
    const std::int64_t now = stamp_of(folder_).changed_ns;  // 0: there is none
    if (now == seen_ns_) return;
    const double age = system_clock().utc_seconds() - 1e-9 * static_cast<double>(now);
    seen_ns_ = age > kTick ? now : -1;
    std::map<fs::path, Known> packs;
    damaged_.clear();
    places_.clear();
    for (const fs::path& file : files_in(folder_)) {
        if (file.extension() != ".pack" || file.filename().string().starts_with(".")) continue;
        const auto known = packs_.find(file);  // a pack is written once; what changed it damaged it
        const Stamp stamp = stamp_of(file);
        try {
            packs[file] = known != packs_.end() && known->second.stamp == stamp
                              ? known->second
                              : Known{std::make_shared<const Pack>(file), stamp};
        } catch (const DataError& error) {
            damaged_[file] = error.what();
        } catch (const IoError&) {
            if (is_there(file)) throw;
            seen_ns_ = -1;  // packed anew meanwhile
        }
    }
    packs_ = std::move(packs);
    for (const auto& [path, known] : packs_)
        for (std::size_t i = 0; i < known.pack->runs().size(); ++i)
            places_[known.pack->runs()[i].id] = {known.pack, i};
}

std::optional<PackFolder::Place> PackFolder::find(const std::string& id) {
    const std::lock_guard lock(mutex_);
    look();
    const auto found = places_.find(id);
    return found == places_.end() ? std::nullopt : std::optional(found->second);
}

std::vector<std::string> PackFolder::ids() {
    const std::lock_guard lock(mutex_);
    look();
    std::vector<std::string> ids;
    for (const auto& [id, place] : places_)
        ids.push_back(id);
    return ids;
}

std::vector<std::pair<fs::path, std::string>> PackFolder::damaged() {
    const std::lock_guard lock(mutex_);
    look();
    return {damaged_.begin(), damaged_.end()};
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
