#include "results/claim.hpp"

#include "core/clock.hpp"
#include "core/error.hpp"
#include "core/value.hpp"
#include "results/atomic_file.hpp"
#include "results/folder_lock.hpp"
#include "results/json_text.hpp"
#include "results/run_id.hpp"
#include "results/seal.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace reboost::results {
namespace fs = std::filesystem;
namespace {

double seconds_of(const timespec& time) {
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

std::string to_text(const std::string& run_id) {
    Value value = to_value(this_process());
    value.set("since_utc", format_utc(system_clock().utc_seconds()));
    seal_value(value, {"claim", run_id});
    return to_json(value) + "\n";
}

/// nullopt where there is no claim. `now`: the file system's.
std::optional<ClaimInfo> read_claim(const fs::path& path, double now) {
    struct ::stat facts = {};
    if (::stat(path.c_str(), &facts) != 0 && ::lstat(path.c_str(), &facts) != 0) return std::nullopt;
    ClaimInfo info;
    info.run_id = path.filename().string();
    info.silent_seconds = std::max(0.0, now - seconds_of(facts.st_mtim));
    info.is_file = S_ISREG(facts.st_mode);
    try {
        const auto bytes = read_file_if_there(path);
        if (!bytes) return std::nullopt;  // given back meanwhile
        const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
        const Value value = value_from_json(text, path.string());
        check_value(value, {"claim", info.run_id}, path.string());
        info.holder = process_from(value);
        info.since_utc = value.at("since_utc").as_string();
    } catch (const DataError& error) {  // judged by its age alone
        info.holder = {};
        info.damage = error.what();
    }
    return info;
}

/// Claims that this process holds, by path, with the file's inode.
struct Held {
    std::mutex mutex;
    std::map<std::string, std::uint64_t> inode_of;
};
Held& held() {
    static Held one;
    return one;
}

std::uint64_t inode_of(const fs::path& path) {
    struct ::stat facts = {};
    return ::stat(path.c_str(), &facts) == 0 ? facts.st_ino : 0;
}

}  // namespace

bool is_held(const ClaimInfo& claim, double timeout) {
    if (!claim.is_file) return false;
    const Life life = claim.holder.pid == 0 ? Life::unknown : life_of(claim.holder);
    return life == Life::running || (life == Life::unknown && claim.silent_seconds < timeout);
}

std::string claim_text(const ClaimInfo& claim) {
    std::string who = "a process that its claim does not name";
    if (!claim.damage.empty()) who += " (" + claim.damage + ")";
    if (claim.holder.pid != 0) who = process_text(claim.holder) + " since " + claim.since_utc;
    return fmt::format("{}, silent for {:.0f} s", who, claim.silent_seconds);
}

std::optional<Claim> Claim::try_take(const fs::path& folder, const std::string& run_id, double timeout,
                                     ClaimInfo* holder) {
    const FolderLock lock(folder);
    const fs::path path = folder / run_id;
    std::optional<ClaimInfo> before = find_claim(folder, run_id);
    if (before && is_held(*before, timeout)) {
        if (holder != nullptr) *holder = *before;
        return std::nullopt;
    }
    // Whoever loses power loses the process too: a claim need not outlive either.
    const std::string text = to_text(run_id);
    replace_file_atomically(path, std::as_bytes(std::span(text.data(), text.size())), Durability::not_synced);
    return Claim(path, std::move(before));
}

void Claim::touch_all() noexcept {
    try {
        const std::lock_guard lock(held().mutex);
        for (const auto& [path, inode] : held().inode_of)
            if (inode_of(path) == inode) ::utimensat(AT_FDCWD, path.c_str(), nullptr, 0);
    } catch (...) {  // the next touch comes soon
    }
}

Claim::Claim(const fs::path& path, std::optional<ClaimInfo> taken_over)
    : file_(std::make_unique<File>(path)), taken_over_(std::move(taken_over)) {}

Claim::File::File(fs::path path) : path_(std::move(path)), inode_(inode_of(path_)) {
    const std::lock_guard lock(held().mutex);
    held().inode_of[path_.string()] = inode_;
}

Claim::File::~File() {
    try {
        const std::lock_guard lock(held().mutex);
        held().inode_of.erase(path_.string());
    } catch (...) {  // it is touched in vain
    }
    if (inode_of(path_) == inode_) ::unlink(path_.c_str());
}

std::optional<ClaimInfo> find_claim(const fs::path& folder, const std::string& run_id) {
    const fs::path path = folder / run_id;
    return is_there(path) ? read_claim(path, file_system_now(folder)) : std::nullopt;
}

std::vector<ClaimInfo> list_claims(const fs::path& folder) {
    std::vector<ClaimInfo> claims;
    const double now = system_clock().utc_seconds();  // reading changes nothing: the file system is not asked
    for (const fs::path& file : files_in(folder))
        if (is_run_id(file.filename().string()))
            if (auto claim = read_claim(file, now)) claims.push_back(std::move(*claim));
    std::ranges::sort(claims, [](const auto& a, const auto& b) { return a.run_id < b.run_id; });
    return claims;
}

}  // namespace reboost::results
