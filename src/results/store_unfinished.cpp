/// Store: what is there of runs that are not finished, or did not succeed: checkpoints, states, failures.
#include "core/error.hpp"
#include "results/atomic_file.hpp"
#include "results/hdf5_archive.hpp"
#include "results/json_text.hpp"
#include "results/run_id.hpp"
#include "results/store.hpp"

namespace reboost::results {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view kCheckpoint[] = {"checkpoint"};

std::vector<std::byte> training_state_file(const std::string& id, const Archive& state, const Value& info) {
    Hdf5Content content;
    content.attributes.set("id", id);
    content.documents.emplace_back("info", info);
    content.arrays.put_all("state", state);
    return to_sealed(content, {"checkpoint", id});
}

std::optional<Checkpoint> read_training_state(const fs::path& path, const std::string& id) {
    const auto bytes = read_file_if_there(path);
    if (!bytes) return std::nullopt;
    Hdf5Content content =
        parse_sealed(*bytes, {false, {"info"}, {"state"}, {}}, kCheckpoint, id, path.string());
    return Checkpoint{content.arrays.sub("state"), take_document(content, "info")};
}

/// Those that `read` refuses. It takes a path and the id that the file is named after.
template <class Read>
std::vector<DamagedFile> damaged_in(const fs::path& folder, const std::string& extension, Read read) {
    std::vector<DamagedFile> damaged;
    for (const std::string& id : ids_in(folder, extension)) {
        const fs::path path = folder / (id + extension);
        const std::optional<FileStamp> stamp = stamp_of(path);
        try {
            static_cast<void>(read(path, id));
        } catch (const DataError& error) {
            damaged.push_back({path, error.what(), stamp});
        }
    }
    return damaged;
}

std::optional<Failure> read_failure(const fs::path& path, const std::string& id) {
    const auto bytes = read_file_if_there(path);
    if (!bytes) return std::nullopt;
    const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    Value details = value_from_json(text, path.string());
    check_value(details, {"failure", id}, path.string());
    std::erase_if(details.as_object(), [](const auto& member) { return member.first.starts_with("seal_"); });
    return Failure{id, std::move(details)};
}

}  // namespace

void Store::write_checkpoint(const std::string& id, const Archive& state, const Value& info) {
    put(checkpoint_path(id), training_state_file(id, state, info));
}

void Store::write_state(const std::string& family, const Archive& state, const Value& info) {
    const fs::path path = state_path(family);
    fs::create_directories(path.parent_path());
    put(path, training_state_file(family, state, info));
}

fs::path Store::state_path(const std::string& family) const {
    require_run_id(family);
    return folder_ / "states" / (family + ".h5");
}

std::optional<Checkpoint> Store::read_state(const std::string& family) const {
    return read_training_state(state_path(family), family);
}

std::vector<std::string> Store::list_states() const {
    return ids_in(folder_ / "states", ".h5");
}

std::vector<DamagedFile> Store::damaged_states() const {
    return damaged_in(folder_ / "states", ".h5", read_training_state);
}

fs::path Store::checkpoint_path(const std::string& id) const {
    require_run_id(id);
    return folder_ / "checkpoints" / (id + ".h5");
}

std::optional<Checkpoint> Store::read_checkpoint(const std::string& id) const {
    return read_training_state(checkpoint_path(id), id);
}

std::vector<std::string> Store::list_checkpoints() const {
    return ids_in(folder_ / "checkpoints", ".h5");
}

std::vector<DamagedFile> Store::damaged_checkpoints() const {
    return damaged_in(folder_ / "checkpoints", ".h5", read_training_state);
}

fs::path Store::failure_path(const std::string& id) const {
    require_run_id(id);
    return folder_ / "failed" / (id + ".json");
}

void Store::record_failure(const std::string& id, const Value& details) {
    Value sealed = details;
    seal_value(sealed, {"failure", id});
    const std::string text = to_json(sealed, 2) + "\n";
    put(failure_path(id), std::as_bytes(std::span(text.data(), text.size())));
}

std::optional<Failure> Store::failure(const std::string& id) const {
    return read_failure(failure_path(id), id);
}

std::vector<Failure> Store::failures() const {
    std::vector<Failure> all;
    for (const std::string& id : ids_in(folder_ / "failed", ".json")) {
        try {
            if (auto one = failure(id)) all.push_back(std::move(*one));
        } catch (const DataError&) {  // damaged_failures() names it
        }
    }
    return all;
}

std::vector<DamagedFile> Store::damaged_failures() const {
    return damaged_in(folder_ / "failed", ".json", read_failure);
}

}  // namespace reboost::results
