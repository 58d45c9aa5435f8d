#pragma once
/// Nodes to options, with messages that help (internal to config/).
#include "config/node.hpp"
#include "core/fields.hpp"

#include <functional>
#include <string>
#include <vector>

namespace reboost::config {

/// Throws UsageError on members that no field has. `owner`: "learner 'tree'", for the message.
void refuse_unknown_members(const Node& node, const std::vector<std::string>& known,
                            const std::string& owner);

/// Reads the members of an object into the fields that `tell` tells of. Throws UsageError with all that is
/// wrong with them, members included that no field has.
void read_members(const Node& node, const std::function<void(Fields&)>& tell, const std::string& owner,
                  bool has_name);

}  // namespace reboost::config
