#pragma once
/// Runs that are the same run, merged (internal to config/).
#include "config/config.hpp"

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

}  // namespace reboost::config
