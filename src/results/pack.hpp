#pragma once
/// Many small run files in one.
///
/// A tiny run's file is mostly what HDF5 and the data set need: names, headers, the cuts of all columns. The
/// files of one config hardly differ, so each is deflated against one of them, its base, and takes a
/// twentieth of its size.
///
///     "reboost-pack 1\n"
///     the entries
///     the index: JSON
///     where the index begins: 8 bytes, the lowest first
///     a seal (results/seal.hpp) over all of it; every entry is a sealed run file once more
#include "results/source_state.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

namespace reboost::results {

/// A run file as it lies on disk, and the source that its attributes state.
struct RunFile {
    std::string id;
    SourceState source;
    std::vector<std::byte> bytes;
};

/// The bytes of a pack, sealed. Throws Error where zlib fails.
std::vector<std::byte> to_pack(std::span<const RunFile> files);

struct PackedRun {
    std::string id;
    SourceState source;
    std::uint64_t at = 0, bytes = 0;  ///< of its entry in the pack
    std::uint64_t raw_bytes = 0;      ///< of its file
    std::int64_t base = -1;           ///< the run that it is deflated against, by place in `runs`; −1: none
};

class Pack {
  public:
    /// Reads all of it once and proves it. Throws IoError or DataError.
    explicit Pack(std::filesystem::path path);

    const std::filesystem::path& path() const { return path_; }
    const std::vector<PackedRun>& runs() const { return runs_; }
    /// A run's file. Throws DataError where the pack has changed. May be called from any thread.
    std::vector<std::byte> file_of(std::size_t run) const;

  private:
    std::vector<std::byte> entry(const PackedRun& run) const;
    std::shared_ptr<const std::vector<std::byte>> base_file(std::size_t run) const;

    std::filesystem::path path_;
    std::vector<PackedRun> runs_;
    mutable std::mutex mutex_;
    mutable std::size_t base_ = 0;  ///< whose file is kept below
    mutable std::shared_ptr<const std::vector<std::byte>> base_bytes_;
};

}  // namespace reboost::results
