#pragma once
/// Records which process computes which run of a results folder, so that no two compute the same run.
///
/// A claim is a lock on the file open/<id>/claim; the operating system releases the lock when the holder
/// dies. The file names the holder. Some file systems do not show locks to other hosts, so a claim of another
/// machine or boot counts until its holder has not touched the file for kClaimTimeout, by the file system's
/// clock. On a file system without locks two processes may compute the same run; both then write the same
/// bits under the same name.
#include "core/file_descriptor.hpp"
#include "files/process_identity.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace reboost::results {

/// A claim of another machine is void if its holder has not touched the file for so many seconds.
inline constexpr double kClaimTimeout = 600;

struct ClaimInfo {
    std::string run_id;
    files::ProcessId holder;  ///< pid 0 if the file does not name the holder
    std::string since_utc;
    double silent_seconds = 0;  ///< time since the holder last touched the file
    bool held = false;          ///< the holder may be running
    bool damaged = false;       ///< the file does not say who holds it
};

/// "process 4711 on alpha since 2026-11-23T05:00:00Z, silent for 12 s".
std::string claim_text(const ClaimInfo& claim);

/// The right of this process to compute one run. The destructor releases the right and never throws.
class Claim {
  public:
    /// Claims the run whose folder is `folder`, named after the run's id. The folder is created, and is
    /// removed with the claim if it is then empty. Returns nullopt if another process or another thread of
    /// this process holds the run; `holder` (may be null) then receives the holder. Throws IoError.
    static std::optional<Claim> try_take(const std::filesystem::path& folder, double timeout = kClaimTimeout,
                                         ClaimInfo* holder = nullptr);
    Claim(Claim&&) noexcept = default;
    Claim& operator=(Claim&&) = delete;
    ~Claim();

    /// Sets the timestamp of all claims of this process to now.
    static void touch_all() noexcept;
    /// The void claim that this claim replaced, if any.
    const std::optional<ClaimInfo>& taken_over() const { return taken_over_; }

  private:
    Claim(std::filesystem::path path, FileDescriptor file, std::optional<ClaimInfo> taken_over);
    std::filesystem::path path_;
    FileDescriptor file_;
    std::optional<ClaimInfo> taken_over_;
};

/// The claim in a run's folder; nullopt if there is none. Changes no file.
std::optional<ClaimInfo> find_claim(const std::filesystem::path& folder, double timeout);

}  // namespace reboost::results
