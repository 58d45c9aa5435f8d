#pragma once
/// Dotted paths into a run's JSON, such as "booster.rounds", and its members read into options (internal to
/// config/).
#include "config/node.hpp"
#include "config/schema.hpp"
#include "core/fields.hpp"
#include "core/value.hpp"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace reboost::config {

/// What may stand at a path of a run, through all alternatives. Choices of several boosters may stand at one
/// path: `booster.rows`.
struct PathDoc {
    std::set<std::string> types;               ///< FieldDoc::type of each field there; empty: a part's name
    std::set<std::string> names;               ///< of fields that are "one of"
    std::string kind;                          ///< of a choice: "learner", ...
    std::vector<AlternativeDoc> alternatives;  ///< of choices

    bool is_choice() const { return !alternatives.empty(); }
    /// Whether the value is itself a list.
    bool takes_list() const { return has_type("list of"); }
    /// Whether some alternative reads a number with a fraction there; whether all that read one read whole
    /// ones.
    bool takes_fraction() const { return has_type("number"); }
    bool takes_whole() const { return has_type("integer") && !takes_fraction(); }

  private:
    bool has_type(std::string_view beginning) const;
};
/// Every path that some run has: "selector", "selector.policy.epsilon", ...
const std::map<std::string, PathDoc, std::less<>>& known_paths();
/// What may stand at a path; nothing may at one that no run has.
const PathDoc& path_doc(std::string_view path);

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

// Nodes to options, with messages that help (read_fields.cpp)

/// Throws UsageError on members that no field has. `owner`: "learner 'tree'", for the message.
void refuse_unknown_members(const Node& node, const std::vector<std::string>& known,
                            const std::string& owner);

/// Reads the members of an object into the fields that `tell` tells of. Throws UsageError with all that is
/// wrong with them, members included that no field has.
void read_members(const Node& node, const std::function<void(Fields&)>& tell, const std::string& owner,
                  bool has_name);

}  // namespace reboost::config
