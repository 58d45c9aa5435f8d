#include "config/config.hpp"
#include "core/error.hpp"
#include "fuzz/targets.hpp"
#include "support/configs.hpp"

namespace reboost::fuzz {

void fuzz_config(Bytes bytes) {
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    try {
        test::parse_config(text, "fuzz.json");
    } catch (const Error&) {
    }
    try {
        test::parse_config(text, "fuzz.json", "smoke", {"booster.rounds=7"});
    } catch (const Error&) {
    }
}

}  // namespace reboost::fuzz
