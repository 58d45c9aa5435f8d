#pragma once
/// Many small run files in one.
///
/// A tiny run's file is mostly what HDF5 and the data set need: names, headers, the cuts of all columns. The
/// files of one config hardly differ, so each is deflated against one of them, its base, and takes a
/// twentieth of its size. Beside them lies what reports read of the runs (results/packed_content.hpp), some
/// dozens of runs deflated together.
///
///     "reboost-pack 2\n"
///     the entries
///     the blocks of contents; format 1 has none
///     the index: JSON
///     where the index begins: 8 bytes, the lowest first
///     a seal (results/seal.hpp) over all of it; every entry is a sealed run file once more
#include "results/file_stamp.hpp"
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
    std::vector<std::byte> content;  ///< what to_packed_content gives of it; empty: it is read from its file
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

/// Contents of some runs on end: of each its size, 4 bytes, and the bytes.
struct PackedBlock {
    std::uint64_t first = 0, runs = 0;  ///< whose they are, by place in Pack::runs
    std::uint64_t at = 0, bytes = 0;    ///< in the pack
    std::uint64_t raw_bytes = 0;        ///< before it was deflated
    std::uint64_t crc32 = 0;            ///< of these
};

class Pack {
  public:
    /// Reads all of it once and proves it. Throws IoError or DataError.
    explicit Pack(std::filesystem::path path);

    const std::filesystem::path& path() const { return path_; }
    /// Of the file that was proved.
    const FileStamp& stamp() const { return stamp_; }
    const std::vector<PackedRun>& runs() const { return runs_; }
    /// A run's file. Throws DataError where the pack is damaged, IoError where it is gone or another file has
    /// its name: the number of a pack that was removed is given again. May be called from any thread.
    std::vector<std::byte> file_of(std::size_t run) const;
    /// What reports read of a run; empty where the pack keeps none of it. Throws as file_of does.
    std::vector<std::byte> content_of(std::size_t run) const;

  private:
    using SharedBytes = std::shared_ptr<const std::vector<std::byte>>;
    void read_index(const Value& index, std::uint64_t end);
    void add_run(PackedRun run);
    std::vector<std::byte> bytes_at(std::uint64_t at, std::uint64_t bytes) const;
    SharedBytes base_file(std::size_t run) const;
    SharedBytes block_with(std::size_t block) const;

    std::filesystem::path path_;
    FileStamp stamp_;
    std::vector<PackedRun> runs_;
    std::vector<PackedBlock> blocks_;  ///< by their first run
    mutable std::mutex mutex_;
    mutable std::size_t base_ = 0, block_ = 0;  ///< whose bytes are kept below
    mutable SharedBytes base_bytes_, block_bytes_;
};

}  // namespace reboost::results
