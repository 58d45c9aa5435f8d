#pragma once
/// Which process computes which run, so that two processes on one results folder never compute the same run
/// twice.
///
/// A claim is a file. Its holder touches it now and then, so that a process that cannot be asked whether it
/// lives (another machine, container or boot) is judged by how long the file has been still, by the file
/// system's own clock.
#include "results/process_identity.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace reboost::results {

/// Seconds without a touch after which a claim of a process that cannot be asked is void.
inline constexpr double kClaimTimeout = 600;

struct ClaimInfo {
    std::string run_id;
    ProcessId holder;  ///< pid 0 where the file does not say (damaged, or of an earlier version)
    std::string since_utc;
    double silent_seconds = 0;  ///< since the holder touched it
    std::string damage;         ///< why it says nothing, naming the file; "" where it proves itself
    bool is_file = true;        ///< false: a folder, a pipe, a link to nothing, which nobody holds
};

/// Whether the holder may still be computing.
bool is_held(const ClaimInfo& claim, double timeout);
/// "process 4711 on alpha since 2026-11-23T05:00:00Z, silent for 12 s".
std::string claim_text(const ClaimInfo& claim);

/// The right of this process to compute one run; the destructor gives it back (and never throws), unless
/// another process has taken it over meanwhile.
class Claim {
  public:
    /// nullopt where it is held; `holder` (may be null) then receives who. Void claims are taken over.
    /// Threads of one process exclude each other too. Throws IoError.
    static std::optional<Claim> try_take(const std::filesystem::path& folder, const std::string& run_id,
                                         double timeout = kClaimTimeout, ClaimInfo* holder = nullptr);
    /// Touches the claims that this process holds.
    static void touch_all() noexcept;

    /// Whose void claim this one took the place of.
    const std::optional<ClaimInfo>& taken_over() const { return taken_over_; }

  private:
    /// The claim's file, which this process touches, and removes in the end.
    class File {
      public:
        explicit File(std::filesystem::path path);
        File(const File&) = delete;
        File& operator=(const File&) = delete;
        ~File();

      private:
        std::filesystem::path path_;
        std::uint64_t inode_;
    };

    Claim(const std::filesystem::path& path, std::optional<ClaimInfo> taken_over);
    std::unique_ptr<File> file_;
    std::optional<ClaimInfo> taken_over_;
};

/// nullopt where the run has none. Throws IoError where the folder takes no file: its file system's clock is
/// asked.
std::optional<ClaimInfo> find_claim(const std::filesystem::path& folder, const std::string& run_id);
/// All claims in `folder`, void and damaged ones included. Throws IoError where the folder cannot be read.
std::vector<ClaimInfo> list_claims(const std::filesystem::path& folder);

}  // namespace reboost::results
