#pragma once
/// From a config's root to the blocks of its grid (internal to config/).
#include "config/filter.hpp"
#include "config/node.hpp"

#include <initializer_list>
#include <string>
#include <vector>

namespace reboost::config {

struct Block {
    Node node;
    Filter filter;
};

/// Each block of the grid over the top level, and that over `defaults`; without a grid the one block that
/// these are. Throws UsageError, also where a block sets what a zip sets that it inherits.
std::vector<Block> read_blocks(const Node& root);

/// Throws UsageError where a node is no object, and on members that are neither options of a run nor among
/// `others`. `owner`: "a grid block", for the message.
void require_run_keys_or(std::initializer_list<const char*> others, const Node& node,
                         const std::string& owner);

/// `over` on `base`, both blocks of runs: objects are merged member by member (unless they name different
/// alternatives), anything else replaces. An object of `base` without a name is the first alternative of its
/// kind; one of `over` is whatever `base` says.
Node merge(const Node& base, const Node& over);

}  // namespace reboost::config
