#include "config/config.hpp"
#include "data/catalogue/catalogue.hpp"
#include "data/load/load.hpp"

namespace reboost::config {

ConfigRules default_rules() {
    return {data::dataset_names(), data::depends_on_seed};
}

}  // namespace reboost::config
