#include "config/grid.hpp"
#include "config/paths.hpp"
#include "core/rng.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <boost/random/sobol.hpp>
#include <fmt/format.h>

namespace reboost::config {
namespace {

constexpr double kMostPoints = 100'000, kLargestSeed = 9e15;

enum class Scale { linear, log };

/// One option that a search draws from an interval.
struct Range {
    Node* place = nullptr;  ///< where the drawn value goes
    double from = 0, to = 0;
    Scale scale = Scale::linear;
    bool whole = false;

    Value at(double share) const {
        const double end = whole ? to + 1 : to;  // each whole number has an interval of length 1
        const double value = scale == Scale::log
                                 ? std::exp(std::log(from) + share * (std::log(end) - std::log(from)))
                                 : from + share * (end - from);
        if (whole) return static_cast<std::int64_t>(std::clamp(std::floor(value), from, to));
        const double rounded = std::strtod(fmt::format("{:.6g}", value).c_str(), nullptr);
        return std::clamp(rounded, from, to);
    }
};

Range read_range(Node& node, const std::string& path) {
    Range range{.place = &node};
    const auto describe_range = [&](Fields& field) {
        field("from", range.from);
        field("to", range.to);
        field("scale", range.scale);
    };
    read_members(node, describe_range, "a range", false);
    if (!node.find("from") || !node.find("to")) throw node.error("a range needs 'from' and 'to'");
    if (range.to <= range.from) throw node.find("to")->error("the range is empty: 'to' is not above 'from'");
    if (range.scale == Scale::log && range.from <= 0)
        throw node.find("from")->error("a range on a log scale begins above 0");
    const PathDoc& option = path_doc(path);
    const bool takes_whole = option.takes_whole();
    // If the option takes whole numbers only, 1e2 is one; otherwise 1.0 asks for fractions.
    const auto is_whole = [&](const char* key) {
        const Value& end = *node.find(key)->scalar();
        return end.is_integer() || (takes_whole && whole_number(end));
    };
    range.whole = is_whole("from") && is_whole("to") && !option.takes_fraction();
    if (!range.whole && takes_whole)
        throw node.error("the option takes whole numbers: both ends of the range must be whole");
    return range;
}

void collect_ranges(Node& node, const std::string& path, std::vector<Range>& ranges) {
    if (is_search_range(node)) {
        if (path.starts_with("dataset")) throw node.error("a range cannot stand inside dataset");
        ranges.push_back(read_range(node, path));
        return;
    }
    if (Node::Members* members = node.members())
        for (auto& [key, member] : *members)
            collect_ranges(member, path.empty() ? key : path + "." + key, ranges);
}

/// A sequence of points in [0,1)^d.
class Sequence {
  public:
    Sequence(const Search& search, std::size_t dimensions)
        : sobol_(search.sobol), rng_(search.seed, "search"), engine_(dimensions) {
        Rng shifts(search.seed, "search shift");
        for (std::size_t i = 0; i < dimensions; ++i)
            shifts_.push_back(shifts.next());
    }
    double next(std::size_t dimension) {
        if (!sobol_) return rng_.uniform();
        constexpr double kUnit = 0x1p-53;
        // Boost leaves out the first point of Sobol's sequence, the origin, which the nets need.
        const std::uint64_t bits = drawn_++ < shifts_.size() ? 0 : engine_();
        return static_cast<double>((bits ^ shifts_[dimension]) >> 11U) * kUnit;
    }

  private:
    bool sobol_;
    Rng rng_;
    boost::random::sobol engine_;
    std::vector<std::uint64_t> shifts_;
    std::size_t drawn_ = 0;  ///< number of coordinates drawn so far
};

}  // namespace

Search read_search(const Node& node) {
    if (node.members() == nullptr) throw node.expected("{\"random\": 30} or {\"sobol\": 30}");
    std::int64_t random = 0, sobol = 0, seed = 1;
    const auto describe_search = [&](Fields& field) {
        field("random", random, {"points", 1, kMostPoints});
        field("sobol", sobol, {"points", 1, kMostPoints});
        field("seed", seed, {"", 0, kLargestSeed});
    };
    read_members(node, describe_search, "search", false);
    if ((random == 0) == (sobol == 0))
        throw node.error("expected one of \"random\" and \"sobol\" with the number of points");
    return {sobol > 0, static_cast<std::size_t>(std::max(random, sobol)), static_cast<std::uint64_t>(seed)};
}

bool is_search_range(const Node& node) {
    return node.find("from") != nullptr || node.find("to") != nullptr;
}

std::size_t expand_search(const Node& point, const std::optional<Search>& search,
                          const std::function<void(const Node&)>& visit) {
    Node own = point;
    std::vector<Range> ranges;
    collect_ranges(own, "", ranges);
    if (ranges.empty()) {
        visit(point);
        return 0;
    }
    if (!search)
        throw ranges.front().place->error(
            "a range needs a search: give the config a \"search\", such as {\"random\": 30}");
    Sequence sequence(*search, ranges.size());
    for (std::size_t i = 0; i < search->points; ++i) {
        for (std::size_t dimension = 0; dimension < ranges.size(); ++dimension) {
            Node& place = *ranges[dimension].place;
            place = Node(ranges[dimension].at(sequence.next(dimension)), place.origin());
        }
        visit(own);
    }
    return ranges.size();
}

}  // namespace reboost::config
