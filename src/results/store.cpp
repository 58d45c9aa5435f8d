#include "results/store.hpp"

#include "core/error.hpp"
#include "results/atomic_file.hpp"
#include "results/hdf5_archive.hpp"
#include "results/json_text.hpp"
#include "results/record_file.hpp"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <sstream>

#include <sys/stat.h>
#include <unistd.h>

namespace reboost::results {
namespace fs = std::filesystem;
namespace {

constexpr const char* kSubfolders[] = {"runs", "failed", "checkpoints", "claims"};

/// Ids become file names: a slash or a dot must not lead elsewhere.
void require_id(const std::string& id) {
    const auto plain = [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || c == '_' || c == '-';
    };
    if (id.empty() || !std::all_of(id.begin(), id.end(), plain))
        throw UsageError("'" + id + "' is not a run id (64 hexadecimal digits)");
}

std::vector<std::string> stems(const fs::path& folder, const std::string& extension) {
    std::vector<std::string> names;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, error))
        if (entry.path().extension() == extension && !entry.path().filename().string().starts_with("."))
            names.push_back(entry.path().stem().string());
    std::sort(names.begin(), names.end());
    return names;
}

void remove_file(const fs::path& path) {
    if (::unlink(path.c_str()) != 0 && errno != ENOENT)
        throw IoError::from_errno("cannot remove '" + path.string() + "'", errno);
}

Value take_document(Hdf5Content& content, const std::string& name) {
    for (auto& [key, value] : content.documents)
        if (key == name) return std::move(value);
    return {};
}

}  // namespace

Store::Store(fs::path folder, OpenMode mode) : folder_(std::move(folder)) {
    if (mode == OpenMode::read_only) {
        if (fs::exists(folder_) && !fs::is_directory(folder_))
            throw IoError("'" + folder_.string() + "' is not a results folder: it is a file");
        return;
    }
    for (const char* name : kSubfolders)
        require_writable_folder(folder_ / name);
    for (const char* name : kSubfolders)
        remove_abandoned_files(folder_ / name);
}

fs::path Store::run_path(const std::string& id) const {
    require_id(id);
    return folder_ / "runs" / (id + ".h5");
}

void Store::write(const RunRecord& record) {
    write_record_file(run_path(record.id), record);
    clear_remains(record.id);
}

void Store::clear_remains(const std::string& id) {
    require_id(id);
    remove_file(folder_ / "checkpoints" / (id + ".h5"));
    remove_file(folder_ / "failed" / (id + ".json"));
}

bool Store::contains(const std::string& id) const {
    return fs::exists(run_path(id));
}

std::optional<FileStamp> Store::stamp(const std::string& id) const {
    struct ::stat facts = {};
    if (::stat(run_path(id).c_str(), &facts) != 0) return std::nullopt;
    return FileStamp{facts.st_ino, static_cast<std::uint64_t>(facts.st_size),
                     facts.st_mtim.tv_sec * std::int64_t{1'000'000'000} + facts.st_mtim.tv_nsec};
}

std::vector<std::string> Store::list() const {
    return stems(folder_ / "runs", ".h5");
}

std::vector<std::string> Store::find_prefix(const std::string& prefix) const {
    std::vector<std::string> ids = list();
    std::erase_if(ids, [&](const std::string& id) { return !id.starts_with(prefix); });
    return ids;
}

RunRecord Store::read(const std::string& id) const {
    return read_record_file(run_path(id)).record;
}

RunHeader Store::read_header(const std::string& id) const {
    Hdf5Content content = read_hdf5(run_path(id), {true, {"spec"}, {}, {}});
    drop_id(content.attributes);
    Value spec = take_document(content, "spec");
    return {id, std::move(spec), std::move(content.attributes)};
}

Archive Store::read_group(const std::string& id, const std::string& group) const {
    return read_hdf5(run_path(id), {false, {}, {group}, {}}).arrays.sub(group);
}

Archive Store::read_curves(const std::string& id, const std::vector<std::string>& names) const {
    Hdf5Query query{false, {}, {}, {}};
    for (const std::string& name : names)
        query.arrays.push_back("curves/" + name);
    return read_hdf5(run_path(id), query).arrays.sub("curves");
}

void Store::remove(const std::string& id) {
    remove_file(run_path(id));
}

void Store::write_checkpoint(const std::string& id, const Archive& state, const Value& info) {
    require_id(id);
    Hdf5Content content;
    content.attributes.set("id", id);
    content.documents.emplace_back("info", info);
    content.arrays.put_all("state", state);
    write_file_atomically(folder_ / "checkpoints" / (id + ".h5"), to_hdf5(content));
}

std::optional<Checkpoint> Store::read_checkpoint(const std::string& id) const {
    require_id(id);
    const fs::path path = folder_ / "checkpoints" / (id + ".h5");
    if (!fs::exists(path)) return std::nullopt;
    Hdf5Content content = read_hdf5(path, {false, {"info"}, {"state"}, {}});
    return Checkpoint{content.arrays.sub("state"), take_document(content, "info")};
}

std::vector<std::string> Store::list_checkpoints() const {
    return stems(folder_ / "checkpoints", ".h5");
}

void Store::record_failure(const std::string& id, const Value& details) {
    require_id(id);
    write_file_atomically(folder_ / "failed" / (id + ".json"), to_json(details, 2) + "\n");
}

std::optional<Failure> Store::failure(const std::string& id) const {
    require_id(id);
    const fs::path path = folder_ / "failed" / (id + ".json");
    std::ifstream file(path);
    if (!file) return std::nullopt;
    std::stringstream text;
    text << file.rdbuf();
    return Failure{id, value_from_json(text.str(), path.string())};
}

std::vector<Failure> Store::failures() const {
    std::vector<Failure> all;
    for (const std::string& id : stems(folder_ / "failed", ".json"))
        if (auto one = failure(id)) all.push_back(std::move(*one));
    return all;
}

bool Store::is_stored(const std::string& id, const std::optional<FileStamp>& replaced) const {
    const std::optional<FileStamp> now = stamp(id);
    return now && now != replaced;
}

std::optional<Claim> Store::try_claim(const std::string& id, const std::optional<FileStamp>& replaced) {
    if (is_stored(id, replaced)) return std::nullopt;
    std::optional<Claim> claim = Claim::try_take(folder_ / "claims", id);
    // Stored between the look above and the claim: its holder finished and let go.
    if (claim && is_stored(id, replaced)) return std::nullopt;
    return claim;
}

std::vector<ClaimInfo> Store::running() const {
    std::vector<ClaimInfo> claims = list_claims(folder_ / "claims");
    std::erase_if(claims, [](const ClaimInfo& claim) { return !may_be_running(claim.holder); });
    return claims;
}

}  // namespace reboost::results
