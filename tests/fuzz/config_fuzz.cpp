#include "config/config.hpp"
#include "core/error.hpp"
#include "fuzz/targets.hpp"

namespace reboost::fuzz {

void fuzz_config(Bytes bytes) {
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    static const config::ConfigRules rules = config::default_rules();
    try {
        config::parse_config(text, "fuzz.json", "", {}, rules);
    } catch (const Error&) {
    }
    try {
        config::parse_config(text, "fuzz.json", "smoke", {"booster.rounds=7"}, rules);
    } catch (const Error&) {
    }
}

}  // namespace reboost::fuzz
