#include "config/schema.hpp"

#include "app/common.hpp"

namespace reboost::app {

int run_schema(const Invocation& invocation) {
    Arguments arguments(
        "schema",
        "Prints the JSON Schema (draft 2020-12) of configs. Editors that know it complete and check\n"
        "keys while you type.\n\nExample:\n  reboost schema > configs/schema.json\n");
    if (!arguments.parse(invocation)) return kAllWell;
    print_json(invocation.out, config::json_schema());
    return kAllWell;
}

}  // namespace reboost::app
