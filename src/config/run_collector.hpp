#pragma once
/// The runs of a config, each once, and no two parts of one name (internal to config/).
#include "config/config.hpp"
#include "config/node.hpp"
#include "config/run_spec.hpp"
#include "core/value.hpp"

#include <map>
#include <string>
#include <vector>

namespace reboost::config {

/// Collects planned runs, each once. A seed that nothing random depends on is set to its default first.
class RunCollector {
  public:
    explicit RunCollector(const ConfigRules& rules) : rules_(rules) {}
    /// `dataset`: where the run's data set is written.
    void add(RunSpec spec, std::shared_ptr<const Origin> dataset);
    /// Moves what was collected into `config`.
    void finish(SweepConfig& config);

  private:
    struct Seeds {
        std::int64_t seed, dataset_seed;
        bool operator==(const Seeds&) const = default;
    };
    const ConfigRules& rules_;
    std::vector<PlannedRun> runs_;
    std::map<std::string, std::vector<Seeds>> seen_;  ///< canonical JSON -> the seeds asked for
    std::map<std::pair<std::string, std::string>, std::size_t> dropped_;  ///< (field, run) -> how many
};

/// Refuses one label for two different parts: their runs would be one row of a table.
class NameBook {
  public:
    /// `point`: the run as written; `complete`, `canonical`: its specification.
    void note(const Node& point, const RunSpec& spec, const Value& complete, const Value& canonical,
              ErrorList& errors);

  private:
    struct Bearer {
        std::string part;  ///< canonical
        bool given;        ///< whether the name was written, not made of the options
    };
    void note(const std::string& key, const Bearer& bearer, const Node& at, const std::string& message,
              ErrorList& errors);

    std::map<std::string, Bearer> bearers_;
};

}  // namespace reboost::config
