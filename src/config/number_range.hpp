#pragma once
/// {"range": [first, last, step]}: whole numbers (internal to config/).
#include "config/node.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace reboost::config {

struct NumberRange {
    std::int64_t first = 0, last = 0, step = 1;

    /// Whether a value is one of the numbers; 1 and 1.0 are the same.
    bool contains(const Value& value) const;
};

/// [first, last] or [first, last, step]. Throws UsageError on anything else, and where it is empty.
NumberRange read_number_range(const Node& bounds);
/// Its numbers. Throws TooManyRuns where they are more than a config may have points.
std::vector<Node> expand_range(const Node& bounds);

/// The member, or nullptr. Throws UsageError where it has others beside it.
const Node* only_member(const Node& node, std::string_view key);

}  // namespace reboost::config
