#include "config/dataset_checks.hpp"

#include "config/paths.hpp"
#include "core/names.hpp"

#include <algorithm>

namespace reboost::config {
namespace {

void require_split(const Node& at, const RunSpec& spec, const ConfigRules& rules) {
    if (spec.dataset.split == data::SplitRule::resampled && rules.has_test_rows &&
        !rules.has_test_rows(spec.dataset))
        throw at.error("split 'resampled' pools training and test rows, and there are no test rows");
}

/// Refuses an option that does not apply, where it is written.
void require_options(const Node& point, const RunSpec& spec, const ConfigRules& rules) {
    if (!rules.option_fault) return;
    const data::OptionFault fault = rules.option_fault(spec.dataset);
    if (!fault.message.empty())
        throw innermost_written(point, "dataset." + fault.option)->error(fault.message);
}

void require_own_file(const Node& point, const RunSpec& spec, const ConfigRules& rules) {
    const Node& at = *point.find("dataset");
    const std::string& name = spec.dataset.name;
    if (std::ranges::find(rules.dataset_names, name) != rules.dataset_names.end())
        throw at.error("'" + name + "' is a data set of the catalogue: call your own file otherwise");
    require_options(point, spec, rules);
    require_split(at, spec, rules);
}

}  // namespace

void require_known_dataset(const Node& point, const ConfigRules& rules) {
    const Node* at = point.find("dataset");
    if (at != nullptr && at->find("path") != nullptr) return;
    if (at != nullptr && at->find("name") != nullptr) at = at->find("name");
    if (at == nullptr || at->string() == nullptr || rules.dataset_names.empty()) return;
    const std::string& name = *at->string();
    if (std::ranges::find(rules.dataset_names, name) == rules.dataset_names.end())
        throw at->error(unknown_name_message("dataset", name, rules.dataset_names));
}

void require_dataset(const Node& point, const RunSpec& spec, const ConfigRules& rules) {
    if (!spec.dataset.path.empty()) return require_own_file(point, spec, rules);
    const std::string& name = spec.dataset.name;
    const Node& at = *point.find("dataset");
    if (name.empty())
        throw at.error("a data set has a 'name', or a 'path' and perhaps a name of your choice");
    const bool listed = std::ranges::find(rules.dataset_names, name) != rules.dataset_names.end();
    if (!listed && !rules.dataset_names.empty())
        throw at.error(unknown_name_message("dataset", name, rules.dataset_names));
    require_options(point, spec, rules);
    require_split(at, spec, rules);
}

}  // namespace reboost::config
