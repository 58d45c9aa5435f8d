#pragma once
/// Which process computes which run, so that two processes on one results folder do not compute the same run
/// twice.
///
/// A claim is a lock on the file open/<id>/claim, which the system gives back when its holder dies. The file
/// says who holds it. Not every file system tells other hosts of a lock: a claim of another machine or boot
/// counts until its holder has not touched it for some time, by the file system's own clock. Where a file
/// system has no locks at all, two processes at worst write the same bits under the same name.
#include "core/file_descriptor.hpp"
#include "files/process_identity.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace reboost::results {

/// Seconds without a touch after which a claim of another machine is void.
inline constexpr double kClaimTimeout = 600;

struct ClaimInfo {
    std::string run_id;
    files::ProcessId holder;  ///< pid 0 where the file does not say
    std::string since_utc;
    double silent_seconds = 0;  ///< since the holder touched it
    bool held = false;          ///< by a process that may live
    bool damaged = false;       ///< the file does not say who holds it
};

/// "process 4711 on alpha since 2026-11-23T05:00:00Z, silent for 12 s".
std::string claim_text(const ClaimInfo& claim);

/// The right of this process to compute one run; the destructor gives it back (and never throws).
class Claim {
  public:
    /// `folder`: the run's, named after its id; it is made, and removed with the claim where it is empty
    /// then. nullopt where the run is held; `holder` (may be null) then receives by whom. Threads of one
    /// process exclude each other, too. Throws IoError.
    static std::optional<Claim> try_take(const std::filesystem::path& folder, double timeout = kClaimTimeout,
                                         ClaimInfo* holder = nullptr);
    Claim(Claim&&) noexcept = default;
    Claim& operator=(Claim&&) = delete;
    ~Claim();

    /// Touches the claims that this process holds.
    static void touch_all() noexcept;
    /// Whose void claim this one took the place of.
    const std::optional<ClaimInfo>& taken_over() const { return taken_over_; }

  private:
    Claim(std::filesystem::path path, FileDescriptor file, std::optional<ClaimInfo> taken_over);
    std::filesystem::path path_;
    FileDescriptor file_;
    std::optional<ClaimInfo> taken_over_;
};

/// nullopt where the run has none. Changes nothing.
std::optional<ClaimInfo> find_claim(const std::filesystem::path& folder, double timeout);

}  // namespace reboost::results
