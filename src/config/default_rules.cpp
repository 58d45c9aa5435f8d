#include "config/config.hpp"
#include "config/data_facts.hpp"
#include "data/catalogue/catalogue.hpp"
#include "data/load/load.hpp"

namespace reboost::config {

ConfigRules default_rules() {
    return {data::dataset_names(), data::depends_on_seed,
            [](const data::DatasetSpec& spec) { return certain_facts(spec, catalogue_facts(spec)); }};
}

}  // namespace reboost::config
