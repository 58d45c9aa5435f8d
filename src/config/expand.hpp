#pragma once
/// One block of a grid to its points (internal to config/).
#include "config/node.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace reboost::config {

/// A config has no more: it is read run by run, but its plan is held.
inline constexpr std::size_t kMostRuns = 1'000'000;

/// Walks through all points of a block: every list is a choice, {"range": [first, last, step]} a list of
/// whole numbers,
/// {"by_dataset": {...}} the value for the point's data set. The last member written varies fastest. Throws
/// UsageError on an empty list, a by_dataset without a value for some data set (and no "default"), a name
/// there that is not in `dataset_names` (where that is not empty), and on more than a million points.
///
/// `visit` gets each point in turn: a million of them side by side would fill gigabytes.
void expand_block(const Node& block, const std::vector<std::string>& dataset_names,
                  const std::function<void(const Node&)>& visit);

/// The variants of a block under its "zip": lists that advance together, as an object of path -> list or a
/// list of such objects. The result has no "zip" member.
std::vector<Node> expand_zip(const Node& block);

}  // namespace reboost::config
