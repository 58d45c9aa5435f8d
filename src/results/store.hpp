#pragma once
/// The results folder.
///
///     <folder>/runs/<id>.h5            finished runs; a file that exists is complete
///     <folder>/collections/<name>.h5   many finished runs in one file; runs/<id>.h5 goes before it
///     <folder>/open/<id>/              of a run under way: claim, checkpoint.h5, failure
///     <folder>/states/<family>.h5      where longer runs of a family may go on from
///     <folder>/damaged/                files that do not prove themselves: kept, never used
///     <folder>/replaced/               what `run --recompute` took the place of
///     <folder>/index.h5                headers of the files in runs/: a cache
///
/// Runs, collections, checkpoints, states and failures are sealed (results/seal.hpp). What cannot be read or
/// does not match its seal is absent: it is named where runs are listed, and set aside by the next writer.
///
/// Lifecycle of one run
///  1. `try_claim(id)`: nullopt where it is stored already or another process computes it.
///  2. `read_checkpoint(id)`: where to go on from, if anything.
///  3. `write_checkpoint(id, ...)` now and then.
///  4. `write(record)`, which also removes the run's checkpoint and failure; or `record_failure(id, ...)`.
///  5. the claim's destructor gives it back.
///
/// All members may be called from any thread (HDF5 calls are serialised inside) and from any number of
/// processes. IoError: the operating system refuses, named with its reason. DataError: a file is not what
/// this program wrote.
#include "files/folder_lock.hpp"
#include "results/claim.hpp"
#include "results/run_folder.hpp"
#include "results/source_state.hpp"

#include <functional>
#include <set>

namespace reboost::results {

/// What a stored run is worth.
struct Judgement {
    RunHeader header;         ///< empty where the file could not be read
    std::string not_counted;  ///< why it does not count: another source; "" where it counts
    std::string damage;       ///< what is wrong with the file, which it names; "" where nothing is
    bool gone = false;        ///< removed since it was listed: no run, and no damage
    bool counts() const { return !gone && not_counted.empty() && damage.empty(); }
};

struct Checkpoint {
    Archive state;
    Value info;  ///< small: rounds done, time used so far, records not yet written, …
};

struct Failure {
    std::string id;
    Value details;  ///< as given to record_failure
};

/// Whether opening a store may create its folders.
enum class OpenMode { read_write, read_only };

/// Small run files that a folder may have before they are gathered into a collection.
inline constexpr std::size_t kWorthGathering = 512;

class Store {
  public:
    /// read_write creates the folders and proves them writable, and removes what dead processes left half
    /// written. read_only changes nothing but the index; a folder that does not exist is an empty store.
    explicit Store(std::filesystem::path folder, OpenMode mode = OpenMode::read_write);
    ~Store();

    const std::filesystem::path& folder() const { return folder_; }
    /// Where a finished run lies or would lie that is in no collection.
    std::filesystem::path run_path(const std::string& id) const { return runs_.path_of(id); }

    /// Stores a finished run atomically; then clears its remains. A run already stored is replaced; a file
    /// that does not prove itself goes to damaged/.
    void write(const RunRecord& record) { write(to_stored(record)); }
    void write(StoredRun run);
    bool contains(const std::string& id) const { return stamp(id).has_value(); }
    /// The stamp of the file that has the run; nullopt where there is none.
    std::optional<files::FileStamp> stamp(const std::string& id) const;
    /// Ids of the finished runs, sorted.
    std::vector<std::string> list() const;
    /// As of RunSource, wherever the run lies.
    RunHeader header(const std::string& id) const;
    Archive arrays(const std::string& id, std::span<const std::string> wanted) const;
    RunRecord read(const std::string& id) const;
    StoredRun stored(const std::string& id) const;
    /// Reads the header of a stored run and says whether the run counts for a program of the source `now`:
    /// the one rule for sweeps and reports. Throws IoError where the system lacks descriptors.
    Judgement judge(const std::string& id, const SourceState& now) const;

    /// Takes the runs out, wherever they are; `keep_in`: the folder of this folder that gets their files. "":
    /// they are deleted.
    void take_out(const std::set<std::string>& ids, const std::string& keep_in = "");
    /// Puts the small run files into a collection where there are at least `least` of them; returns how many
    /// it took.
    std::size_t gather_small_runs(std::size_t least);
    /// What is wrong with collections, each named.
    std::vector<DamagedFile> damaged_collections() const { return collections_.content()->damaged; }

