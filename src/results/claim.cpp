#include "results/claim.hpp"

#include "core/clock.hpp"
#include "core/error.hpp"
#include "core/value.hpp"
#include "files/atomic_file.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <mutex>
#include <set>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace reboost::results {
namespace fs = std::filesystem;
namespace {

constexpr const char* kClaimName = "claim";

[[noreturn]] void fail_to_claim(const fs::path& path, int reason) {
    throw IoError::from_errno("cannot claim '" + path.string() + "'", reason);
}

enum class Lock { mine, of_another, none };

Lock try_lock(int file, int operation, const fs::path& path) {
    while (::flock(file, operation | LOCK_NB) != 0) {
        if (errno == EWOULDBLOCK) return Lock::of_another;
        if (errno == ENOLCK || errno == ENOSYS || errno == EOPNOTSUPP || errno == EINVAL) return Lock::none;
        if (errno != EINTR) fail_to_claim(path, errno);
    }
    return Lock::mine;
}

/// Whether `path` still names the open file.
bool is_at(int file, const fs::path& path) {
    struct ::stat open = {}, there = {};
    return ::fstat(file, &open) == 0 && ::lstat(path.c_str(), &there) == 0 && open.st_ino == there.st_ino &&
           open.st_dev == there.st_dev;
}

/// The time of the folder's file system, which all hosts share; this host's if no file can be written.
double now_of(const fs::path& folder) {
    try {
        return files::file_system_now(folder);
    } catch (const IoError&) {
        return system_clock().utc_seconds();
    }
}

/// Returns nullopt if no holder has written to the file yet.
std::optional<ClaimInfo> read_claim(int file, const fs::path& folder) {
    std::array<char, 4096> text{};
    const ssize_t size = ::pread(file, text.data(), text.size(), 0);
    struct ::stat facts = {};
    if (size <= 0 || ::fstat(file, &facts) != 0) return std::nullopt;
    ClaimInfo info;
    info.run_id = folder.filename().string();
    const double touched =
        static_cast<double>(facts.st_mtim.tv_sec) + 1e-9 * static_cast<double>(facts.st_mtim.tv_nsec);
    info.silent_seconds = std::max(0.0, now_of(folder) - touched);
    try {
        const Value value =
            value_from_json({text.data(), static_cast<std::size_t>(size)}, (folder / kClaimName).string());
        info.since_utc = text_at(value, "since_utc");
        info.holder = files::process_from(value);
    } catch (const DataError&) {  // half written or damaged; the file's age decides whether the claim counts
        info.damaged = true;
    }
    return info;
}

/// Whether a claim counts although this process did not find its lock taken.
bool counts(const ClaimInfo& claim, Lock lock, double timeout) {
    const files::ProcessId self = files::this_process();
    const bool same_kernel =
        claim.holder.machine_id == self.machine_id && claim.holder.boot_id == self.boot_id;
    if (same_kernel && lock == Lock::mine) return false;  // a living holder of this boot would have the lock
    const files::Life life = claim.holder.pid == 0 ? files::Life::unknown : files::life_of(claim.holder);
    return life == files::Life::running || (life == files::Life::unknown && claim.silent_seconds < timeout);
}

/// The file descriptors of the claims that this process holds.
struct Held {
    std::mutex mutex;
    std::set<int> files;
};
Held& held() {
    static Held one;
    return one;
}

void write_self(int file, const fs::path& path) {
    const std::string text =
        to_json(to_value(files::this_process()).set("since_utc", format_utc(system_clock().utc_seconds()))) +
        "\n";
    const bool written = ::ftruncate(file, 0) == 0 &&
                         ::pwrite(file, text.data(), text.size(), 0) == static_cast<ssize_t>(text.size());
    if (!written) fail_to_claim(path, errno);
}

}  // namespace

std::string claim_text(const ClaimInfo& claim) {
    const std::string who = claim.holder.pid != 0
                                ? files::process_text(claim.holder) + " since " + claim.since_utc
                                : "a process that its claim does not name";
    return fmt::format("{}, silent for {:.0f} s", who, claim.silent_seconds);
}

std::optional<Claim> Claim::try_take(const fs::path& folder, double timeout, ClaimInfo* holder) {
    const fs::path path = folder / kClaimName;
    while (true) {
        if (::mkdir(folder.c_str(), 0777) != 0 && errno != EEXIST) fail_to_claim(path, errno);
        FileDescriptor file(
            ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666));
        if (file.number() < 0 && errno == ENOENT) continue;  // the holder has just removed the folder
        if (file.number() < 0) fail_to_claim(path, errno);
        const Lock got = try_lock(file.number(), LOCK_EX, path);
        std::optional<ClaimInfo> before = read_claim(file.number(), folder);
        if (got != Lock::of_another && !is_at(file.number(), path)) continue;  // the file is gone
        if (got == Lock::of_another || (before && counts(*before, got, timeout))) {
            if (holder != nullptr)
                *holder = before.value_or(ClaimInfo{folder.filename().string(), {}, {}, 0, true});
            return std::nullopt;
        }
        write_self(file.number(), path);
        return Claim(path, std::move(file), std::move(before));
    }
}

Claim::Claim(fs::path path, FileDescriptor file, std::optional<ClaimInfo> taken_over)
    : path_(std::move(path)), file_(std::move(file)), taken_over_(std::move(taken_over)) {
    const std::lock_guard lock(held().mutex);
    held().files.insert(file_.number());
}

Claim::~Claim() {
    if (file_.number() < 0) return;
    {
        const std::lock_guard lock(held().mutex);
        held().files.erase(file_.number());
    }
    if (is_at(file_.number(), path_)) ::unlink(path_.c_str());
    ::rmdir(path_.parent_path().c_str());  // fails if the folder has other files
}

void Claim::touch_all() noexcept {
    const std::lock_guard lock(held().mutex);
    for (const int file : held().files)
        ::futimens(file, nullptr);
}

std::optional<ClaimInfo> find_claim(const fs::path& folder, double timeout) {
    const fs::path path = folder / kClaimName;
    const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    if (file.number() < 0) return std::nullopt;
    const Lock got = try_lock(file.number(), LOCK_SH, path);
    std::optional<ClaimInfo> info = read_claim(file.number(), folder);
    if (!info && got == Lock::of_another) info = ClaimInfo{folder.filename().string(), {}, {}, 0, true};
    if (info) info->held = got == Lock::of_another || counts(*info, got, timeout);
    return info;
}

}  // namespace reboost::results
