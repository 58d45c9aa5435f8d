#pragma once
/// Dotted paths into a run's JSON, such as "booster.rounds" (internal to config/).
#include "config/node.hpp"
#include "config/schema.hpp"
#include "core/value.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace reboost::config {

/// Every path that some run has, through all alternatives: "selector", "selector.policy.epsilon", ...
struct KnownPaths {
    std::set<std::string, std::less<>> all;
    std::set<std::string, std::less<>> lists;  ///< those whose value is itself a list
    /// Those that some alternative reads as a number with a fraction; those that all read as a whole one.
    std::set<std::string, std::less<>> reals, integers;
    /// Learners, selectors, policies, boosters, base classes, …: what may stand there.
    struct Choice {
        std::string kind;
        std::vector<AlternativeDoc> alternatives;
    };
    std::map<std::string, Choice, std::less<>> choices;
    /// What the alternatives take there: "integer", "one of", ... (FieldDoc::type); of "one of", the names.
    std::map<std::string, std::set<std::string>, std::less<>> types, names;
};
const KnownPaths& known_paths();

/// Throws UsageError at `where` with the nearest known path; of a key such as "zip" it says where that
/// stands.
void require_known_path(std::string_view path, const Node& where);

/// Sets the value at `path` of a run's block. Goes into each element of a list and each case of a by_dataset
/// on the way, and opens shorthands ("tree(17)"), so that it reaches every run of the block.
void set_path(Node& block, std::string_view path, const Node& value);

/// What stands at `path` in full, where it is a short form: "tree(17)", {"name": "tree(17)"} or a data set's
/// name. Throws UsageError on an unknown name.
Node opened(const Node& node, std::string_view path);

/// The node at a dotted path, or nullptr.
Node* find_path(Node& node, std::string_view path);

/// What a run's block itself says at `path`, or the first of it: as set_path, this goes into lists, cases and
/// shorthands. Nothing where the block leaves the path open.
std::optional<Node> value_set_at(const Node& block, std::string_view path);

/// The innermost node that is written of an option, such as "selector.k": that of the selector where k is not
/// written. nullptr where not even that is.
const Node* innermost_written(const Node& point, std::string_view path);

}  // namespace reboost::config
