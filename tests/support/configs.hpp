#pragma once
#include "config/config.hpp"
#include "config/json.hpp"

namespace reboost::test {

/// The config with this text.
inline config::SweepConfig parse_config(std::string_view text, const std::string& filename,
                                        const std::string& profile = {},
                                        const std::vector<std::string>& overrides = {}) {
    return config::config_of(config::parse_located(text, filename), filename, profile, overrides);
}

inline config::SweepConfig plan(const std::string& text, const std::string& profile = {},
                                const std::vector<std::string>& overrides = {}) {
    return parse_config(text, "mine.json", profile, overrides);
}

}  // namespace reboost::test
