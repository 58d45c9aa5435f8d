#pragma once
/// The results folder.
///
///     <folder>/runs/<id>.h5          finished runs; a file that exists is complete
///     <folder>/packs/<n>.pack        many small finished runs in one file; runs/<id>.h5 goes before it
///     <folder>/failed/<id>.json      why a run failed; gone once it succeeds
///     <folder>/checkpoints/<id>.h5   state of unfinished runs
///     <folder>/states/<family>.h5    where longer runs of a family may go on from
///     <folder>/claims/<id>           which process computes a run now
///     <folder>/damaged/              files that do not prove themselves: kept, never used
///
/// Every file carries a checksum over its content and its run (results/seal.hpp), which is checked whenever
/// it is read: at the first reading by this process, and again where the file has changed since.
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
#include "core/archive.hpp"
#include "core/value.hpp"
#include "results/claim.hpp"
#include "results/file_stamp.hpp"
#include "results/pack_folder.hpp"
#include "results/run_record.hpp"
#include "results/source_state.hpp"

#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace reboost::results {

struct Hdf5Content;
struct Hdf5Query;

/// A run file without its arrays: cheap to read.
struct RunHeader {
    std::string id;
    Value spec;
    Value attributes;
};

/// What a stored run is worth.
struct Judgement {
    RunHeader header;         ///< empty where the file could not be read
    std::string not_counted;  ///< why it does not count: another source, no checksum; "" where it counts
    std::string damage;       ///< what is wrong with the file, which it names; "" where nothing is
    bool gone = false;        ///< removed since it was listed: no run, and no damage
    bool counts() const { return !gone && not_counted.empty() && damage.empty(); }
};

/// What a run that is to be computed takes the place of, so that it is told from what others store meanwhile.
struct Replaced {
    std::optional<FileStamp> stamp;     ///< of what was stored; packing and unpacking change it
    std::optional<SourceState> source;  ///< for which another's result must count; nullopt: any will do
    std::vector<std::string> seals;     ///< of what counts, but is to be computed again (Store::seals)
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

/// Where a results folder may have files; "": the folder itself.
inline constexpr const char* kFolders[] = {"",      "runs",   "failed", "checkpoints", "claims",   "damaged",
                                           "packs", "states", "sweeps", "recompute",   "reference"};

/// Small run files that a folder may have before they are packed.
inline constexpr std::size_t kWorthPacking = 512;

class Store {
  public:
    /// read_write creates the folders and proves them writable, and removes what dead processes left half
    /// written. read_only changes nothing; a folder that does not exist is an empty store.
    explicit Store(std::filesystem::path folder, OpenMode mode = OpenMode::read_write);

    const std::filesystem::path& folder() const { return folder_; }
    /// Where a finished run lies or would lie.
    std::filesystem::path run_path(const std::string& id) const;

    /// Stores a finished run atomically; then clears its remains. A run already stored is replaced.
    void write(const RunRecord& record);
    /// The same with the bytes of a run's file, seal and all, as `file_of` gives them.
    void write_file(const std::string& id, std::span<const std::byte> bytes);
    bool contains(const std::string& id) const;
    /// Of the stored run's file; nullopt where there is none.
    std::optional<FileStamp> stamp(const std::string& id) const;
    /// The seals' lines of all that is stored of a run: its file's, and that of each pack that has one.
    std::vector<std::string> seals(const std::string& id) const;
    /// Ids of the finished runs, sorted.
    std::vector<std::string> list() const;
    /// The ids that start with `prefix`, sorted: lets a user type the first digits only.
    std::vector<std::string> find_prefix(const std::string& prefix) const;
    RunRecord read(const std::string& id) const;
    RunHeader read_header(const std::string& id) const;
    /// One group of a run: "curves", "selector" or "model".
    Archive read_group(const std::string& id, const std::string& group) const;
    /// Named arrays of /curves only, in one opening of the file; names that a run does not have are left out.
    Archive read_curves(const std::string& id, const std::vector<std::string>& names) const;
    /// Reads the header of a stored run and says whether the run counts for a program of the source `now`:
    /// the one rule for sweeps and reports. Throws IoError where the system lacks descriptors.
    Judgement judge(const std::string& id, const SourceState& now) const;
    /// All that is stored of the run, in whatever packs it is, which become files.
    void remove(const std::string& id);
    /// The bytes of a finished run's file, wherever it lies. Throws IoError where there is none.
    std::vector<std::byte> file_of(const std::string& id) const;
    /// Why a stored run does not count, or what is wrong with it: as `judge`, without its header, and for
    /// packed runs without reading them.
    Judgement weigh(const std::string& id, const SourceState& now) const;

    /// Puts the small run files into packs where there are at least `least` of them; returns how many it
    /// took.
    std::size_t pack_small_runs(std::size_t least);
    /// Puts the runs of the pack that has this one back into files.
    void unpack(const std::string& id);
    void unpack_all();
    /// What is wrong with packs, each named.
    std::vector<DamagedFile> damaged_packs() const;

