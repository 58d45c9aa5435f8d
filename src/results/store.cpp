#include "results/store.hpp"

#include "core/error.hpp"
#include "core/mapped.hpp"
#include "files/atomic_file.hpp"

#include <algorithm>
#include <map>
#include <new>
#include <utility>

#include <unistd.h>

namespace reboost::results {
namespace fs = std::filesystem;
namespace {

constexpr const char* kWritableFolders[] = {"runs", "open", "damaged"};
constexpr std::uint64_t kSmall = 128 << 10;          ///< bytes; larger files stay in runs/
constexpr std::size_t kMostRuns = 8192;              ///< the most runs of one collection
constexpr std::uint64_t kMostRemembered = 32 << 20;  ///< bytes of the files of runs in memory

}  // namespace

Store::Store(fs::path folder, OpenMode mode)
    : folder_(std::move(folder)),
      runs_(folder_ / "runs", folder_ / "index.h5"),
      collections_(folder_ / "collections") {
    if (mode == OpenMode::read_only) {
        std::error_code error;
        if (files::is_there(folder_) && !fs::is_directory(folder_, error))
            throw IoError("'" + folder_.string() + "' is not a results folder: it is a file");
        return;
    }
    for (const char* name : kWritableFolders)
        files::require_writable_folder(folder_ / name);
    remove_abandoned();
}

Store::~Store() {
    runs_.save_index();
}

void Store::write(StoredRun run) {
    const std::string id = run.id;
    try {
        if (files::is_there(run_path(id))) static_cast<void>(runs_.stored(id));
    } catch (const DataError&) {
        set_aside(run_path(id));
    }
    put(run_path(id), to_run_file(run));
    runs_.note(run);
    try {
        remember(std::move(run));
    } catch (const std::bad_alloc&) {  // the run is stored; gather_small_runs() will read its file
    }
    clear_remains(id);
}

void Store::put(const fs::path& path, std::span<const std::byte> bytes) {
    if (files::is_no_file(path) || fs::is_symlink(path)) set_aside(path);
    files::replace_file_atomically(path, bytes);
}

void Store::clear(const fs::path& path) {
    std::error_code error;
    if (fs::is_directory(fs::symlink_status(path, error)))
        set_aside(path);
    else
        files::remove_file(path);
}

std::optional<files::FileStamp> Store::stamp(const std::string& id) const {
    if (const auto loose = runs_.stamp(id)) return loose;
    const Collections::Shared file = collections_.find(id);
    return file ? std::optional(file->stamp()) : std::nullopt;
}

std::vector<std::string> Store::list() const {
    // Another process may move runs between files and collections, so collections are read before and after
    // the files.
    const auto before = collections_.content();
    const std::vector<std::string> loose = runs_.list();
    std::set<std::string> ids(loose.begin(), loose.end());
    for (const auto& content : {before, collections_.content()})
        for (const auto& [id, file] : content->runs)
            ids.insert(ids.end(), id);
    return {ids.begin(), ids.end()};
}

template <class Get>
auto Store::from_source(const std::string& id, Get get) const {
    for (int attempt = 0;; ++attempt) {
        const Collections::Shared file = files::is_there(run_path(id)) ? nullptr : collections_.find(id);
        try {
            return file ? get(*file) : get(runs_);
        } catch (const IoError&) {
            if (attempt == 2 || !contains(id)) throw;
        }
    }
}

RunHeader Store::header(const std::string& id) const {
    return from_source(id, [&](const auto& source) { return source.header(id); });
}

Archive Store::arrays(const std::string& id, std::span<const std::string> wanted) const {
    return from_source(id, [&](const auto& source) { return source.arrays(id, wanted); });
}

RunRecord Store::read(const std::string& id) const {
    return from_source(
        id, [&](const auto& source) { return record_of(source.header(id), source.arrays(id, kRunGroups)); });
}

StoredRun Store::stored(const std::string& id) const {
    return from_source(id, [&](const auto& source) { return source.stored(id); });
}

Judgement Store::judge(const std::string& id, const SourceState& now) const {
    Judgement judgement;
    try {
        judgement.header = header(id);
        judgement.not_counted = why_not_counted(judgement.header.attributes, now);
    } catch (const DataError& error) {
        judgement.damage = error.what();
    } catch (const IoError&) {
        if (contains(id)) throw;  // a system error says nothing about the file
        judgement.gone = true;
    }
    return judgement;
}

std::optional<fs::path> Store::set_aside(const DamagedFile& file) {
    if (file.stamp && files::stamp_of(file.path) != file.stamp) return std::nullopt;
    return files::move_into(file.path, folder_ / "damaged");
}

bool Store::is_stored(const std::string& id, const SourceState& source) const {
    return contains(id) && judge(id, source).counts();
}

std::optional<Claim> Store::try_hold(const std::string& id, ClaimInfo* holder) {
    const fs::path folder = open_path(id);
    for (const fs::path& file : {folder, folder / "claim"})  // the wrong kind is damage
        if (files::is_there(file) && fs::is_directory(file) != (file == folder)) set_aside(file);
    return Claim::try_take(folder, claim_timeout_, holder);
}

std::optional<Claim> Store::try_claim(const std::string& id, const SourceState& source, ClaimInfo* holder) {
    if (is_stored(id, source)) return std::nullopt;
    std::optional<Claim> claim = try_hold(id, holder);
    // The process that held the claim may have stored the run since the check above.
    if (claim && is_stored(id, source)) return std::nullopt;
    return claim;
}

void Store::remember(StoredRun run) {
    const std::optional<files::FileStamp> stamp = runs_.stamp(run.id);
    if (!stamp || stamp->bytes > kSmall) return;
    const std::lock_guard lock(written_mutex_);
    if (written_bytes_ + stamp->bytes > kMostRemembered) return;
    Written& kept = written_[run.id];
    written_bytes_ += stamp->bytes - kept.stamp.bytes;  // the same run may have been written before
    kept = {*stamp, std::move(run)};
}

std::optional<StoredRun> Store::small_run(const std::string& id, const files::FileStamp& stamp) {
    {
        const std::lock_guard lock(written_mutex_);
        if (auto written = written_.extract(id)) {
            written_bytes_ -= written.mapped().stamp.bytes;
            if (written.mapped().stamp == stamp) return std::move(written.mapped().run);
        }
    }
    try {
        return runs_.stored(id);
    } catch (const Error&) {  // a damaged file stays where it is
        return std::nullopt;
    }
}

std::size_t Store::gather_small_runs(std::size_t least) {
    std::vector<std::pair<std::string, files::FileStamp>> small;
    for (const std::string& id : runs_.list())
        if (const auto stamp = runs_.stamp(id); stamp && stamp->bytes <= kSmall)
            small.emplace_back(id, *stamp);
    if (small.size() < least) return 0;
    fs::create_directories(collections_.folder());
    const files::FolderLock lock(collections_.folder(), patience_);
    std::size_t taken = 0;
    for (std::size_t begin = 0; begin < small.size(); begin += kMostRuns) {
        std::vector<StoredRun> runs;
        std::map<std::string, files::FileStamp> stamps;
        for (std::size_t i = begin; i < std::min(small.size(), begin + kMostRuns); ++i)
            if (auto run = small_run(small[i].first, small[i].second)) {
                runs.push_back(std::move(*run));
                stamps.insert(small[i]);
            }
        // Runs whose arrays have other types than the first run's make a second collection if there are many.
        for (std::size_t enough = 1; runs.size() >= enough; enough = std::max<std::size_t>(least, 1)) {
            const std::string name = collection_name(runs);
            std::vector<std::size_t> left_out;
            const std::vector<std::byte> bytes = to_collection(runs, name, &left_out);
            files::replace_file_atomically(collections_.folder() / (name + ".h5"), bytes);
            std::vector<StoredRun> others;
            for (const std::size_t place : left_out)
                others.push_back(std::exchange(runs[place], {}));
            // The claim keeps others from storing the run again between the check and the removal.
            for (const StoredRun& run : runs)
                if (const auto claim = run.id.empty() ? std::nullopt : try_hold(run.id);
                    claim && runs_.stamp(run.id) == stamps.at(run.id))
                    ::unlink(run_path(run.id).c_str());
            taken += runs.size() - others.size();
            runs = std::move(others);
        }
    }
    // Collections may hold an older result of a run that was computed again.
    const auto content = collections_.content();
    std::set<Collections::Shared> needed;
    for (const auto& [id, file] : content->runs)
        needed.insert(file);
    for (const auto& [path, file] : content->files)
        if (!needed.contains(file)) files::remove_file(path);
    return taken;
}

void Store::take_out(const std::set<std::string>& ids, const std::string& keep_in) {
    if (!keep_in.empty()) fs::create_directories(folder_ / keep_in);
    const auto drop = [&](const fs::path& file) {
        if (keep_in.empty() || !files::is_there(file))
            clear(file);
        else
            files::move_into(file, folder_ / keep_in);
    };
    std::optional<files::FolderLock> lock;  // or a process that gathers could write them again
    if (fs::is_directory(folder_)) {
        fs::create_directories(collections_.folder());
        lock.emplace(collections_.folder(), patience_);
    }
    const auto content = collections_.content();
    for (const auto& [path, file] : content->files) {
        std::vector<StoredRun> others;
        const std::vector<std::string> all = file->list();
        for (const std::string& id : all)
            if (!ids.contains(id)) others.push_back(file->stored(id));
        if (others.size() == all.size()) continue;
        const std::string name = others.empty() ? "" : collection_name(others);
        if (!others.empty())
            files::replace_file_atomically(collections_.folder() / (name + ".h5"),
                                           to_collection(others, name));
        drop(path);
    }
    for (const std::string& id : ids)
        drop(run_path(id));
}

}  // namespace reboost::results
