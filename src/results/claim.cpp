#include "results/claim.hpp"

#include "core/clock.hpp"
#include "core/error.hpp"
#include "core/value.hpp"
#include "results/atomic_file.hpp"
#include "results/json_text.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <sstream>
#include <utility>

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <unistd.h>

namespace reboost::results {
namespace fs = std::filesystem;
namespace {

constexpr const char* kLockName = ".lock";

std::string first_line(const std::string& path) {
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    return line;
}

/// Field 22 of /proc/<pid>/stat, counted after the command's closing parenthesis (a command may contain
/// spaces); 0: no such process.
std::uint64_t start_ticks_of(const std::string& pid) {
    const std::string line = first_line("/proc/" + pid + "/stat");
    const std::size_t end = line.rfind(')');
    if (end == std::string::npos) return 0;
    std::istringstream fields(line.substr(end + 1));
    std::string skipped;
    for (int field = 3; field < 22; ++field)
        fields >> skipped;
    std::uint64_t ticks = 0;
    fields >> ticks;
    return ticks;
}

std::string host_name() {
    std::array<char, 256> name{};
    ::gethostname(name.data(), name.size() - 1);
    return name.data();
}

/// Excludes every other process and thread that takes or lists claims of a folder, while it lives.
class FolderLock {
  public:
    explicit FolderLock(const fs::path& folder)
        : fd_(::open((folder / kLockName).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
        if (fd_ < 0) throw IoError::from_errno("cannot lock '" + folder.string() + "'", errno);
        while (::flock(fd_, LOCK_EX) != 0) {
            if (errno == EINTR) continue;
            const int reason = errno;
            ::close(fd_);
            throw IoError::from_errno("cannot lock '" + folder.string() + "'", reason);
        }
    }
    FolderLock(const FolderLock&) = delete;
    FolderLock& operator=(const FolderLock&) = delete;
    ~FolderLock() { ::close(fd_); }  // closing gives the lock back

  private:
    int fd_;
};

std::string to_text(const ProcessId& holder) {
    Value value;
    value.set("host", holder.host).set("boot_id", holder.boot_id).set("pid", holder.pid);
    value.set("start_ticks", holder.start_ticks).set("since_utc", format_utc(system_clock().utc_seconds()));
    return to_json(value) + "\n";
}

/// nullopt where the file is gone or (after a crash of the machine) empty or damaged: then nobody holds it.
std::optional<ClaimInfo> read_claim(const fs::path& path) {
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    try {
        const Value value = value_from_json(text.str(), path.string());
        ClaimInfo info;
        info.run_id = path.filename().string();
        info.holder.host = value.at("host").as_string();
        info.holder.boot_id = value.at("boot_id").as_string();
        info.holder.pid = value.at("pid").as_integer();
        info.holder.start_ticks = static_cast<std::uint64_t>(value.at("start_ticks").as_integer());
        info.since_utc = value.at("since_utc").as_string();
        return info;
    } catch (const DataError&) {
        return std::nullopt;
    }
}

}  // namespace

ProcessId this_process() {
    // Asked anew each time: a fork has another pid and start time.
    static const std::string boot_id = first_line("/proc/sys/kernel/random/boot_id");
    static const std::string host = host_name();
    return {host, boot_id, static_cast<std::int64_t>(::getpid()), start_ticks_of("self")};
}

bool may_be_running(const ProcessId& process) {
    const ProcessId self = this_process();
    if (process.host != self.host) return true;
    if (process.boot_id != self.boot_id) return false;
    if (::kill(static_cast<pid_t>(process.pid), 0) != 0 && errno == ESRCH) return false;
    const std::string pid = std::to_string(process.pid);
    const std::uint64_t ticks = start_ticks_of(pid);
    if (ticks == 0) return true;  // /proc is hidden: cannot tell
    if (ticks != process.start_ticks) return false;
    // A zombie has died and only waits for its parent.
    const std::string line = first_line("/proc/" + pid + "/stat");
    const std::size_t end = line.rfind(')');
    return end == std::string::npos || end + 2 >= line.size() ||
           (line[end + 2] != 'Z' && line[end + 2] != 'X');
}

std::optional<Claim> Claim::try_take(const fs::path& folder, const std::string& run_id) {
    const FolderLock lock(folder);
    const fs::path path = folder / run_id;
    if (const auto held = read_claim(path); held && may_be_running(held->holder)) return std::nullopt;
    write_file_atomically(path, to_text(this_process()));
    return Claim(path, run_id);
}

Claim::Claim(Claim&& other) noexcept
    : path_(std::exchange(other.path_, {})), run_id_(std::move(other.run_id_)) {}

Claim& Claim::operator=(Claim&& other) noexcept {
    if (this == &other) return *this;
    release();
    path_ = std::exchange(other.path_, {});
    run_id_ = std::move(other.run_id_);
    return *this;
}

Claim::~Claim() {
    release();
}

void Claim::release() noexcept {
    if (path_.empty()) return;
    ::unlink(path_.c_str());
    path_.clear();
}

std::vector<ClaimInfo> list_claims(const fs::path& folder) {
    std::vector<ClaimInfo> claims;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
        if (entry.path().filename().string().starts_with(".")) continue;
        if (auto claim = read_claim(entry.path())) claims.push_back(std::move(*claim));
    }
    std::sort(claims.begin(), claims.end(), [](const auto& a, const auto& b) { return a.run_id < b.run_id; });
    return claims;
}

}  // namespace reboost::results
