/// Store: small runs into packs, and out of them.
#include "core/error.hpp"
#include "results/atomic_file.hpp"
#include "results/folder_lock.hpp"
#include "results/hdf5_archive.hpp"
#include "results/packed_content.hpp"
#include "results/record_content.hpp"
#include "results/run_id.hpp"
#include "results/store.hpp"

#include <algorithm>

#include <unistd.h>

namespace reboost::results {
namespace fs = std::filesystem;
namespace {

constexpr std::uint64_t kSmall = 128 << 10;                     ///< bytes of a file that is worth packing
constexpr std::size_t kMostRuns = 512;                          ///< of a pack
constexpr std::size_t kMostRemembered = std::size_t{32} << 20;  ///< bytes

struct Batch {
    std::vector<RunFile> files;
    std::vector<FileStamp> stamps;
    void add(std::optional<RunFile> file, const FileStamp& stamp) {
        if (!file) return;
        files.push_back(std::move(*file));
        stamps.push_back(stamp);
    }
};

SourceState source_of(const Value& attributes) {
    return {text_at(attributes, "git_revision"), text_at(attributes, "source_sha256")};
}

/// Reads from the file what packs keep of it beside.
void add_content(RunFile& file, const std::string& name) {
    const Hdf5Content content = parse_sealed(file.bytes, packed_query(), kRunKind, file.id, name);
    file.source = source_of(content.attributes);
    file.content = to_packed_content(content);
}

}  // namespace

std::vector<std::byte> Store::file_of(const std::string& id) const {
    const fs::path path = run_path(id);
    for (int attempt = 0;; ++attempt) {
        const auto packed = is_there(path) ? std::nullopt : packs_.find(id);
        try {
            return packed ? packed->pack->file_of(packed->run) : read_whole_file(path);
        } catch (const IoError&) {  // packed or unpacked between the look and the reading
            if (attempt == 2) throw;
            packs_.forget();
        }
    }
}

std::vector<std::string> Store::seals(const std::string& id) const {
    std::vector<std::string> seals;
    const auto add = [&](const auto& read) {
        try {
            if (std::string line = seal_line(read()); !line.empty()) seals.push_back(std::move(line));
        } catch (const Error&) {  // gone, or damaged: it does not count in any case
        }
    };
    add([&] { return file_of(id); });
    std::vector<PackFolder::Place> packed = packs_.find_all(id);
    if (!packed.empty() && !loose_stamp(id)) packed.erase(packed.begin());  // it was read above
    for (const PackFolder::Place& place : packed)
        add([&] { return place.pack->file_of(place.run); });
    return seals;
}

std::optional<Hdf5Content> Store::read_packed(const std::string& id, const Hdf5Query& query) const {
    const auto packed = !is_packed(query) || loose_stamp(id) ? std::nullopt : packs_.find(id);
    if (!packed) return std::nullopt;
    try {
        const std::vector<std::byte> content = packed->pack->content_of(packed->run);
        if (content.empty()) return std::nullopt;
        return parse_packed(content, query, run_path(id).string());
    } catch (const IoError&) {  // unpacked meanwhile
        return std::nullopt;
    }
}

Judgement Store::weigh(const std::string& id, const SourceState& now) const {
    const auto packed = loose_stamp(id) ? std::nullopt : packs_.find(id);
    if (!packed) return judge(id, now);
    Value attributes = Value::object();
    put_source(attributes, packed->facts().source);
    Judgement judgement;
    judgement.not_counted = why_not_counted(attributes, now);
    return judgement;
}

void Store::remember(const RunRecord& record) {
    const std::optional<FileStamp> stamp = loose_stamp(record.id);
    if (!stamp || stamp->bytes > kSmall) return;
    Written written{*stamp, source_of(record.attributes), to_packed_content(record)};
    const std::lock_guard lock(written_mutex_);
    if (written.content.empty() || written_bytes_ + written.content.size() > kMostRemembered) return;
    Written& kept = written_[record.id];
    written_bytes_ += written.content.size();
    written_bytes_ -= kept.content.size();  // of a run written again
    kept = std::move(written);
}

std::optional<Store::Written> Store::take_written(const std::string& id) {
    const std::lock_guard lock(written_mutex_);
    const auto found = written_.find(id);
    if (found == written_.end()) return std::nullopt;
    Written written = std::move(found->second);
    written_.erase(found);
    written_bytes_ -= std::min(written_bytes_, written.content.size());
    return written;
}

std::optional<RunFile> Store::read_loose(const std::string& id, const FileStamp& stamp) {
    const fs::path path = run_path(id);
    std::optional<Written> written = take_written(id);
    try {
        RunFile file{id, {}, read_whole_file(path), {}};
        if (written && written->stamp == stamp) {
            require_seal(open_seal(file.bytes, path.string()).seal, kRunKind, id, path.string());
            file.source = std::move(written->source);
            file.content = std::move(written->content);
        } else {
            add_content(file, path.string());
        }
        return file;
    } catch (const Error&) {
        return std::nullopt;
    }
}

std::size_t Store::pack_small_runs(std::size_t least) {
    std::vector<std::pair<std::string, FileStamp>> small;
    for (const std::string& id : ids_in(folder_ / "runs", ".h5"))
        if (const auto stamp = loose_stamp(id); stamp && stamp->bytes <= kSmall)
            small.emplace_back(id, *stamp);
    if (small.size() < least) return 0;
    fs::create_directories(packs_.folder());
    const FolderLock lock(packs_.folder());
    std::size_t taken = 0;
    for (std::size_t begin = 0; begin < small.size(); begin += kMostRuns) {
        Batch batch;
        for (std::size_t i = begin; i < std::min(small.size(), begin + kMostRuns); ++i)
            batch.add(read_loose(small[i].first, small[i].second), small[i].second);
        if (batch.files.empty()) continue;
        taken += batch.files.size();
        write_file_atomically(packs_.next_path(), to_pack(batch.files));
        // Who holds a claim may store the run anew between the look at its stamp and the removal.
        for (std::size_t i = 0; i < batch.files.size(); ++i)
            if (const std::string& id = batch.files[i].id;
                !is_there(folder_ / "claims" / id) && loose_stamp(id) == batch.stamps[i])
                ::unlink(run_path(id).c_str());
    }
    packs_.forget();
    // What was computed again: an older result must not come back where the newer one is removed.
    for (const fs::path& pack : packs_.superseded())
        remove_file(pack);
    packs_.forget();
    return taken;
}

void Store::unpack(const std::string& id) {
    if (!packs_.find(id)) return;  // nor may there be a folder to lock
    const FolderLock lock(packs_.folder());
    packs_.forget();
    if (const auto packed = packs_.find(id)) open_pack(*packed->pack);
}

void Store::open_pack(const Pack& pack) {
    bool whole = true;
    for (std::size_t i = 0; i < pack.runs().size(); ++i) {
        const std::string& run = pack.runs()[i].id;
        const auto newest = packs_.find(run);
        if (loose_stamp(run) || !newest || newest->pack.get() != &pack) continue;
        try {
            // A sweep may store the run just now: its result stays.
            write_file_if_absent(run_path(run), pack.file_of(i));
        } catch (const DataError&) {  // damaged since the pack was proved
            whole = false;
        }
    }
    sync_file_system(folder_ / "runs");  // the files must be on the disk before the pack is gone
    if (whole)
        remove_file(pack.path());
    else
        set_aside(pack.path());
    packs_.forget();
}

void Store::remove(const std::string& id) {
    const fs::path path = run_path(id);
    fs::create_directories(packs_.folder());
    // Whoever packs runs now may have read this one, and would bring it back.
    const FolderLock lock(packs_.folder());
    packs_.forget();
    while (const auto packed = packs_.find(id))
        open_pack(*packed->pack);
    clear(path);
}

void Store::unpack_all() {
    while (true) {
        const std::vector<std::string> packed = packs_.ids();
        if (packed.empty()) return;
        unpack(packed.front());
    }
}

std::vector<DamagedFile> Store::damaged_packs() const {
    return packs_.damaged();
}

}  // namespace reboost::results
