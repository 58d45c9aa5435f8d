#pragma once
/// The runs of a sweep: done, left to do, and the time that the latter will take.
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

// How long a run will take and what it holds, before it is run: accurate enough to start the longest run
// first and to balance shards (cost_model.cpp)

struct Cost {
    double work = 0;        ///< stored feature values scanned, all rounds
    double seconds = 0;     ///< CPU seconds of training and evaluation on a core that streams 30 GB/s
    double data_bytes = 0;  ///< of its binned data, roughly, which runs of one data set share
    double run_bytes = 0;   ///< of its own arrays, roughly
};

/// Rounds that the booster is asked for.
std::uint64_t rounds_of(const boosting::BoosterOptions& booster);

/// Depends on its arguments only, so that all machines balance shards in the same way. An unknown shape
/// counts as 1000×10.
Cost estimate_cost(const config::RunSpec& spec, const boosting::DataFacts& shape);

/// "adaboost_mh stump bandit": runs whose estimates have similar errors.
std::string kind_of(const config::RunSpec& spec);

enum class RunState { done, failed, to_do };
constexpr std::string_view run_state_name(RunState state) {
    return state == RunState::done ? "done" : state == RunState::failed ? "failed" : "to do";
}

/// Part `index` of `count`, index from 1: of a sweep on machines that do not communicate.
struct Shard {
    std::size_t index = 1, count = 1;
};
inline constexpr std::size_t kMostShards = 10000;
/// "2/8". Throws UsageError for anything that is not 1 ≤ i ≤ N.
Shard parse_shard(std::string_view text);

struct PlanEntry {
    /// "done", "running", "failed", "begun" or "to do".
    std::string_view state_text() const;

    std::string id;
    std::string label;  ///< "pendigits stump ucb(10) adaboost_mh seed 1"
    config::PlannedRun run;
    std::string dataset_sha256;
    Cost cost;
    RunState state = RunState::to_do;
    bool has_checkpoint = false;                    ///< begun, goes on from there
    bool running = false;                           ///< claimed by a process that may live
    std::string failure;                            ///< message of the recorded failure
    std::string failure_type;                       ///< one of kFailureTypes (sweep/failure.hpp)
    std::optional<files::FileStamp> failure_stamp;  ///< of its file
    /// Why what is stored does not count ("came from a modified source (hash …)"); "" where nothing is stored
    /// or it counts.
    std::string not_counted;
    std::string damage;                     ///< what is wrong with the stored file; "" where nothing is
    std::optional<files::FileStamp> stamp;  ///< of that file
};

struct PlanOptions {
    /// Only this part: the division is made over all runs, done or not, so that shards planned at different
    /// times agree.
    std::optional<Shard> shard{};
    /// Generated sets may take the place of those that are not at hand.
    bool allow_stand_in = false;
    /// A folder of collections with reference results: a run that is there and counts is done. "": none.
    std::filesystem::path reference{};
    /// What is stored counts for nothing: a sweep moves it to replaced/ before it begins.
    bool recompute = false;
    /// The source of the program that computes what is to do.
    results::SourceState source = results::this_source();
};

struct Plan {
    std::vector<PlanEntry> entries;  ///< in the order of the config
    std::string collapse_report;     ///< what was merged, "" where nothing
    /// Catalogue sets that runs to do need and that are not at hand, with no stand-in allowed.
    std::set<std::string> missing_data;
    PlanOptions options;  ///< as it was made
    /// What is wrong with collections and with files of reference results, and what becomes of their runs.
    std::vector<std::string> damaged;

    /// "3 runs came from a modified source (hash …) and are computed anew", a line per reason; a line per
    /// damaged file.
    std::vector<std::string> recomputed() const;

    std::size_t count(RunState state) const;
    /// By `state_text`.
    std::size_t count(std::string_view state) const;
    std::set<std::string> ids() const;
    /// Estimated seconds until all are done, `jobs` runs at once.
    double seconds_to_do(std::size_t jobs) const;
};

/// The runs of a part: the longest run goes to the least loaded part (Graham 1969, LPT). Ties go to the
/// smaller id and the smaller part, so that every machine computes the same division.
std::vector<PlanEntry> part_of(std::vector<PlanEntry> entries, const Shard& shard);

/// Why a run's parts do not fit each other or the data (boosting/compatibility.hpp); "" where they do.
std::string misfit(const config::RunSpec& spec, const boosting::DataFacts& shape);

/// The entry of a run on data at hand, without an identity: nothing of it is stored. Throws UsageError where
/// they do not fit.
PlanEntry entry_on(config::PlannedRun run, const data::BinnedSplit& data);

/// Identities, states and costs of the runs of one config or of several (a run in two of them is planned
/// once). Where a set is at hand, whether a stand-in would have been allowed does not enter a run's identity.
/// Throws UsageError where a run does not fit its data, and what DataSource throws.
Plan make_plan(std::span<const config::SweepConfig> configs, const results::Store& store, DataSource& data,
               const PlanOptions& options = {});

/// The order in which runs are started: the longest first, so that none is left over at the end; equally long
/// ones by data set, so that few are in memory at once. Indices into plan.entries, of those to run only
/// (`only_failed`: the failed ones, of this type where it is not empty).
std::vector<std::size_t> execution_order(const Plan& plan,
                                         const std::optional<std::string>& only_failed = std::nullopt);

/// What two runs that share binned data have in common.
std::string data_key(const config::RunSpec& spec);

}  // namespace reboost::sweep
