/// Members of Store for all that is not a finished run: claims, checkpoints, failures and states.
#include "core/error.hpp"
#include "core/value.hpp"
#include "files/atomic_file.hpp"
#include "hdf5/file.hpp"
#include "results/store.hpp"

#include <utility>

#include <unistd.h>

namespace reboost::results {
namespace fs = std::filesystem;
namespace {

constexpr const char* kInfo = "info";

}  // namespace

std::optional<Checkpoint> read_state(const StateFile& file) {
    const auto bytes = files::read_file_if_there(file.path);
    if (!bytes) return std::nullopt;
    const std::string name = file.path.string();
    const std::string wanted[] = {"state", kInfo};
    const Archive all = hdf5::File(open_seal(*bytes, file.seal, name), name).read(wanted);
    return Checkpoint{all.sub("state"), value_from_json(all.get_scalar<std::string>(kInfo), name)};
}

fs::path Store::open_path(const std::string& id) const {
    require_run_id(id);
    return folder_ / "open" / id;
}

std::vector<std::string> Store::open_ids() const {
    return ids_in(folder_ / "open", "");
}

void Store::clear_remains(const std::string& id) {
    if (!files::is_there(open_path(id))) return;
    clear(checkpoint_of(id).path);
    clear(failure_path(id));
    ::rmdir(open_path(id).c_str());  // fails if the run is claimed
}

std::vector<std::string> Store::list_checkpoints() const {
    std::vector<std::string> ids = open_ids();
    std::erase_if(ids, [this](const std::string& id) { return !files::is_there(checkpoint_of(id).path); });
    return ids;
}

StateFile Store::state_of(const std::string& family) const {
    require_run_id(family);
    return {folder_ / "states" / (family + ".h5"), {"state", family}};
}

void Store::write_state(const StateFile& file, const Archive& state, const Value& info) {
    Archive all;
    all.put_all("state", state);
    all.put_scalar(kInfo, to_json(info));
    std::vector<std::byte> bytes = hdf5::to_image(std::move(all));
    append_seal(bytes, file.seal);
    fs::create_directories(file.path.parent_path());
    put(file.path, bytes);
}

void Store::record_failure(const std::string& id, const Value& details) {
    const std::string text = to_json(details, 2);
    std::vector<std::byte> bytes(std::as_bytes(std::span(text)).begin(),
                                 std::as_bytes(std::span(text)).end());
    append_seal(bytes, {"failure", id});
    fs::create_directories(open_path(id));
    put(failure_path(id), bytes);
}

std::optional<Value> Store::failure(const std::string& id) const {
    const fs::path path = failure_path(id);
    const auto bytes = files::read_file_if_there(path);
    if (!bytes) return std::nullopt;
    const auto text = open_seal(*bytes, Seal{"failure", id}, path.string());
    return value_from_json({reinterpret_cast<const char*>(text.data()), text.size()}, path.string());
}

std::map<std::string, Value> Store::failures() const {
    std::map<std::string, Value> all;
    for (const std::string& id : open_ids()) {
        try {
            if (auto details = failure(id)) all.emplace(id, std::move(*details));
        } catch (const DataError&) {  // damaged_beside() reports the file
        }
    }
    return all;
}

std::vector<ClaimInfo> Store::running(bool also_void) const {
    std::vector<ClaimInfo> claims;
    for (const std::string& id : open_ids())
        if (auto claim = find_claim(open_path(id), claim_timeout_); claim && (claim->held || also_void))
            claims.push_back(std::move(*claim));
    return claims;
}

std::vector<DamagedFile> Store::damaged_beside(const std::set<std::string>* read_only_of) const {
    std::vector<DamagedFile> damaged;
    const auto is_no = [&damaged](const char* what, const fs::path& path) {
        damaged.push_back({path, "'" + path.string() + "' is not a " + what, files::stamp_of(path)});
    };
    const auto check = [&](const fs::path& path, const auto& read) {
        if (files::is_no_file(path)) return is_no("file", path);
        const std::optional<files::FileStamp> stamp = files::stamp_of(path);
        try {
            read();
        } catch (const DataError& error) {
            damaged.push_back({path, error.what(), stamp});
        }
    };
    const auto check_state = [&](const StateFile& file) {
        check(file.path, [&] {
            if (read_only_of == nullptr || read_only_of->contains(file.seal.id))
                static_cast<void>(read_state(file));
        });
    };
    const fs::path lock = files::FolderLock::path_in(collections_.folder());
    if (files::is_there(lock) && !fs::is_regular_file(fs::symlink_status(lock))) is_no("file", lock);
    for (const std::string& id : open_ids()) {
        if (!fs::is_directory(open_path(id))) {
            if (files::is_there(open_path(id))) is_no("folder", open_path(id));
            continue;
        }
        check(open_path(id) / "claim", [] {});
        check(failure_path(id), [&] { static_cast<void>(failure(id)); });
        check_state(checkpoint_of(id));
    }
    for (const std::string& family : ids_in(folder_ / "states", ".h5"))
        check_state(state_of(family));
    return damaged;
}

void Store::set_damaged_aside(const std::set<std::string>& read_only_of,
                              const std::function<void(const std::string&)>& tell) {
    for (const auto& damaged : {damaged_collections(), damaged_beside(&read_only_of)})
        for (const DamagedFile& file : damaged)
            if (const auto now = set_aside(file)) tell(file.what + ": now " + now->string());
}

std::vector<fs::path> Store::folders() const {
    std::vector<fs::path> all{folder_};
    for (const char* name :
         {"runs", "collections", "open", "damaged", "states", "sweeps", "reference", "replaced"})
        all.push_back(folder_ / name);
    for (const std::string& id : open_ids())
        if (fs::is_directory(open_path(id))) all.push_back(open_path(id));
    return all;
}

std::vector<fs::path> Store::abandoned() const {
    std::vector<fs::path> found;
    for (const fs::path& folder : folders())
        for (fs::path& file : files::abandoned_files(folder))
            found.push_back(std::move(file));
    return found;
}

void Store::remove_abandoned() {
    for (const fs::path& file : abandoned())
        ::unlink(file.c_str());
    for (const std::string& id : open_ids())
        ::rmdir(open_path(id).c_str());  // left by a process that died before it claimed the run
}

std::vector<fs::path> Store::strays() const {
    const fs::path open = folder_ / "open";
    const std::set<fs::path> of_runs{folder_ / "runs", folder_ / "collections", folder_ / "states"};
    const std::set<std::string> of_open_run{"claim", "checkpoint.h5", "failure"};
    const auto is_ours = [&](const fs::path& folder, const fs::path& file) {
        if (of_runs.contains(folder)) return !id_of(file, ".h5").empty();
        if (folder == open) return !id_of(file, "").empty();
        return folder.parent_path() != open || of_open_run.contains(file.filename());
    };
    std::vector<fs::path> strays;
    for (const fs::path& folder : folders())
        for (const fs::path& file : files::files_in(folder))
            if (!file.filename().string().starts_with(".") && !is_ours(folder, file)) strays.push_back(file);
    return strays;
}

}  // namespace reboost::results
