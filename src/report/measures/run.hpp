#pragma once
/// Finished runs, and queries for them. Runs that differ only in their seeds share one Setting: a report has
/// tens of thousands of runs, but only some thousand settings.
#include "core/value.hpp"
#include "results/run_file.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace reboost::config {
class Identities;
}
namespace reboost::results {
class Collection;
}

namespace reboost::report {

struct Setting {
    Value spec;  ///< all options; its seeds are placeholders
    std::shared_ptr<const config::Identities>
        identities;           ///< null if this version does not know the specification
    std::string cell;         ///< specification as text, without what may differ in one cell
    std::int64_t rounds = 0;  ///< booster.rounds, or the trials of a budgeted run; else 0
};

struct Seeds {
    std::int64_t run, dataset;
};

/// A finished run without its arrays.
struct Run {
    std::string id;
    Value attributes;
    std::shared_ptr<const Setting> setting;  ///< shared by all runs that differ only in their seeds
    std::optional<Seeds> seeds = {};         ///< nullopt: `setting` belongs to this run alone
    bool reference = false;                  ///< a reference result: computed elsewhere, with thinned curves
    std::shared_ptr<const results::Collection> file = {};  ///< collection of a reference result

    /// The specification; its seeds are only placeholders if `seeds` is set.
    const Value& options() const { return setting->spec; }
    Value spec() const;                         ///< with the run's seeds
    Value option(std::string_view path) const;  ///< option of the specification; null if absent
    std::int64_t split() const;                 ///< dataset.seed; 1 if absent
    std::string paper() const;                  ///< name of a reference result's collection; else ""
    std::int64_t rounds_asked() const { return setting->rounds; }
    /// Whether the run is budgeted, with trials in place of rounds.
    bool has_trials() const { return number_at(options(), "booster.trials.count", 0) > 0; }
    bool stand_in() const;  ///< whether a generated data set replaced one that is not available
    /// Whether the run ran alone on a pinned processor, to measure time.
    bool timed() const { return text_at(options(), "timing") == "timing"; }
};
/// Whether an algorithm that the run used has been revised since, so that its specification now gives other
/// results. Runs of unknown data or specification are not judged.
bool is_outdated(const Run& run);
/// Returns "seed/dataset.seed/".
std::string seeds_key(const Run& run);

/// Whether a run calls a user's own program (policy `external`), whose seconds are not measured.
bool asks_program(const Value& spec);
inline constexpr std::string_view kWithoutProgram = "without the CPU time of the program that the run asks";

/// Makes runs from headers; runs with equal options share one Setting.
class Settings {
  public:
    /// Adds options that are newer than the stored run, at their defaults; otherwise, old and new runs of one
    /// setting would seem to have two.
    Run run(results::RunHeader header);
    /// Makes a run from the JSON of its header. Throws DataError naming `source`.
    Run run(const std::string& id, std::string_view json, const std::string& source);

  private:
    Run run_of(const std::string& id, std::string_view spec, Value attributes, const std::string& source);
    std::unordered_map<std::string, std::shared_ptr<const Setting>>
        known_;  ///< by JSON without seeds; null if the seeds are in other places
};

/// Finds the runs that match a query. A report asks tens of thousands of queries over thousands of runs.
///
/// A query is {"learner.name": "stump", "selector.k": [10, 20]}. A key is a dotted path into the
/// specification or, with the prefix "attributes.", into the run's attributes. A list means "any of these";
/// null means that the run has no value there.
class RunIndex {
  public:
    /// Returns the ascending indices of the runs that match the query. `runs` must be the same in every call.
    std::vector<std::size_t> select(const std::vector<Run>& runs, const Value& query);

  private:
    /// The distinct values at one path, the index of each run's value, and the runs with each value. It is
    /// made when a query first names the path.
    struct Column {
        Column(const std::vector<Run>& runs, const std::string& path);
        std::vector<Value> values;
        std::vector<std::uint32_t> value_of_run;
        std::vector<std::vector<std::uint32_t>> runs_of_value;  ///< ascending
    };
    std::map<std::string, Column> columns_;
};

/// A user's own file may change between runs; only runs on one version of it are compared.
struct FileVersions {
    std::map<std::string, std::size_t> dropped;  ///< number of dropped runs by reason
    std::vector<std::string> changed;            ///< data files whose present content no run has read
};
/// Removes runs on other versions of a data file, external program or price list than the current one. The
/// current one is the data file's present content if a run has read it, else what the last run has read.
FileVersions drop_earlier_versions(std::vector<Run>& runs);

}  // namespace reboost::report
