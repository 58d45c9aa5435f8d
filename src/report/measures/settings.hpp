#pragma once
/// What runs have in common that differ in their seeds only: a report has tens of thousands of runs of some
/// thousand settings.
#include "config/identity.hpp"
#include "report/measures/run_set.hpp"
#include "results/run_record.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace reboost::report {

struct Setting {
    Value spec;                                    ///< with all options, and seeds that mean nothing
    std::optional<config::Identities> identities;  ///< nullopt: this version does not know the specification
    std::string cell;         ///< the specification without what may differ inside one cell, as text
    std::int64_t rounds = 0;  ///< booster.rounds, or the trials of a budgeted run; 0 without either
};

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

/// Whether an algorithm of a run has been revised since: its file is no longer what its specification gives.
/// Files of unknown origin are not judged.
bool is_outdated(const Run& run);

}  // namespace reboost::report
