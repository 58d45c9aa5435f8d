#pragma once
/// Checks of a run's data set by its specification alone, without its data.
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

/// Facts about data sets for the config reader; `default_rules()` takes them from data/'s catalogue.
struct ConfigRules {
    /// Names that `dataset` may take, for messages; empty: any name.
    std::vector<std::string> dataset_names;
    /// Whether the set's generation or split depends on `dataset.seed`.
    std::function<bool(const data::DatasetSpec&)> dataset_uses_seed;
    /// The known facts of a data set; empty: only its name is known.
    std::function<boosting::DataFacts(const data::DatasetSpec&)> dataset_facts;
    /// Whether a data set has test rows; empty: all have.
    std::function<bool(const data::DatasetSpec&)> has_test_rows = {};
    /// The option that does not apply to a data set, if any; empty: all options apply.
    std::function<data::OptionFault(const data::DatasetSpec&)> option_fault = {};
};
ConfigRules default_rules();

/// The catalogue's facts; of a user's own files only the name. Throws UsageError for an unknown name.
boosting::DataFacts catalogue_facts(const data::DatasetSpec& spec);

/// `facts` without those that may change: preparation changes columns, a stand-in has a shape of its own.
boosting::DataFacts certain_facts(const data::DatasetSpec& spec, boosting::DataFacts facts);

/// Throws UsageError for a name that is neither in the catalogue nor an own file's.
void require_known_dataset(const Node& point, const ConfigRules& rules);
/// Throws UsageError, at the data set or its option, if a known data set cannot be had with these options.
void require_dataset(const Node& point, const RunSpec& spec, const ConfigRules& rules);

using Names = std::set<std::string, std::less<>>;

/// Adds the strings of a node, which is a string or a list of strings.
void add_strings(const Node& node, Names& names);

/// The names that a by_dataset may have cases for (internal to config/): the catalogue's and those that the
/// config or `settings` give to own files anywhere, since a block or a profile may name the file. A file
/// without a name is called by its path. Empty (any name) if `catalogue` is empty.
std::vector<std::string> names_for_cases(const Node& root, const Settings& settings,
                                         const std::vector<std::string>& catalogue);

}  // namespace reboost::config
