#pragma once
#include "config/json.hpp"

namespace reboost::report {
inline Value json(const char* text) {
    return config::parse_json(text);
}
}  // namespace reboost::report
