#pragma once
/// What is known of a run's data set without its data, and what is wrong with it.
#include "boosting/compatibility.hpp"
#include "config/grid.hpp"
#include "config/node.hpp"
#include "config/run_spec.hpp"
#include "data/load/load.hpp"

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace reboost::config {

/// What the config reader cannot know by itself. `default_rules()` asks data/'s catalogue.
struct ConfigRules {
    /// Names that `dataset` may take, for messages; empty: any.
    std::vector<std::string> dataset_names;
    /// Whether anything (generation, split) depends on `dataset.seed`.
    std::function<bool(const data::DatasetSpec&)> dataset_uses_seed;
    /// What is known of a data set; empty: its name.
    std::function<boosting::DataFacts(const data::DatasetSpec&)> dataset_facts;
    /// Whether a data set has test rows; empty: it has.
    std::function<bool(const data::DatasetSpec&)> has_test_rows = {};
    /// The option that does not apply to a data set; empty: all apply.
    std::function<data::OptionFault(const data::DatasetSpec&)> option_fault = {};
};
ConfigRules default_rules();

/// As the catalogue has it; only the name of a user's own files is known. Throws UsageError on an unknown
/// name.
boosting::DataFacts catalogue_facts(const data::DatasetSpec& spec);

/// Less what is not certain: columns that are prepared may become more or fewer, a stand-in has a shape of
/// its own, though labels and parts of the same kind.
boosting::DataFacts certain_facts(const data::DatasetSpec& spec, boosting::DataFacts facts);

/// Throws UsageError on a name that the catalogue has not and that is no own file's.
void require_known_dataset(const Node& point, const ConfigRules& rules);
/// Throws UsageError, placed at the data set or its option, where a data set of a known name cannot be had as
/// `spec` asks.
void require_dataset(const Node& point, const RunSpec& spec, const ConfigRules& rules);

using Names = std::set<std::string, std::less<>>;

/// The strings of a node that is one, or a list of them.
void add_strings(const Node& node, Names& names);

/// The names that a by_dataset may have a case for: the catalogue's, and those that the config or its
/// `settings` give to own files, wherever they stand, since a block or a profile may name the file (internal
/// to config/). A file without a name is called by its path. Empty, for any, where `catalogue` is.
std::vector<std::string> names_for_cases(const Node& root, const Settings& settings,
                                         const std::vector<std::string>& catalogue);

}  // namespace reboost::config
