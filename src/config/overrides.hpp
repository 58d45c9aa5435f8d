#pragma once
/// What a profile and the command line ask for (internal to config/).
#include "config/expand.hpp"
#include "config/filter.hpp"
#include "config/node.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace reboost::config {

/// Values to set in every block, in order.
struct Overrides {
    Settings values;

    /// The last value of a path that is none of a run; it is taken out.
    std::optional<Node> take(std::string_view path);
};

/// The profiles that a config offers.
std::vector<std::string> profiles_of(const Node& root);
/// The profile of this name, nullptr for "". Throws UsageError, placed at `file`, where the config has none
/// of the name.
const Node* find_profile(const Node& root, const std::string& name, const std::string& file);
/// Its values and patterns. Throws UsageError on patterns that cannot be, after all else is read.
void read_profile(const Node& profile, Overrides& overrides, Filter& filter);
/// "booster.rounds=1000" -> path and value: JSON, or else the text as a string.
std::pair<std::string, Node> read_override(const std::string& text);

}  // namespace reboost::config
