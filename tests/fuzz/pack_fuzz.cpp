/// Packs, sealed here: every change reaches the index, the entries and the contents.
#include "core/error.hpp"
#include "fuzz/scratch_file.hpp"
#include "fuzz/targets.hpp"
#include "results/atomic_file.hpp"
#include "results/hdf5_archive.hpp"
#include "results/pack.hpp"
#include "results/packed_content.hpp"
#include "results/seal.hpp"

namespace reboost::fuzz {
namespace {

/// As a store reads a run of a pack.
void read_run(const results::Pack& pack, std::size_t run) {
    try {
        results::parse_packed(pack.content_of(run), results::packed_query(), pack.path().string());
    } catch (const Error&) {
    }
    try {
        static constexpr std::string_view kKinds[] = {"run"};
        results::parse_sealed(pack.file_of(run), results::packed_query(), kKinds, pack.runs()[run].id,
                              pack.path().string());
    } catch (const Error&) {
    }
}

}  // namespace

void fuzz_pack(Bytes bytes) {
    const auto given = std::as_bytes(bytes);
    std::vector<std::byte> sealed(given.begin(), given.end());
    results::append_seal(sealed, {"pack", "-"});
    const ScratchFile file("1.pack");
    results::write_file_atomically(file.path(), sealed, results::Durability::not_synced);
    try {
        const results::Pack pack(file.path());
        constexpr std::size_t kMostRead = 64;  // an index may name one entry any number of times
        for (std::size_t run = 0; run < std::min(pack.runs().size(), kMostRead); ++run)
            read_run(pack, run);
    } catch (const Error&) {
    }
}

}  // namespace reboost::fuzz
