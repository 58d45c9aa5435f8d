#include "config/dataset_rules.hpp"

#include "config/paths.hpp"
#include "core/mapped.hpp"
#include "core/names.hpp"
#include "data/catalogue/catalogue.hpp"
#include "data/load/load.hpp"

#include <algorithm>

namespace reboost::config {
namespace {

bool is_in_catalogue(const std::string& name) {
    return std::ranges::count(data::catalogue(), name, &data::CatalogueEntry::name) > 0;
}

bool has_test_rows(const data::DatasetSpec& spec) {
    if (!spec.path.empty()) return !spec.test_path.empty() || spec.test_fraction > 0;
    return catalogue_facts(spec).test_rows > 0;
}

/// Adds the names given at "dataset". A plain string names a set of the catalogue.
void add_called(const Node& dataset, Names& names) {
    dataset.for_each_item([&](const Node& one) {
        const Node* called = one.find("name");
        if (called == nullptr) called = one.find("path");
        if (called != nullptr) add_strings(*called, names);
    });
}

void add_at(const std::string& path, const Node& value, Names& names) {
    if (Filter::is_key(path)) return;  // a filter matches names, it gives none
    if (path == "dataset")
        add_called(value, names);
    else if (path == "dataset.name" || path == "dataset.path")
        add_strings(value, names);
    else
        value.for_each_member([&](const auto& key, const Node& below) { add_at(key, below, names); });
}

}  // namespace

boosting::DataFacts catalogue_facts(const data::DatasetSpec& spec) {
    boosting::DataFacts facts;
    facts.name = spec.name;
    if (!spec.path.empty()) return facts;
    const data::CatalogueEntry& entry = data::find_dataset(spec.name);
    const auto stated_or = [](bool stated, std::int64_t value, std::int64_t otherwise) {
        return static_cast<std::uint64_t>(stated && value > 0 ? value : otherwise);
    };
    facts.rows = stated_or(entry.sized, spec.rows, entry.shape.train_rows);
    facts.features = stated_or(entry.any_width, spec.features, entry.shape.features);
    facts.classes = static_cast<std::uint64_t>(entry.shape.classes);
    facts.multi_label = entry.multi_label;
    facts.own_validation = entry.own_validation;
    facts.test_rows = stated_or(entry.sized, spec.test_rows, entry.shape.test_rows);
    return facts;
}

boosting::DataFacts certain_facts(const data::DatasetSpec& spec, boosting::DataFacts facts) {
    if (spec.stand_in == data::StandIn::if_missing) facts.rows = facts.features = facts.classes = 0;
    if (spec.missing_as == data::MissingRule::own_bin || spec.nominal_as == data::NominalRule::one_hot ||
        spec.selection != data::SelectionRule::all)
        facts.features = 0;
    return facts;
}

void require_known_dataset(const Node& point) {
    const Node* at = point.find("dataset");
    if (at != nullptr && at->find("path") != nullptr) return;
    if (at != nullptr && at->find("name") != nullptr) at = at->find("name");
    if (at == nullptr || at->string() == nullptr || is_in_catalogue(*at->string())) return;
    const std::vector<std::string> known = mapped(data::catalogue(), &data::CatalogueEntry::name);
    throw at->error(unknown_name_message("dataset", *at->string(), known));
}

void require_dataset(const Node& point, const RunSpec& spec) {
    const data::DatasetSpec& dataset = spec.dataset;
    const Node& at = *point.find("dataset");
    if (dataset.path.empty() && dataset.name.empty())
        throw at.error("a data set has a 'name', or a 'path' and perhaps a name of your choice");
    if (!dataset.path.empty() && is_in_catalogue(dataset.name))
        throw at.error("'" + dataset.name + "' is a data set of the catalogue: call your own file otherwise");
    if (const data::OptionFault fault = data::option_fault(dataset); !fault.message.empty())
        throw innermost_written(point, "dataset." + fault.option).error(fault.message);
    if (dataset.split == data::SplitRule::resampled && !has_test_rows(dataset))
        throw at.error("split 'resampled' pools training and test rows, and there are no test rows");
}

void add_strings(const Node& node, Names& names) {
    node.for_each_item([&](const Node& one) {
        if (one.string() != nullptr) names.insert(*one.string());
    });
}

std::vector<std::string> names_for_cases(const Node& root, const Settings& settings) {
    auto names = mapped_to<Names>(data::catalogue(), &data::CatalogueEntry::name);
    root.for_each_member([&](const auto& key, const Node& value) { add_at(key, value, names); });
    for (const auto& [path, value] : settings)
        add_at(path, value, names);
    return {names.begin(), names.end()};
}

}  // namespace reboost::config
