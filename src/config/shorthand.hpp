#pragma once
/// One-word forms of learners, selectors, policies and boosters (internal to config/).
#include "config/node.hpp"
#include "config/schema.hpp"

#include <string_view>
#include <vector>

namespace reboost::config {

/// A choice in its long form, {"name": ..., fields}: "tree" and "tree(17)" (the number is the alternative's
/// first field) are expanded, an object without a name gets that of the first alternative. Where a nested
/// choice names an alternative (ShortLabel::named_by) its names stand for it: "ucb(10)" is {"name": "bandit",
/// "policy": "ucb", "k": 10}, and {"name": "ucb", "k": 10, "reward": "log"} is read likewise. Throws
/// UsageError on an unknown name. `kind`: "learner", "selector", ... for messages.
/// A number in the parentheses of a name beside the option that it stands for is refused.
Node expand_choice(const Node& node, std::string_view kind, const std::vector<AlternativeDoc>& alternatives);

/// Whether it is an object that is named so: {"name": "tree(17)", …}.
bool is_call(const Node& node);

}  // namespace reboost::config
