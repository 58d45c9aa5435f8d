#pragma once
/// The plan of a sweep: the runs that are done, the runs to do and their estimated time.
#include "config/config.hpp"
#include "results/source_state.hpp"
#include "results/store.hpp"
#include "sweep/environment.hpp"

#include <filesystem>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace reboost::sweep {

// A run's estimated cost, exact enough to start the longest run first and to balance shards (cost_model.cpp).

struct Cost {
    double work = 0;        ///< stored feature values scanned in all rounds
    double seconds = 0;     ///< CPU seconds of training and evaluation on a core that streams 30 GB/s
    double data_bytes = 0;  ///< rough size of the binned data, which all runs of a data set share
    double run_bytes = 0;   ///< rough size of the run's own arrays
};

/// The number of rounds in the options.
std::uint64_t rounds_of(const boosting::BoosterOptions& booster);

/// The result depends on the arguments only, so that all machines balance shards in the same way. An unknown
/// shape counts as 1000 rows × 10 features.
Cost estimate_cost(const config::RunSpec& spec, const boosting::DataFacts& shape);

/// "adaboost_mh stump bandit": estimates of runs of one kind have similar errors.
std::string kind_of(const config::RunSpec& spec);

enum class RunState { done, failed, to_do };

/// Part number `index` (from 1) of `count` parts of a sweep, for machines that do not communicate.
struct Shard {
    std::size_t index = 1, count = 1;
};
inline constexpr std::size_t kMostShards = 10000;
/// Reads "2/8". Throws UsageError unless the text is i/N with 1 ≤ i ≤ N.
Shard parse_shard(std::string_view text);

struct PlanEntry {
    /// The state as text: "done", "running", "failed", "begun" or "to do".
    std::string_view state_text() const;

    std::string id;
    std::string label;  ///< "pendigits stump ucb(10) adaboost_mh seed 1"
    config::PlannedRun run;
    std::string dataset_sha256;
    Cost cost;
    RunState state = RunState::to_do;
    bool has_checkpoint = false;                    ///< the run can continue from a checkpoint
    bool running = false;                           ///< claimed by a process that may be running
    std::string failure;                            ///< message of the recorded failure
    std::string failure_type;                       ///< one of kFailureTypes (sweep/failure.hpp)
    std::optional<files::FileStamp> failure_stamp;  ///< stamp of the failure's file
    /// Why the stored run does not count ("came from a modified source (hash …)"); "" if none or it counts.
    std::string not_counted;
    std::string damage;                     ///< what is wrong with the stored file; "" if nothing is
    std::optional<files::FileStamp> stamp;  ///< stamp of the stored file
};

struct PlanOptions {
    /// Plans only this part of all runs, done or not, so that shards planned at different times agree.
    std::optional<Shard> shard{};
    /// Generated sets may replace data sets that are missing.
    bool allow_stand_in = false;
    /// A folder of collections with reference results; a run whose result there counts is done. "": none.
    std::filesystem::path reference{};
    /// Stored results do not count; a sweep moves them to replaced/ before it begins.
    bool recompute = false;
    /// The source of the program that computes the runs.
    results::SourceState source = results::this_source();
};

struct Plan {
    std::vector<PlanEntry> entries;  ///< in the order of the config
    std::string collapse_report;     ///< which runs were merged; "" if none
    /// Missing catalogue sets that runs to do need and that no stand-in may replace.
    std::set<std::string> missing_data;
    PlanOptions options;  ///< options that the plan was made with
    /// For each damaged collection or reference file, what is wrong and what happens to its runs.
    std::vector<std::string> damaged;

    /// A line for each reason, such as "3 runs came from a modified source (hash …) and are computed anew",
    /// and a line for each damaged file.
    std::vector<std::string> recomputed() const;

    std::size_t count(RunState state) const;
    /// `state`: as state_text() gives it.
    std::size_t count(std::string_view state) const;
    std::set<std::string> ids() const;
    /// Estimated seconds until all runs are done, `jobs` runs at once.
    double seconds_to_do(std::size_t jobs) const;
};

/// The runs of a part. The longest run goes to the least loaded part (Graham 1969, LPT). Ties go to the
/// smaller id and the smaller part number, so that every machine computes the same division.
std::vector<PlanEntry> part_of(std::vector<PlanEntry> entries, const Shard& shard);

/// Why a run's parts do not fit each other or the data (boosting/compatibility.hpp); "" if they fit.
std::string misfit(const config::RunSpec& spec, const boosting::DataFacts& shape);

/// The entry of a run on loaded data, without an identity, because nothing of the run is stored. Throws
/// UsageError if run and data do not fit.
PlanEntry entry_on(config::PlannedRun run, const data::BinnedSplit& data);

/// Plans the runs of one or several configs: identities, states and costs. A run in two configs is planned
/// once. If a set is present, the permission of a stand-in does not enter a run's identity. Throws UsageError
/// if a run does not fit its data, and the exceptions of DataSource.
Plan make_plan(std::span<const config::SweepConfig> configs, const results::Store& store, DataSource& data,
               const PlanOptions& options = {});

/// The order in which runs are started, as indices into plan.entries. The longest run comes first, so that
/// none is left over at the end; equally long runs are ordered by data set, so that few sets are in memory at
/// once. With `only_failed`, only the runs that failed with this type ("": with any type).
std::vector<std::size_t> execution_order(const Plan& plan,
                                         const std::optional<std::string>& only_failed = std::nullopt);

/// Runs share binned data if and only if their keys are equal.
std::string data_key(const config::RunSpec& spec);

}  // namespace reboost::sweep
