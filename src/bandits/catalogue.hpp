#pragma once
/// The one table of policies.
///
/// Adding a policy:
///  1. its options, bandits/options/<name>.hpp, and their place in `PolicyOptions` (options.hpp says what
///  they state);
///  2. one file, bandits/<name>.hpp/.cpp, with a class that is constructed from those options and implements
///  `Policy`;
///  3. one line in the table of catalogue.cpp, and its include.
/// Configs, `reboost list`, the schema and the shared tests of tests/bandits find it from there.
#include "bandits/options.hpp"
#include "bandits/policy.hpp"

#include <memory>
#include <span>
#include <string_view>

namespace reboost::bandits {

/// A policy as the literature has it, or as the authors' program does.
enum class Dialect { literature, multiboost };

struct PolicyEntry {
    std::string_view name;
    std::string_view help;   ///< one line
    PolicyOptions defaults;  ///< the options that belong to this name
    std::unique_ptr<Policy> (*make)(const PolicyOptions& options);
    std::unique_ptr<Policy> (*make_multiboost)(
        const PolicyOptions& options);  ///< null where there is no such dialect
};

/// Every policy, in the order of `PolicyOptions`.
std::span<const PolicyEntry> policies();

/// The policy of these options; `reset` it before use. Throws UsageError where it does not exist in the
/// dialect.
std::unique_ptr<Policy> make_policy(const PolicyOptions& options, Dialect dialect = Dialect::literature);

/// The name of the alternative that `options` holds.
std::string_view policy_name(const PolicyOptions& options);

}  // namespace reboost::bandits
