#pragma once
/// What a sweep has done, has left, and how long that will take.
#include "config/config.hpp"
#include "results/source_state.hpp"
#include "results/store.hpp"
#include "sweep/cost_model.hpp"
#include "sweep/environment.hpp"
#include "sweep/shard.hpp"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace reboost::sweep {

enum class RunState { done, failed, to_do };
constexpr std::string_view run_state_name(RunState state) {
    return state == RunState::done ? "done" : state == RunState::failed ? "failed" : "to do";
}

struct PlanEntry {
    std::string id;
    std::string label;  ///< "pendigits stump ucb(10) adaboost_mh seed 1"
    config::PlannedRun run;
    std::string dataset_sha256;
    DataShape shape;
    Cost cost;
    RunState state = RunState::to_do;
    bool has_checkpoint = false;  ///< begun, goes on from there
    std::string failure;          ///< message of the recorded failure
    std::string failure_type;     ///< one of kFailureTypes (sweep/failure.hpp)
    /// Why what is stored does not count ("came from a modified source (hash …)"); "" where nothing is stored
    /// or it counts.
    std::string not_counted;
    std::string damage;                          ///< what is wrong with the stored file; "" where nothing is
    std::optional<results::FileStamp> replaces;  ///< the stored file that the run takes the place of
};

struct Plan {
    std::vector<PlanEntry> entries;  ///< in the order of the config
    std::string collapse_report;     ///< what was merged, "" where nothing
    /// Catalogue sets that runs to do need and that are not at hand, with no stand-in allowed; sorted.
    std::vector<std::string> missing_data;
    results::SourceState source;  ///< of the program that computes what is to do
    bool recompute = false;       ///< everything, from the beginning

    /// "3 runs came from a modified source (hash …) and are computed anew", a line per reason; and a line per
    /// damaged run file.
    std::vector<std::string> recomputed() const;

    std::size_t count(RunState state) const;
    /// Sum of the estimated seconds of runs not done.
    double seconds_to_do() const;
};

/// Throws UsageError where a run's parts do not fit each other or the data (boosting/compatibility.hpp),
/// naming the run.
void check_fit(const config::RunSpec& spec, const DataShape& shape, const std::string& label);

struct PlanOptions {
    /// Only this part: the division is made over all runs, done or not, so that shards planned at different
    /// times agree.
    std::optional<Shard> shard{};
    /// Generated sets may take the place of those that are not at hand.
    bool allow_stand_in = false;
    /// Reference results (report/reference.hpp): a run that has a file <id>.json there counts as done. "":
    /// none.
    std::filesystem::path reference{};
    /// What is stored counts for nothing.
    bool recompute = false;
    results::SourceState source = results::this_source();
};

/// Identities, states and costs of the runs of one config or of several (a run in two of them is planned
/// once). Where a set is at hand, whether a stand-in would have been allowed does not enter a run's identity.
/// Throws UsageError where a run does not fit its data, and what DataSource throws.
Plan make_plan(std::span<const config::SweepConfig> configs, const results::Store& store, DataSource& data,
               const PlanOptions& options = {});

/// The order in which runs are started: data sets by their longest run, in each the longest run first, so
/// that few data sets are in memory at once and no long run starts last. Indices into plan.entries, of those
/// to run only (`only_failed`: the failed ones, of this type where it is not empty).
std::vector<std::size_t> execution_order(const Plan& plan, bool only_failed,
                                         const std::string& failure_type = "");

/// What two runs that share binned data have in common.
std::string data_key(const config::RunSpec& spec);

}  // namespace reboost::sweep
