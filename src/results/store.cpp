#include "results/store.hpp"

#include "core/error.hpp"
#include "results/atomic_file.hpp"
#include "results/folder_lock.hpp"
#include "results/hdf5_archive.hpp"
#include "results/record_content.hpp"
#include "results/run_id.hpp"

#include <algorithm>
#include <new>

namespace reboost::results {
namespace fs = std::filesystem;
namespace {

constexpr const char* kWritableFolders[] = {"runs", "failed", "checkpoints", "claims", "damaged"};

/// A folder of files that are named after ids, and how.
struct NamedFiles {
    const char* folder;
    const char* extension;
};
constexpr NamedFiles kNamed[] = {
    {"runs", ".h5"}, {"checkpoints", ".h5"}, {"states", ".h5"}, {"failed", ".json"}, {"claims", ""}};

}  // namespace

Store::Store(fs::path folder, OpenMode mode) : folder_(std::move(folder)), packs_(folder_ / "packs") {
    if (mode == OpenMode::read_only) {
        std::error_code error;
        if (is_there(folder_) && !fs::is_directory(folder_, error))
            throw IoError("'" + folder_.string() + "' is not a results folder: it is a file");
        return;
    }
    for (const char* name : kWritableFolders)
        require_writable_folder(folder_ / name);
    for (const char* name : kFolders)
        remove_abandoned_files(folder_ / name);
}

fs::path Store::run_path(const std::string& id) const {
    require_run_id(id);
    return folder_ / "runs" / (id + ".h5");
}

void Store::write(const RunRecord& record) {
    put(run_path(record.id), to_record_file(record));
    try {
        remember(record);
    } catch (const std::bad_alloc&) {  // the run is stored; packing will read its file
    }
    clear_remains(record.id);
}

void Store::write_file(const std::string& id, std::span<const std::byte> bytes) {
    put(run_path(id), bytes);
    clear_remains(id);
}

void Store::put(const fs::path& path, std::span<const std::byte> bytes) {
    if (is_no_file(path) || fs::is_symlink(path)) set_aside(path);
    replace_file_atomically(path, bytes);
}

void Store::clear_remains(const std::string& id) {
    clear(checkpoint_path(id));
    clear(failure_path(id));
}

bool Store::contains(const std::string& id) const {
    return stamp(id).has_value();
}

std::optional<FileStamp> Store::loose_stamp(const std::string& id) const {
    return stamp_of(run_path(id));
}

std::optional<FileStamp> Store::stamp(const std::string& id) const {
    if (const auto loose = loose_stamp(id)) return loose;
    const auto packed = packs_.find(id);
    if (!packed) return std::nullopt;
    std::optional<FileStamp> stamp = stamp_of(packed->pack->path());
    if (stamp) stamp->bytes = packed->facts().at;  // distinguishes it from the pack's other runs
    return stamp;
}

std::vector<std::string> Store::list() const {
    // Packs are looked at on both sides of the files: runs may be on their way out of packs, or into them.
    std::vector<std::string> ids = packs_.ids();
    for (const std::vector<std::string>& more : {ids_in(folder_ / "runs", ".h5"), packs_.ids()})
        ids.insert(ids.end(), more.begin(), more.end());
    std::ranges::sort(ids);
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    return ids;
}

std::vector<std::string> Store::find_prefix(const std::string& prefix) const {
    std::vector<std::string> ids = list();
    std::erase_if(ids, [&](const std::string& id) { return !id.starts_with(prefix); });
    return ids;
}

bool Store::is_proved(const std::string& id, const FileStamp& stamp) const {
    const std::lock_guard lock(proved_mutex_);
    const auto found = proved_.find(id);
    return found != proved_.end() && found->second == stamp;
}

Hdf5Content Store::read_run(const std::string& id, const Hdf5Query& query) const {
    if (auto packed = read_packed(id, query)) return std::move(*packed);
    const std::string name = run_path(id).string();
    const std::optional<FileStamp> before = stamp(id);
    const std::vector<std::byte> bytes = file_of(id);
    if (before && is_proved(id, *before)) return parse_proved(bytes, query, name);
    Hdf5Content content = parse_sealed(bytes, query, kRunKind, id, name);
    if (before && stamp(id) == before) {  // it is the one that was read
        const std::lock_guard lock(proved_mutex_);
        proved_[id] = *before;
    }
    return content;
}

RunRecord Store::read(const std::string& id) const {
    return record_of(read_run(id, {true, {"spec"}, {"curves", "selector", "model"}, {}})).record;
}

RunHeader Store::read_header(const std::string& id) const {
    Hdf5Content content = read_run(id, {true, {"spec"}, {}, {}});
    content.attributes.erase("id");
    Value spec = take_document(content, "spec");
    return {id, std::move(spec), std::move(content.attributes)};
}

Judgement Store::judge(const std::string& id, const SourceState& now) const {
    Judgement judgement;
    try {
        judgement.header = read_header(id);
        judgement.not_counted = why_not_counted(judgement.header.attributes, now);
    } catch (const UnsealedError& error) {
        judge_unsealed(judgement, id, error.what());
    } catch (const DataError& error) {
        judgement.damage = error.what();
    } catch (const IoError& error) {
        if (contains(id)) throw;  // the system lacks something: nothing is known of the file
        judgement.gone = true;
    }
    return judgement;
}

void Store::judge_unsealed(Judgement& judgement, const std::string& id, const std::string& error) const {
    try {  // a whole file of the format before, or one that lost its end
        static_cast<void>(read_unproven(run_path(id), {true, {"spec"}, {}, {}}));
        judgement.not_counted = "came without a checksum, from an earlier version (`reboost doctor --adopt`)";
    } catch (const DataError&) {  // where HDF5 lacks memory, too: it was to read a size that nothing proves
        judgement.damage = error;
    } catch (const IoError&) {
        if (contains(id)) throw;
        judgement.gone = true;
    }
}

Archive Store::read_group(const std::string& id, const std::string& group) const {
    return read_run(id, {false, {}, {group}, {}}).arrays.sub(group);
}

Archive Store::read_curves(const std::string& id, const std::vector<std::string>& names) const {
    Hdf5Query query{false, {}, {}, {}};
    for (const std::string& name : names)
        query.arrays.push_back("curves/" + name);
    return read_run(id, query).arrays.sub("curves");
}

std::optional<fs::path> Store::set_aside(const fs::path& file) {
    if (file.parent_path() == folder_ / "runs" && !is_there(file)) unpack(file.stem().string());
    return move_into(file, folder_ / "damaged");
}

std::optional<fs::path> Store::set_aside(const DamagedFile& file) {
    std::optional<FolderLock> lock;  // the number of a pack that is gone may be given again
    if (file.path.parent_path() == packs_.folder()) lock.emplace(packs_.folder());
    if (file.stamp && stamp_of(file.path) != file.stamp) return std::nullopt;
    return move_into(file.path, folder_ / "damaged");
}

std::vector<fs::path> Store::strays() const {
    std::vector<fs::path> strays = packs_.strays();
    for (const auto& [folder, extension] : kNamed)
        for (const fs::path& file : files_in(folder_ / folder))
            if (!file.filename().string().starts_with(".") && id_of(file, extension).empty())
                strays.push_back(file);
    return strays;
}

std::vector<DamagedFile> Store::not_files() const {
    std::vector<DamagedFile> found;
    for (const auto& [folder, extension] : kNamed)
        for (const fs::path& file : files_in(folder_ / folder))
            if (folder != std::string_view("runs") && !id_of(file, extension).empty() && is_no_file(file))
                found.push_back({file, "'" + file.string() + "' is not a file", stamp_of(file)});
    return found;
}

void Store::clear(const fs::path& path) {
    std::error_code error;
    if (fs::is_directory(fs::symlink_status(path, error)))
        set_aside(path);
    else
        remove_file(path);
}

bool Store::is_stored(const std::string& id, const Replaced& replaced) const {
    const std::optional<FileStamp> now = stamp(id);
    if (!now || now == replaced.stamp) return false;
    if (!replaced.seals.empty()) {
        const std::vector<std::string> found = seals(id);
        if (!found.empty() && std::ranges::find(replaced.seals, found.front()) != replaced.seals.end())
            return false;
    }
    return !replaced.source || weigh(id, *replaced.source).counts();
}

std::optional<Claim> Store::try_hold(const std::string& id, ClaimInfo* holder) {
    require_run_id(id);
    return Claim::try_take(folder_ / "claims", id, claim_timeout_, holder);
}

std::optional<Claim> Store::try_claim(const std::string& id, const Replaced& replaced, ClaimInfo* holder) {
    if (is_stored(id, replaced)) return std::nullopt;
    std::optional<Claim> claim = try_hold(id, holder);
    // Stored between the look above and the claim: its holder finished and let go.
    if (claim && is_stored(id, replaced)) return std::nullopt;
    return claim;
}

std::vector<ClaimInfo> Store::running() const {
    std::vector<ClaimInfo> claims = list_claims(folder_ / "claims");
    std::erase_if(claims, [this](const ClaimInfo& claim) { return !holds(claim); });
    return claims;
}

bool Store::clear_claim(const std::string& id) {
    require_run_id(id);
    const fs::path claims = folder_ / "claims";
    const FolderLock lock(claims);  // nobody takes a claim between the look and the removal
    const std::optional<ClaimInfo> claim = find_claim(claims, id);
    if (!claim || holds(*claim)) return false;
    if (!claim->damage.empty()) return set_aside(claims / id).has_value();
    remove_file(claims / id);
    return true;
}

}  // namespace reboost::results
