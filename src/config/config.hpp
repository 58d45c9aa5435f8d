#pragma once
/// An experiment config: JSON in, fully resolved runs out. The format is described in docs/config.md.
#include "config/dataset_rules.hpp"
#include "config/node.hpp"
#include "config/run_spec.hpp"
#include "core/value.hpp"

#include <memory>
#include <string>
#include <vector>

namespace reboost::config {

/// One point of the grid.
struct PlannedRun {
    RunSpec spec;
    std::shared_ptr<const Origin> dataset_origin = {};
    /// "mine.json:3:14: dataset[1]": where its data set is written, for what reading the data finds wrong.
    std::string dataset_place() const;
    /// Every field: what the run file stores. Made anew at each call, since a grid has up to 100,000 runs.
    Value complete() const { return complete_value(spec); }
};

struct SweepConfig {
    std::string path;  ///< the file
    std::string name;  ///< key `name`; without it the file's stem
    std::string description;
    std::string paper;                  ///< "opt2009", …; "" for a config of one's own
    std::vector<std::string> profiles;  ///< those the file offers
    bool keep_state = false;       ///< key `keep_state`: finished runs keep what a longer one goes on from
    std::vector<PlannedRun> runs;  ///< in the order of the grid, each once
    /// Says which runs were the same: "10 runs dropped, nothing random depends on seed: 10 of ..."; one
    /// line for each kind.
    std::string collapse_report;
};

/// Reads `path`, applies `profile` ("" for none; must be one of the file's), then `overrides`
/// ("booster.rounds=1000", "dataset=[\"usps\",\"letter\"]"; the value is JSON, or else a string), expands the
/// grid, checks that the parts of each run go together and collapses equal runs. Needs no data. Throws
/// IoError (cannot read) or UsageError with a line for each fault: file, line, JSON path, what was given,
/// what is allowed and the nearest name.
SweepConfig load_config(const std::string& path, const std::string& profile = {},
                        const std::vector<std::string>& overrides = {});
/// The same from text.
SweepConfig parse_config(std::string_view text, const std::string& filename, const std::string& profile = {},
                         const std::vector<std::string>& overrides = {},
                         const ConfigRules& rules = default_rules());

/// The profiles that a config offers. Throws as load_config does.
std::vector<std::string> profile_names(const std::string& path);

}  // namespace reboost::config
