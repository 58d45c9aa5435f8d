#pragma once
/// Finished runs, and what those have in common that differ in their seeds only: a report has tens of
/// thousands of runs of some thousand settings.
#include "core/value.hpp"
#include "results/run_record.hpp"

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
    Value spec;  ///< with all options, and seeds that mean nothing
    std::shared_ptr<const config::Identities>
        identities;           ///< null: this version does not know the specification
    std::string cell;         ///< the specification without what may differ inside one cell, as text
    std::int64_t rounds = 0;  ///< booster.rounds, or the trials of a budgeted run; 0 without either
};

struct Seeds {
    std::int64_t run, dataset;
};

/// A finished run without its arrays.
struct Run {
    std::string id;
    Value attributes;
    std::shared_ptr<const Setting> setting;  ///< one for all runs that differ in their seeds only
    std::optional<Seeds> seeds = {};         ///< nullopt: the options are of this run alone
    bool reference = false;  ///< of the reference results: not computed here, its curves thinned
    std::shared_ptr<const results::Collection> file = {};  ///< of a reference result

    /// The specification, with other seeds where `seeds` is set.
    const Value& options() const { return setting->spec; }
    Value spec() const;                         ///< the specification
    Value option(std::string_view path) const;  ///< of the specification; null where there is none
    std::int64_t split() const;                 ///< dataset.seed, 1 without
    std::string paper() const;                  ///< of a reference result: whose file has it
    std::int64_t rounds_asked() const { return setting->rounds; }
    /// A budgeted run: its rounds are trials.
    bool has_trials() const { return number_at(options(), "booster.trials.count", 0) > 0; }
    bool stand_in() const;  ///< the data were generated in place of a set that could not be had
    /// One run at a time and pinned.
    bool timed() const { return text_at(options(), "timing") == "timing"; }
};
/// Whether an algorithm of a run has been revised since: its file is no longer what its specification gives.
/// Files of unknown origin are not judged.
bool is_outdated(const Run& run);
/// "seed/dataset.seed/"
std::string seeds_key(const Run& run);

/// Whether a run asks a program of one's own (policy `external`): its seconds are not all that it cost.
bool asks_program(const Value& spec);
inline constexpr std::string_view kWithoutProgram = "without the CPU time of the program that the run asks";

/// Makes runs of headers, and each setting once.
class Settings {
  public:
    /// With the options that were added after the run was stored, at their defaults: else runs of one setting
    /// would look like two.
    Run run(results::RunHeader header);
    /// The same of a header's JSON. Throws DataError naming `source`.
    Run run(const std::string& id, std::string_view json, const std::string& source);

  private:
    Run run_of(const std::string& id, std::string_view spec, Value attributes, const std::string& source);
    std::unordered_map<std::string, std::shared_ptr<const Setting>>
        known_;  ///< by their JSON without seeds; null where these stand elsewhere
};

/// A file of one's own may change between runs: what is compared was computed on one version of it.
struct FileVersions {
    std::map<std::string, std::size_t> dropped;  ///< runs, by the reason to show
    std::vector<std::string> changed;            ///< data files that hold now what no run read
};
/// Removes the runs on other versions of a data file, external program or price list than the current one:
/// what the data file holds now, where there are runs on that, else what the run that ended last read.
FileVersions drop_earlier_versions(std::vector<Run>& runs);

}  // namespace reboost::report
