#pragma once
/// The one table of policies.
///
/// Adding a policy:
///  1. bandits/options/<family>.hpp: a struct with what `StatedPolicy` lists and with `describe`, and a
///     declaration of `make`;
///  2. <name>.cpp in a folder of its family: a class that implements `Policy`, mostly from bandits/parts, and
///     `make`;
///  3. its place in the list `PolicyOptions` of options.hpp.
/// The table, configs, `reboost list`, the schema and the shared tests of tests/bandits find it from there.
#include "bandits/options.hpp"
#include "bandits/policy.hpp"
#include "bandits/variant.hpp"

#include <memory>
#include <span>
#include <string_view>

namespace reboost::bandits {

struct PolicyEntry {
    std::string_view name;
    std::string_view help;   ///< one line
    PolicyOptions defaults;  ///< the options that belong to this name
    std::unique_ptr<Policy> (*make)(const PolicyOptions& options);
    /// Null where there is no such variant.
    std::unique_ptr<Policy> (*make_multiboost)(const PolicyOptions& options);
    /// Whether the defaults make a policy: an external one needs a command. Shared tests skip others.
    bool self_contained;
};

/// Every policy, in the order of `PolicyOptions`.
std::span<const PolicyEntry> policies();

/// The policy of these options; `reset` it before use. Throws UsageError where it does not exist in the
/// variant.
std::unique_ptr<Policy> make_policy(const PolicyOptions& options, Variant variant = Variant::literature);

/// Whether the authors' program has a form of its own of the policy.
bool has_multiboost_form(const PolicyOptions& options);

}  // namespace reboost::bandits
