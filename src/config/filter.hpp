#pragma once
/// `exclude` and `only`: patterns over fully resolved runs (internal to config/).
#include "config/node.hpp"
#include "core/value.hpp"

#include <vector>

namespace reboost::config {

/// A run matches a pattern, an object of path -> value, if every path has that value, or one of a list's or
/// of a range's. Where the path holds an object, a string is compared with its name and with its label
/// ("ucb", "ucb(10)").
class Filter {
  public:
    /// Patterns: one object or a list of them. Throws UsageError on an unknown path, and on a value that its
    /// option cannot have.
    void add_exclude(const Node& patterns) { add(patterns, exclude_); }
    void add_only(const Node& patterns) { add(patterns, only_); }
    /// Whether no `exclude` matches and, of each `only` given, some pattern does.
    bool keeps(const Value& complete_spec) const;

  private:
    static void add(const Node& patterns, std::vector<std::vector<Node>>& into);
    std::vector<std::vector<Node>> exclude_, only_;
};

}  // namespace reboost::config
