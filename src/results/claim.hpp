#pragma once
/// Which process computes which run, so that two processes on one results folder never compute the same run
/// twice.
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace reboost::results {

/// A process, told from every other one of this and earlier boots. Linux: /proc/self/stat and boot_id.
struct ProcessId {
    std::string host;
    std::string boot_id;
    std::int64_t pid = 0;
    std::uint64_t start_ticks = 0;  ///< since boot; a reused pid has another
    bool operator==(const ProcessId&) const = default;
};

ProcessId this_process();
/// False only where that is certain: the same host, and another boot, no such pid, or a pid since reused. A
/// process of another host counts as running.
bool may_be_running(const ProcessId& process);

struct ClaimInfo {
    std::string run_id;
    ProcessId holder;
    std::string since_utc;
};

/// The right of this process to compute one run; the destructor gives it back (and never throws).
class Claim {
  public:
    /// nullopt: a process that may be running holds it. A dead holder's claim is taken over at once. Threads
    /// of one process exclude each other too. Throws IoError.
    static std::optional<Claim> try_take(const std::filesystem::path& folder, const std::string& run_id);

    Claim(Claim&& other) noexcept;
    Claim& operator=(Claim&& other) noexcept;
    Claim(const Claim&) = delete;
    Claim& operator=(const Claim&) = delete;
    ~Claim();

    const std::string& run_id() const { return run_id_; }
    /// Gives the claim back before the destructor does; a second call does nothing.
    void release() noexcept;

  private:
    Claim(std::filesystem::path path, std::string run_id)
        : path_(std::move(path)), run_id_(std::move(run_id)) {}
    std::filesystem::path path_;
    std::string run_id_;
};

/// All claims in `folder`, those of dead processes included.
std::vector<ClaimInfo> list_claims(const std::filesystem::path& folder);

}  // namespace reboost::results
