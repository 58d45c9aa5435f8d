#pragma once
/// Reads an experiment config in JSON and makes its fully resolved runs. docs/config.md describes the format.
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
    /// "mine.json:3:14: dataset[1]": where the config names the data set, for errors in its data.
    std::string dataset_place() const;
    /// Every field, as the run file stores them. Made at each call, because a grid may have 100,000 runs.
    Value complete() const { return complete_value(spec); }
};

struct SweepConfig {
    std::string path;  ///< the config's file
    std::string name;  ///< key `name`; by default the file's stem
    std::string description;
    std::string paper;                  ///< "opt2009", …; "" if the config belongs to no paper
    std::vector<std::string> profiles;  ///< names of the file's profiles
    bool keep_state = false;            ///< key `keep_state`: finished runs keep states for longer runs
    std::vector<PlannedRun> runs;       ///< each run once, in the order of the grid
    /// Which runs were equal, a line for each kind: "10 runs dropped, nothing random depends on seed: 10 …".
    std::string collapse_report;
};

/// Reads `path`, applies `profile` ("" for none; must be one of the file's), then `overrides`
/// ("booster.rounds=1000", "dataset=[\"usps\",\"letter\"]"; a value that is not JSON is a string) and `more`.
/// Expands the grid, checks that the parts of each run fit together and drops equal runs. Needs no data.
/// Throws IoError (cannot read) or UsageError with a line for each fault: file, line, JSON path, the value
/// given, the values allowed and the nearest name.
SweepConfig load_config(const std::string& path, const std::string& profile = {},
                        const std::vector<std::string>& overrides = {}, const Settings& more = {});
/// The same of a config without a file, which messages call `name`.
SweepConfig config_of(const Node& root, const std::string& name, const std::string& profile = {},
                      const std::vector<std::string>& overrides = {}, const Settings& more = {});

/// The value of a setting: JSON, or a string if the text is not JSON. Messages call it `called`.
Node read_value(const std::string& text, const std::string& called);

/// The names of a config's profiles. Throws as load_config does.
std::vector<std::string> profile_names(const std::string& path);

}  // namespace reboost::config
