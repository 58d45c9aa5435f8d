#pragma once
/// Makes the points of a config's grid (internal to config/): blocks, zips, lists, ranges, searches, filters.
#include "config/node.hpp"
#include "core/value.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace reboost::config {

struct NumberRange {
    std::int64_t first = 0, last = 0, step = 1;

    /// Whether a value is a number of the range; 1 and 1.0 are equal.
    bool contains(const Value& value) const;
};

/// Reads [first, last] or [first, last, step]. Throws UsageError for anything else and for an empty range.
NumberRange read_number_range(const Node& bounds);

/// The member `key`, or nullptr. Throws UsageError if the node has other members, too.
const Node* only_member(const Node& node, std::string_view key);

/// The most points of a config. Points are made one by one, but a plan keeps up to 7 KB for each run.
inline constexpr std::size_t kMostRuns = 100'000;

/// Thrown if a config has more than kMostRuns points or its points have too much text together.
class TooManyRuns : public UsageError {
  public:
    using UsageError::UsageError;
};

/// The size of a block's grid, or of several.
struct BlockSize {
    std::size_t points = 0;
    std::size_t text = 0;  ///< approximate bytes of text
};
/// Adds the size of a block, without making its points. Throws as expand_block does; TooManyRuns at its
/// place.
void add_size(BlockSize& total, const Node& block, const std::vector<std::string>& dataset_names);

/// Visits all points of a block. A list is a choice, {"range": [first, last, step]} a list of whole numbers,
/// {"by_dataset": {...}} the value for the point's data set. The last member written varies fastest. Throws
/// UsageError for an empty list, for a by_dataset that lacks a data set of the block and "default", and for a
/// case whose name is not in `dataset_names`; throws TooManyRuns.
///
/// `visit` gets one point at a time, because all points together would fill gigabytes.
void expand_block(const Node& block, const std::vector<std::string>& dataset_names,
                  const std::function<void(const Node&)>& visit);

/// Visits the variants of a block under its "zip": lists that advance together, as an object of path -> list
/// or a list of such objects. A variant has no "zip" member. Settings of zipped paths are applied here: if
/// they set all paths of such an object, they replace its lists; if they set some, they select the positions
/// with their values. Throws UsageError for lists of unequal length and for a value that is not in the list,
/// and TooManyRuns before the first variant.
void expand_zip(const Node& block, const Settings& settings, const std::function<void(Node)>& visit);
/// Whether `expand_zip` has applied a setting: its path is zipped and it is not an object of options.
bool settled_by_zip(const Node& block, const std::pair<std::string, Node>& setting);

/// A random or quasi-random search. A longer search contains a shorter one.
struct Search {
    /// Sobol's points, direction numbers of Joe & Kuo (2008) as in Boost.Random, shifted at random (XOR);
    /// otherwise independent and uniform ones (Bergstra & Bengio, JMLR 2012).
    bool sobol = false;
    std::size_t points = 0;
    std::uint64_t seed = 1;
};

/// Reads {"random": 30} or {"sobol": 30}, with or without "seed". Throws UsageError for anything else.
Search read_search(const Node& node);

/// Whether a node is a range of a search: an object with "from" or "to".
bool is_search_range(const Node& node);

/// Calls `visit` with each point of the search, or with `point` itself if it has no range. Each range, in the
/// order written, is one coordinate. Points with equally many ranges get the same coordinates, so that
/// methods are compared on equal terms. Whole numbers are drawn for integer options, and for an unknown
/// option if both ends are whole; other values are rounded to six digits. Returns the number of ranges.
/// Throws UsageError for a malformed range or if there is no search.
std::size_t expand_search(const Node& point, const std::optional<Search>& search,
                          const std::function<void(const Node&)>& visit);

/// A filter of runs by patterns. A run matches a pattern, an object of path -> value, if it has the given
/// value at every path; a list or a range gives several values. An object is compared with a string by its
/// name and by its label ("ucb", "ucb(10)").
class Filter {
  public:
    static bool is_key(std::string_view key) { return key == "exclude" || key == "only"; }
    /// Adds a key's patterns, one or a list. Throws UsageError for an unknown path or an impossible value.
    void add(std::string_view key, const Node& patterns);
    /// Whether no `exclude` matches and each `only` has a pattern that matches.
    bool keeps(const Value& complete_spec) const;

  private:
    std::vector<Node> exclude_, only_;  ///< each a pattern or a list of them
};

/// Collects errors for the names in all `exclude` and `only` of a config that nothing can have: "leter" for a
/// data set, "ubc" for a selector. Known names are those that the config or `overrides` give by the paths
/// "name", "as" and "path".
void check_filter_names(const Node& root, const Settings& overrides, ErrorList& errors);

struct Block {
    Node node;
    Filter filter;
};

/// The blocks of the grid, each with the values of the top level and of `defaults`; without a grid these
/// values are the one block. Throws UsageError, also if a block sets a path of a zip that it inherits.
std::vector<Block> read_blocks(const Node& root);

/// Throws UsageError unless all members are options of a run or in `others`. `owner`: "a grid block".
void require_run_keys_or(std::initializer_list<const char*> others, const Node& node,
                         const std::string& owner);

}  // namespace reboost::config
