#include "config/json.hpp"
#include "core/error.hpp"
#include "fuzz/targets.hpp"
#include "report/measures/reference.hpp"

namespace reboost::fuzz {

void fuzz_reference(Bytes bytes) {
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    try {
        report::reference_from(config::parse_json(text, "fuzz.json"), "fuzz.json");
    } catch (const Error&) {
    }
}

}  // namespace reboost::fuzz
