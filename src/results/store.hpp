#pragma once
/// The results folder:
///
///     <folder>/runs/<id>.h5            finished runs; a file that exists is complete
///     <folder>/collections/<name>.h5   many finished runs in one file; runs/<id>.h5 takes precedence
///     <folder>/open/<id>/              files of an unfinished run: claim, checkpoint.h5, failure
///     <folder>/states/<family>.h5      a state from which longer runs of a family can continue
///     <folder>/damaged/                files that do not match their seals: kept, never used
///     <folder>/replaced/               files that `run --recompute` replaced
///     <folder>/index.h5                cache of the headers of the files in runs/
///
/// Runs, collections, checkpoints, states and failures are sealed (results/seal.hpp). A file that cannot be
/// read or does not match its seal counts as absent: lists name it, and the next writer moves it to damaged/.
///
/// Lifecycle of one run
///  1. `try_claim(id)`: returns nullopt if the run is stored or another process computes it.
///  2. `read_state(checkpoint_of(id))`: returns the state to continue from, if there is one.
///  3. `write_state(checkpoint_of(id), ...)` from time to time.
///  4. `write(record)`, which also removes the run's checkpoint and failure; or `record_failure(id, ...)`.
///  5. The claim's destructor releases the claim.
///
/// All members may be called from any thread (HDF5 calls are serialised inside) and from any number of
/// processes. They throw IoError, with the system's reason, if the operating system refuses, and DataError if
/// this program has not written a file or the file is damaged.
#include "files/folder_lock.hpp"
#include "results/claim.hpp"
#include "results/run_folder.hpp"
#include "results/seal.hpp"
#include "results/source_state.hpp"

#include <functional>
#include <set>

namespace reboost::results {

/// Whether a stored run can be read and counts.
struct Judgement {
    RunHeader header;         ///< empty if the file could not be read
    std::string not_counted;  ///< why the run does not count (other sources); "" if it counts
    std::string damage;       ///< what is wrong with the file, with its name; "" if nothing is
    bool gone = false;        ///< the run was removed since it was listed: not damage
    bool counts() const { return !gone && not_counted.empty() && damage.empty(); }
};

struct Checkpoint {
    Archive state;
    Value info;  ///< small values: rounds done, time used so far, records not yet written, …
};

/// A file with a state: a run's checkpoint, or the state of a family.
struct StateFile {
    std::filesystem::path path;
    Seal seal;
};
/// Returns nullopt if there is no file. Throws DataError if it is damaged or of another run or family.
std::optional<Checkpoint> read_state(const StateFile& file);

/// Whether opening a store may create its folders.
enum class OpenMode { read_write, read_only };

/// A folder with so many small run files gets them gathered into a collection.
inline constexpr std::size_t kWorthGathering = 512;

class Store {
  public:
    /// read_write creates the folders, throws if they are not writable, and removes half-written files of
    /// dead processes. read_only changes only the index; a folder that does not exist is an empty store.
    explicit Store(std::filesystem::path folder, OpenMode mode = OpenMode::read_write);
    ~Store();

    const std::filesystem::path& folder() const { return folder_; }
    /// The path of a finished run that is in no collection, whether or not the file exists.
    std::filesystem::path run_path(const std::string& id) const { return runs_.path_of(id); }

    /// Stores a finished run atomically, then removes its checkpoint and failure. A run already stored is
    /// replaced; if its file does not match its seal, the file goes to damaged/.
    void write(const RunRecord& record) { write(to_stored(record)); }
    void write(StoredRun run);
    bool contains(const std::string& id) const { return stamp(id).has_value(); }
    /// The stamp of the file that has the run; nullopt if there is none.
    std::optional<files::FileStamp> stamp(const std::string& id) const;
    /// The ids of all finished runs, sorted.
    std::vector<std::string> list() const;
    /// The run may be a file or in a collection. Throws IoError if the run is gone or the system refuses,
    /// DataError if the file and its seal differ. `arrays`: as Collection::arrays.
    RunHeader header(const std::string& id) const;
    Archive arrays(const std::string& id, std::span<const std::string> wanted) const;
    RunRecord read(const std::string& id) const;
    StoredRun stored(const std::string& id) const;
    /// Reads the header of a stored run and decides whether the run counts for a program of the source `now`;
    /// sweeps and reports share this rule. Throws IoError if the system has no file descriptor left.
    Judgement judge(const std::string& id, const SourceState& now) const;

    /// Removes the runs. Their files go to the subfolder `keep_in`, or are deleted if it is "".
    void take_out(const std::set<std::string>& ids, const std::string& keep_in = "");
    /// Moves small run files into a collection if there are at least `least`; returns how many were moved.
    std::size_t gather_small_runs(std::size_t least);
    /// The damaged collections, each with what is wrong.
    std::vector<DamagedFile> damaged_collections() const { return collections_.content()->damaged; }

