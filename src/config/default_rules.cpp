#include "config/config.hpp"
#include "config/data_facts.hpp"
#include "data/catalogue/catalogue.hpp"
#include "data/load/load.hpp"

namespace reboost::config {
namespace {

bool has_test_rows(const data::DatasetSpec& spec) {
    if (!spec.path.empty()) return !spec.test_path.empty() || spec.test_fraction > 0;
    const data::CatalogueEntry& entry = data::find_dataset(spec.name);
    return entry.shape.test_rows > 0 || (entry.sized && spec.test_rows > 0);
}

}  // namespace

ConfigRules default_rules() {
    return {data::dataset_names(), data::depends_on_seed,
            [](const data::DatasetSpec& spec) { return certain_facts(spec, catalogue_facts(spec)); },
            has_test_rows, data::option_fault};
}

}  // namespace reboost::config
