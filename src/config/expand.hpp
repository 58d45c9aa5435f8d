#pragma once
/// One block of a grid to its points (internal to config/).
#include "config/node.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
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

/// A config has no more points: it is read one by one, but its plan, up to 7 KB per run, is held.
inline constexpr std::size_t kMostRuns = 100'000;

/// More points than kMostRuns, or more text in all of them than is copied.
class TooManyRuns : public UsageError {
  public:
    using UsageError::UsageError;
};

/// "more than 100000 runs", placed at the node.
TooManyRuns too_many(const Node& node);

/// What a block comes to, without its points being made.
struct BlockSize {
    std::size_t points = 0;
    std::size_t text = 0;  ///< bytes, about
    /// Throws TooManyRuns, placed at `block`.
    void add(const BlockSize& other, const Node& block);
};
/// Throws as expand_block does.
BlockSize size_of_block(const Node& block, const std::vector<std::string>& dataset_names);

/// Walks through all points of a block: every list is a choice, {"range": [first, last, step]} a list of
/// whole numbers, {"by_dataset": {...}} the value for the point's data set. The last member written varies
/// fastest. Throws UsageError on an empty list, a by_dataset without a value for some data set (and no
/// "default"), a name there that is not in `dataset_names` (where that is not empty), and TooManyRuns.
///
/// `visit` gets each point in turn: very many of them side by side would fill gigabytes.
void expand_block(const Node& block, const std::vector<std::string>& dataset_names,
                  const std::function<void(const Node&)>& visit);

/// What a profile or the command line sets: paths and their values, in order.
using Settings = std::vector<std::pair<std::string, Node>>;

/// Walks through the variants of a block under its "zip": lists that advance together, as an object of path
/// -> list or a list of such objects. A variant has no "zip" member. Settings of zipped paths hold here
/// already: set for all paths of such an object they take the lists' places, for some of them they pick the
/// places of their values. Throws UsageError on lists of unequal length and on a value that is not in the
/// list, and TooManyRuns before the first variant.
void expand_zip(const Node& block, const Settings& settings, const std::function<void(Node)>& visit);
/// Whether `expand_zip` has seen to a setting: its path is zipped, and it is no object of single options.
bool settled_by_zip(const Node& block, const std::pair<std::string, Node>& setting);

}  // namespace reboost::config
