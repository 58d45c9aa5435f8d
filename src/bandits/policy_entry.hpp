#pragma once
/// What the list of policies (policies.cpp) knows of each. Included by every policy's file.
#include "bandits/policy.hpp"

#include <memory>
#include <string_view>

namespace reboost::bandits {

struct PolicyEntry {
    Alternative alternative;            ///< its name in configs, one line of help, its label
    std::unique_ptr<Policy> (*make)();  ///< with default options
    /// A copy of a policy of this entry, options and all.
    std::unique_ptr<Policy> (*copy)(const Policy& policy);
    /// Whether the defaults make a policy: an external one needs a command. Shared tests skip others.
    bool self_contained = true;

    std::string_view name() const { return alternative.name; }
};

template <class P>
PolicyEntry entry(std::string_view name, std::string_view help) {
    return {{name, help},
            []() -> std::unique_ptr<Policy> { return std::make_unique<P>(); },
            [](const Policy& policy) -> std::unique_ptr<Policy> {
                return std::make_unique<P>(dynamic_cast<const P&>(policy));
            }};
}

}  // namespace reboost::bandits