    /// Files whose names this program does not use ("<id> (copy).h5"); they are never read.
    std::vector<std::filesystem::path> strays() const;
    /// Half-written files of dead processes in all folders of the store.
    std::vector<std::filesystem::path> abandoned() const;
    /// Removes the abandoned files, and empty folders of unfinished runs.
    void remove_abandoned();
    /// Damaged checkpoints, states and failures; also folders, pipes and dangling links in place of these
    /// files, of claims and of locks. `read_only_of`: the runs and families whose checkpoints and states are
    /// read; null: all are read (gigabytes take seconds).
    std::vector<DamagedFile> damaged_beside(const std::set<std::string>* read_only_of = nullptr) const;
    /// Sets aside damaged collections and the files of `damaged_beside`; calls `tell` with a line for each.
    void set_damaged_aside(const std::set<std::string>& read_only_of,
                           const std::function<void(const std::string&)>& tell);
    /// Moves a file to damaged/ and returns its new path. Returns nullopt if the file is gone (another
    /// process may have moved it) or another file has replaced it since it was found.
    std::optional<std::filesystem::path> set_aside(const DamagedFile& file);
    std::optional<std::filesystem::path> set_aside(const std::filesystem::path& file) {
        return set_aside(DamagedFile{file, {}, {}});
    }

    StateFile checkpoint_of(const std::string& id) const {
        return {open_path(id) / "checkpoint.h5", {"checkpoint", id}};
    }
    /// The state of the longest run of a family, from which longer runs can continue
    /// (config/continuation.hpp).
    StateFile state_of(const std::string& family) const;
    void write_state(const StateFile& file, const Archive& state, const Value& info);
    /// Ids of the runs that have a checkpoint.
    std::vector<std::string> list_checkpoints() const;

    void record_failure(const std::string& id, const Value& details);
    std::filesystem::path failure_path(const std::string& id) const { return open_path(id) / "failure"; }
    /// The details of the failures whose files are not damaged, by the ids of the runs.
    std::map<std::string, Value> failures() const;
    /// The details; nullopt if there is no failure. Throws DataError if its file is damaged.
    std::optional<Value> failure(const std::string& id) const;
    /// Removes a run's checkpoint and failure.
    void clear_remains(const std::string& id);

    /// Claims a run. Returns nullopt if another process or thread computes the run now (`holder` receives its
    /// claim), or if the run is stored and counts for `source`.
    std::optional<Claim> try_claim(const std::string& id, const SourceState& source,
                                   ClaimInfo* holder = nullptr);
    /// Claims a run even if it is stored: for changing its files.
    std::optional<Claim> try_hold(const std::string& id, ClaimInfo* holder = nullptr);
    /// If a holder's process cannot be checked, its claim is void after so many seconds without a touch.
    void set_claim_timeout(double seconds) { claim_timeout_ = seconds; }
    /// How long `take_out` and `gather_small_runs` wait for other processes that do the same: for ever if
    /// `patience` is empty; otherwise they may throw NotWaitedFor.
    void set_patience(files::Patience patience) { patience_ = std::move(patience); }
    bool is_stored(const std::string& id, const SourceState& source) const;
    /// Claims whose holders may be running; with `also_void` all claims.
    std::vector<ClaimInfo> running(bool also_void = false) const;

  private:
    std::filesystem::path open_path(const std::string& id) const;
    /// The ids that have a folder or file in open/.
    std::vector<std::string> open_ids() const;
    /// Calls `get` with the run's source, and again if the run has moved between files and collections.
    template <class Get>
    auto from_source(const std::string& id, Get get) const;
    /// Writes a file of this folder. A pipe, a link or a folder at `path` is moved to damaged/ first.
    void put(const std::filesystem::path& path, std::span<const std::byte> bytes);
    /// Removes the file at `path`; a folder is moved to damaged/.
    void clear(const std::filesystem::path& path);
    /// All folders that may have files of this program, with those of unfinished runs.
    std::vector<std::filesystem::path> folders() const;
    /// Keeps a small run just written in memory, so that gather_small_runs() need not read its file.
    void remember(StoredRun run);
    std::optional<StoredRun> small_run(const std::string& id, const files::FileStamp& stamp);

    std::filesystem::path folder_;
    RunFolder runs_;
    mutable Collections collections_;
    double claim_timeout_ = kClaimTimeout;
    files::Patience patience_;

    struct Written {
        files::FileStamp stamp;
        StoredRun run;
    };
    std::mutex written_mutex_;
    std::map<std::string, Written> written_;  ///< runs by this store, not yet in a collection
    std::uint64_t written_bytes_ = 0;         ///< of their files
};

}  // namespace reboost::results
