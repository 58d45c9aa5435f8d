#include "config/number_range.hpp"

#include "config/expand.hpp"

#include <cmath>

namespace reboost::config {
namespace {

/// How far a number lies above the first one. Without a sign nothing overflows, wherever the range lies.
std::uint64_t distance(const NumberRange& range, std::int64_t number) {
    return static_cast<std::uint64_t>(number) - static_cast<std::uint64_t>(range.first);
}

}  // namespace

bool NumberRange::contains(const Value& value) const {
    if (!value.is_number()) return false;
    const double number = value.as_number();
    if (!value.is_integer() && (number != std::floor(number) || std::fabs(number) > kLargestWhole))
        return false;
    const std::int64_t whole = value.is_integer() ? value.as_integer() : static_cast<std::int64_t>(number);
    return whole >= first && whole <= last && distance(*this, whole) % static_cast<std::uint64_t>(step) == 0;
}

NumberRange read_number_range(const Node& bounds) {
    const Node::List* items = bounds.list();
    if (items == nullptr || items->size() < 2 || items->size() > 3)
        throw bounds.expected("[first, last] or [first, last, step]");
    NumberRange range{(*items)[0].whole_number(), (*items)[1].whole_number()};
    if (items->size() == 3) range.step = (*items)[2].whole_number();
    if (range.step < 1) throw(*items)[2].error("the step must be at least 1");
    if (range.last < range.first)
        throw bounds.error("the range is empty: its last number is below its first");
    return range;
}

std::vector<Node> expand_range(const Node& bounds) {
    const NumberRange range = read_number_range(bounds);
    const auto begin = static_cast<std::uint64_t>(range.first),
               stride = static_cast<std::uint64_t>(range.step);
    const std::uint64_t steps = distance(range, range.last) / stride;
    if (steps >= kMostRuns)
        throw TooManyRuns(
            bounds.error("the range has more than " + std::to_string(kMostRuns) + " numbers").what());
    std::vector<Node> numbers;
    for (std::uint64_t i = 0; i <= steps; ++i)
        numbers.emplace_back(Value(static_cast<std::int64_t>(begin + i * stride)), bounds.origin());
    return numbers;
}

const Node* only_member(const Node& node, std::string_view key) {
    const Node* found = node.find(key);
    if (found != nullptr && node.members()->size() > 1)
        throw node.error("'" + std::string(key) + "' must stand alone in its object");
    return found;
}

}  // namespace reboost::config
