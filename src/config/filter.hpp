#pragma once
/// `exclude` and `only`: patterns over fully resolved runs (internal to config/).
#include "config/expand.hpp"
#include "config/node.hpp"
#include "core/value.hpp"

#include <string>
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

/// Collects, of every `exclude` and `only` in a config, the names that nothing can have: "leter" for a data
/// set, "ubc" for a selector (internal to config/). Names that the config or `overrides` (by path) give
/// ("name", "as", "path") are known. `dataset_names`: the catalogue's; empty: any.
void check_filter_names(const Node& root, const Settings& overrides,
                        const std::vector<std::string>& dataset_names, ErrorList& errors);

/// Throws UsageError where no run can have the value that a pattern wants at `path`, which is known: an
/// option inside an object that there is not, a value of another type, a name that is none. Names and labels
/// of data sets, learners, ... are left to check_filter_names (internal to config/).
void require_possible(const Node& wanted, const std::string& path);

}  // namespace reboost::config
