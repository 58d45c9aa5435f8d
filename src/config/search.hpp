#pragma once
/// `search`: points of a box of hyper-parameters in place of a grid's (internal to config/).
#include "config/node.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

namespace reboost::config {

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

}  // namespace reboost::config