    /// Files whose names this program does not give ("<id> (copy).h5"): they are never read.
    std::vector<std::filesystem::path> strays() const;
    /// Folders, pipes and links to nothing where claims, checkpoints, states and failures are due.
    std::vector<DamagedFile> not_files() const;
    /// Moves a file of this folder to damaged/ and returns where it is now. nullopt: it is gone, as when
    /// another process set it aside, or its pack could not give it back and was set aside itself.
    std::optional<std::filesystem::path> set_aside(const std::filesystem::path& file);
    /// The same, unless another file has taken its place since it was found.
    std::optional<std::filesystem::path> set_aside(const DamagedFile& file);

    void write_checkpoint(const std::string& id, const Archive& state, const Value& info);
    std::filesystem::path checkpoint_path(const std::string& id) const;
    /// nullopt where there is none. Throws DataError where it is damaged or another run's.
    std::optional<Checkpoint> read_checkpoint(const std::string& id) const;
    std::vector<std::string> list_checkpoints() const;
    /// Reads all of them: gigabytes take seconds.
    std::vector<DamagedFile> damaged_checkpoints() const;

    /// What finished runs left for longer ones to go on from: states/<family>.h5, of the longest of a family
    /// (config/continuation.hpp).
    void write_state(const std::string& family, const Archive& state, const Value& info);
    std::filesystem::path state_path(const std::string& family) const;
    /// nullopt where there is none. Throws DataError where it is damaged or another family's.
    std::optional<Checkpoint> read_state(const std::string& family) const;
    std::vector<std::string> list_states() const;
    std::vector<DamagedFile> damaged_states() const;

    void record_failure(const std::string& id, const Value& details);
    std::filesystem::path failure_path(const std::string& id) const;
    /// The sound ones.
    std::vector<Failure> failures() const;
    std::vector<DamagedFile> damaged_failures() const;
    /// nullopt where there is none. Throws DataError where its file is damaged.
    std::optional<Failure> failure(const std::string& id) const;

    /// nullopt where another process (or thread) computes the run now (`holder` receives who), or where it is
    /// stored (`is_stored`).
    std::optional<Claim> try_claim(const std::string& id, const Replaced& replaced = {},
                                   ClaimInfo* holder = nullptr);
    /// The same whether the run is stored or not: for those who change its files.
    std::optional<Claim> try_hold(const std::string& id, ClaimInfo* holder = nullptr);
    /// Seconds of silence after which the claim of a process that cannot be asked is void.
    void set_claim_timeout(double seconds) { claim_timeout_ = seconds; }
    /// Whether the run is stored and is not what `replaced` says, wherever that lies by now.
    bool is_stored(const std::string& id, const Replaced& replaced) const;
    /// Whether the holder may be running: the one rule for this store's timeout.
    bool holds(const ClaimInfo& claim) const { return is_held(claim, claim_timeout_); }
    /// Claims of processes that may be running.
    std::vector<ClaimInfo> running() const;
    /// Removes the run's claim if it is void now, or sets it aside where it is damaged. Returns whether it
    /// did.
    bool clear_claim(const std::string& id);

  private:
    Hdf5Content read_run(const std::string& id, const Hdf5Query& query) const;
    /// Of a file without a seal, named by `error`.
    void judge_unsealed(Judgement& judgement, const std::string& id, const std::string& error) const;
    /// Removes a run's checkpoint and failure.
    void clear_remains(const std::string& id);
    /// Writes a file of this folder. What is no file of its own in that place, such as a pipe or a link to a
    /// file elsewhere, goes to damaged/ first.
    void put(const std::filesystem::path& path, std::span<const std::byte> bytes);
    /// Removes what is at `path`, whatever it is.
    void clear(const std::filesystem::path& path);
    /// From what the run's pack keeps for reports; nullopt: it is to be read from its file.
    std::optional<Hdf5Content> read_packed(const std::string& id, const Hdf5Query& query) const;
    /// Keeps what a pack will have of a small run just written, so that packing need not read it from HDF5.
    void remember(const RunRecord& record);
    bool is_proved(const std::string& id, const FileStamp& stamp) const;

    /// Of the file in runs/ alone.
    std::optional<FileStamp> loose_stamp(const std::string& id) const;
    /// Makes files of a pack's runs and removes it. Call with the packs' lock held.
    void open_pack(const Pack& pack);

    std::filesystem::path folder_;
    mutable PackFolder packs_;
    double claim_timeout_ = kClaimTimeout;
    mutable std::mutex proved_mutex_;
    mutable std::map<std::string, FileStamp> proved_;  ///< run files whose seal was found to fit

    struct Written {
        FileStamp stamp;
        SourceState source;
        std::vector<std::byte> content;
    };
    std::optional<Written> take_written(const std::string& id);
    /// A run's file and what packs keep of it; nullopt: it is no run that proves itself, and stays.
    std::optional<RunFile> read_loose(const std::string& id, const FileStamp& stamp);
    std::mutex written_mutex_;
    std::map<std::string, Written> written_;  ///< by this store, not yet packed
    std::size_t written_bytes_ = 0;           ///< of their contents
};

}  // namespace reboost::results
