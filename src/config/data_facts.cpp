#include "config/data_facts.hpp"

#include "data/catalogue/catalogue.hpp"

namespace reboost::config {
namespace {

std::uint64_t count(std::int64_t value) {
    return value > 0 ? static_cast<std::uint64_t>(value) : 0;
}

bool columns_may_change(const data::DatasetSpec& spec) {
    return spec.missing_as == data::MissingRule::own_bin || spec.nominal_as == data::NominalRule::one_hot ||
           spec.selection != data::SelectionRule::all;
}

}  // namespace

boosting::DataFacts catalogue_facts(const data::DatasetSpec& spec) {
    boosting::DataFacts facts;
    facts.name = spec.name;
    if (!spec.path.empty()) return facts;
    const data::CatalogueEntry& entry = data::find_dataset(spec.name);
    facts.rows = count(entry.sized && spec.rows > 0 ? spec.rows : entry.shape.train_rows);
    facts.features = count(entry.any_width && spec.features > 0 ? spec.features : entry.shape.features);
    facts.classes = count(entry.shape.classes);
    facts.multi_label = entry.multi_label;
    facts.own_validation = entry.own_validation;
    return facts;
}

boosting::DataFacts certain_facts(const data::DatasetSpec& spec, boosting::DataFacts facts) {
    if (spec.stand_in == data::StandIn::if_missing) facts.rows = facts.features = facts.classes = 0;
    if (columns_may_change(spec)) facts.features = 0;
    return facts;
}

}  // namespace reboost::config
