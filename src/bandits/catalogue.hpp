#pragma once
/// The one table of policies.
///
/// Adding a policy:
///  1. bandits/options/<name>.hpp: a struct with `kName`, `kHelp`, `kDraws` and `describe`, and a declaration
///  of `make`;
///  2. <name>.cpp in a folder of its family: a class that implements `Policy`, mostly from bandits/parts, and
///  `make`;
///  3. its place in the list `PolicyOptions` of options.hpp.
/// The table, configs, `reboost list`, the schema and the shared tests of tests/bandits find it from there.
#include "bandits/dialect.hpp"
#include "bandits/options.hpp"
#include "bandits/policy.hpp"

#include <memory>
#include <span>
#include <string_view>

namespace reboost::bandits {

struct PolicyEntry {
    std::string_view name;
    std::string_view help;   ///< one line
    PolicyOptions defaults;  ///< the options that belong to this name
    std::unique_ptr<Policy> (*make)(const PolicyOptions& options);
    std::unique_ptr<Policy> (*make_multiboost)(
        const PolicyOptions& options);  ///< null where there is no such dialect
    /// Whether the defaults make a policy: an external one needs a command. Shared tests pass over others.
    bool self_contained = true;
};

/// Every policy, in the order of `PolicyOptions`.
std::span<const PolicyEntry> policies();

/// The policy of these options; `reset` it before use. Throws UsageError where it does not exist in the
/// dialect.
std::unique_ptr<Policy> make_policy(const PolicyOptions& options, Dialect dialect = Dialect::literature);

/// Whether the authors' program has a form of its own of the policy.
bool has_multiboost_form(const PolicyOptions& options);

/// The name of the alternative that `options` holds.
std::string_view policy_name(const PolicyOptions& options);

}  // namespace reboost::bandits
