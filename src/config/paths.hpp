#pragma once
/// Dotted paths into a run's JSON ("booster.rounds"), and options read from nodes (internal to config/).
#include "config/node.hpp"
#include "config/schema.hpp"
#include "core/fields.hpp"
#include "core/value.hpp"

#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace reboost::config {

/// What a run may have at a path: several alternatives may have options at one path, such as `booster.rows`.
struct PathDoc {
    std::set<std::string> types;               ///< FieldDoc::type of each such field; empty: a part's name
    std::set<std::string> names;               ///< allowed values of fields of type "one of"
    std::string kind;                          ///< kind of the choice: "learner", ...
    std::vector<AlternativeDoc> alternatives;  ///< all alternatives of the choices

    bool is_choice() const { return !alternatives.empty(); }
    /// Whether the value is a list.
    bool takes_list() const { return has_type("list of"); }
    /// Whether the numbers of some field at this path may be fractions; whether all must be whole.
    bool takes_fraction() const { return has_type("number"); }
    bool takes_whole() const { return has_type("integer") && !takes_fraction(); }

  private:
    bool has_type(std::string_view beginning) const;
};
/// All paths that a run can have: "selector", "selector.policy.epsilon", ...
const std::map<std::string, PathDoc, std::less<>>& known_paths();
/// The entry of a path in known_paths(); an empty one if the path is unknown.
const PathDoc& path_doc(std::string_view path);

/// The keys of a config beside the options of a run.
inline constexpr std::initializer_list<const char*> kConfigKeys{
    "$schema", "name", "description", "paper",    "defaults",   "grid",
    "exclude", "only", "zip",         "profiles", "keep_state", "search"};

/// Throws UsageError at `where` if the path is unknown, with the nearest known path or, for a key such as
/// "zip", with the place where that key belongs.
void require_known_path(std::string_view path, const Node& where);

/// Sets the value at `path` in every run of a block: in each element of a list and each case of a by_dataset
/// on the way. Expands short forms ("tree(17)") on the way.
void set_path(Node& block, std::string_view path, const Node& value);

/// The node's long form if it is a short form of the option at `path`: "tree(17)", {"name": "tree(17)"} or a
/// data set's name. Throws UsageError for an unknown name.
Node opened(const Node& node, std::string_view path);

/// The value that a run's block itself has at `path`, or the first value if there are several; like set_path,
/// this enters lists, cases and short forms. nullopt if the block does not set the path.
std::optional<Node> value_set_at(Node block, std::string_view path);

/// The innermost written node on a path: for "selector.k" the selector's if k is not written, or `point`.
const Node& innermost_written(const Node& point, std::string_view path);

// Reading options from nodes, with helpful messages (read_fields.cpp)

/// Throws UsageError for members that are not in `known`. `owner`: "learner 'tree'", for the message.
void refuse_unknown_members(const Node& node, const std::vector<std::string>& known,
                            const std::string& owner);

/// Reads an object's members into the fields of `tell`. Throws a UsageError with all errors. Other members
/// are refused, with `owner` in the message, unless that is "".
void read_members(const Node& node, const std::function<void(Fields&)>& tell, const std::string& owner,
                  bool has_name);

}  // namespace reboost::config
