#pragma once
#include "config/config.hpp"

namespace reboost::test {

/// Rules that need no data: a few names, and only "parity" generated from its seed.
inline config::ConfigRules simple_rules() {
    return {{"pendigits", "letter", "usps", "isolet", "mnist", "parity"},
            [](const data::DatasetSpec& spec) { return spec.name == "parity"; },
            {},
            {},
            [](const data::DatasetSpec& spec) {
                return spec.path.empty() ? data::OptionFault{} : data::own_file_fault(spec);
            }};
}

inline config::SweepConfig plan(const std::string& text, const std::string& profile = {},
                                const std::vector<std::string>& overrides = {}) {
    return config::parse_config(text, "mine.json", profile, overrides, simple_rules());
}

}  // namespace reboost::test
