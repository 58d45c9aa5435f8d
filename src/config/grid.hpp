#pragma once
/// From a config's root to the points of its grid (internal to config/): blocks, zips, lists, ranges,
/// searches and the filters `exclude` and `only`.
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

/// Where a search's points come from. The first points are the same however many are asked for, so that a
/// longer search goes on from a shorter one.
struct Search {
    enum class Sequence {
        random,  ///< independent and uniform (Bergstra & Bengio, JMLR 2012)
        sobol  ///< Sobol's, direction numbers of Joe & Kuo (2008) as in Boost.Random, shifted at random (XOR)
    };
    Sequence sequence = Sequence::random;
    std::size_t points = 0;
    std::uint64_t seed = 1;
};

/// {"random": 30} or {"sobol": 30}, with "seed" or without. Throws UsageError at what is wrong.
Search read_search(const Node& node);

/// Whether a node is a range of a search: an object with "from" or "to".
bool is_search_range(const Node& node);

/// Calls `visit` with the point itself where it holds no range, else with each point of the search: every
/// range, in the order written, is one coordinate. Points with as many ranges get the same coordinates, so
/// that methods meet on equal terms. Whole numbers are drawn for integer options, and where the option is
/// unknown and both ends are whole; other values are rounded to six digits. Returns the number of ranges.
/// Throws UsageError at a range that is malformed or has no search.
std::size_t expand_search(const Node& point, const std::optional<Search>& search,
                          const std::function<void(const Node&)>& visit);

/// A run matches a pattern, an object of path -> value, if every path has that value, or one of a list's or
/// of a range's. Where the path holds an object, a string is compared with its name and with its label
/// ("ucb", "ucb(10)").
class Filter {
  public:
    /// Whether a key names patterns.
    static bool is_key(std::string_view key) { return key == "exclude" || key == "only"; }
    /// Patterns of such a key: one object or a list of them. Throws UsageError on an unknown path, and on a
    /// value that its option cannot have.
    void add(std::string_view key, const Node& patterns);
    /// Whether no `exclude` matches and, of each `only` given, some pattern does.
    bool keeps(const Value& complete_spec) const;

  private:
    std::vector<std::vector<Node>> exclude_, only_;
};

/// Collects, of every `exclude` and `only` in a config, the names that nothing can have: "leter" for a data
/// set, "ubc" for a selector. Names that the config or `overrides` (by path) give
/// ("name", "as", "path") are known. `dataset_names`: the catalogue's; empty: any.
void check_filter_names(const Node& root, const Settings& overrides,
                        const std::vector<std::string>& dataset_names, ErrorList& errors);

/// Throws UsageError where no run can have the value that a pattern wants at `path`, which is known: an
/// option inside an object that there is not, a value of another type, a name that is none. Names and labels
/// of data sets, learners, ... are left to check_filter_names.
void require_possible(const Node& wanted, const std::string& path);

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

}  // namespace reboost::config