    /// Files whose names this program does not give ("<id> (copy).h5"): they are never read.
    std::vector<std::filesystem::path> strays() const;
    /// Files that dead processes left half written, wherever the folder may have files.
    std::vector<std::filesystem::path> abandoned() const;
    /// Removes those, and empty folders of runs under way.
    void remove_abandoned();
    /// Damaged checkpoints, states and failures, and folders, pipes and links to nothing in place of these,
    /// of claims and of locks. Reads the checkpoints and states of these runs and families (null: of all, and
    /// gigabytes take seconds).
    std::vector<DamagedFile> damaged_beside(const std::set<std::string>* read_only_of = nullptr) const;
    /// Sets aside damaged collections and what `damaged_beside` finds, and tells a line of each.
    void set_damaged_aside(const std::set<std::string>& read_only_of,
                           const std::function<void(const std::string&)>& tell);
    /// Moves a file to damaged/ and returns where it is now. nullopt: it is gone, as when another process set
    /// it aside, or another file has taken its place since it was found.
    std::optional<std::filesystem::path> set_aside(const DamagedFile& file);
    std::optional<std::filesystem::path> set_aside(const std::filesystem::path& file) {
        return set_aside(DamagedFile{file, {}, {}});
    }

    void write_checkpoint(const std::string& id, const Archive& state, const Value& info);
    std::filesystem::path checkpoint_path(const std::string& id) const {
        return open_path(id) / "checkpoint.h5";
    }
    /// nullopt where there is none. Throws DataError where it is damaged or another run's.
    std::optional<Checkpoint> read_checkpoint(const std::string& id) const;
    /// Ids of the runs that have one.
    std::vector<std::string> list_checkpoints() const;

    /// What finished runs left for longer ones to go on from: states/<family>.h5, of the longest of a family
    /// (config/continuation.hpp).
    void write_state(const std::string& family, const Archive& state, const Value& info);
    std::filesystem::path state_path(const std::string& family) const;
    /// nullopt where there is none. Throws DataError where it is damaged or another family's.
    std::optional<Checkpoint> read_state(const std::string& family) const;

    void record_failure(const std::string& id, const Value& details);
    std::filesystem::path failure_path(const std::string& id) const { return open_path(id) / "failure"; }
    /// The sound ones.
    std::vector<Failure> failures() const;
    /// nullopt where there is none. Throws DataError where its file is damaged.
    std::optional<Failure> failure(const std::string& id) const;
    /// Removes a run's checkpoint and failure.
    void clear_remains(const std::string& id);

    /// nullopt where another process (or thread) computes the run now (`holder` receives who), or where it is
    /// stored and counts for `source`.
    std::optional<Claim> try_claim(const std::string& id, const SourceState& source,
                                   ClaimInfo* holder = nullptr);
    /// The same whether the run is stored or not: for those who change its files.
    std::optional<Claim> try_hold(const std::string& id, ClaimInfo* holder = nullptr);
    /// Seconds of silence after which the claim of a process that cannot be asked is void.
    void set_claim_timeout(double seconds) { claim_timeout_ = seconds; }
    /// How long `take_out` and `gather_small_runs` wait for other processes that do the same; for ever where
    /// it is empty. They throw NotWaitedFor.
    void set_patience(files::Patience patience) { patience_ = std::move(patience); }
    bool is_stored(const std::string& id, const SourceState& source) const;
    /// Claims of processes that may be running; with `also_void` all.
    std::vector<ClaimInfo> running(bool also_void = false) const;

  private:
    std::filesystem::path open_path(const std::string& id) const;
    /// The runs that have something in open/.
    std::vector<std::string> open_ids() const;
    /// Calls `get` with the run's source, and anew where the run has moved meanwhile.
    template <class Get>
    auto from_source(const std::string& id, Get get) const;
    /// Writes a file of this folder. A pipe, a link to a file elsewhere or a folder in that place goes to
    /// damaged/ first.
    void put(const std::filesystem::path& path, std::span<const std::byte> bytes);
    /// Removes what is at `path`; a folder is set aside.
    void clear(const std::filesystem::path& path);
    /// Every folder that may have files of this program, down to those of runs under way.
    std::vector<std::filesystem::path> folders() const;
    /// Keeps a small run just written in memory, so that it need not be read when it is gathered.
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
        std::size_t bytes;
    };
    std::mutex written_mutex_;
    std::map<std::string, Written> written_;  ///< by this store, not yet gathered
    std::size_t written_bytes_ = 0;
};

}  // namespace reboost::results
