#include "config/grid.hpp"
#include "config/paths.hpp"
#include "core/names.hpp"

#include <algorithm>
#include <ranges>

namespace reboost::config {
namespace {

/// How far a number lies above the first one. Without a sign nothing overflows, wherever the range lies.
std::uint64_t distance(const NumberRange& range, std::int64_t number) {
    return static_cast<std::uint64_t>(number) - static_cast<std::uint64_t>(range.first);
}

TooManyRuns more_than(std::size_t most, const char* of, const Node& node, const std::string& what = "") {
    return TooManyRuns(node.error(what + "more than " + std::to_string(most) + " " + of).what());
}

/// Bytes of text in all points together: a long text is copied to each.
constexpr std::size_t kMostText = std::size_t{1} << 28U;

std::size_t text_bytes(const Node& node) {
    std::size_t bytes = 0;
    if (const std::string* text = node.string()) bytes += text->size();
    if (const Node::List* items = node.list())
        for (const Node& item : *items)
            bytes += text_bytes(item);
    if (const Node::Members* members = node.members())
        for (const auto& [key, member] : *members)
            bytes += key.size() + text_bytes(member);
    return bytes;
}

TooManyRuns too_much_text(const Node& node) {
    return more_than(kMostText, "bytes of text in all runs", node);
}

class Expander {
  public:
    Expander(std::string dataset, const std::vector<std::string>& dataset_names)
        : dataset_(std::move(dataset)), dataset_names_(dataset_names) {}

    std::vector<Node> expand(const Node& node, const std::string& path) const {
        if (node.list()) return expand_list(node, path);
        if (node.members() == nullptr || is_search_range(node)) return {node};
        if (const Node* bounds = only_member(node, "range")) return expand_range(*bounds);
        if (const Node* cases = only_member(node, "by_dataset")) return expand(choose(*cases), path);
        std::vector<Node> points;
        for_each_point(node, path, [&](const Node& point) { points.push_back(point); });
        return points;
    }

    /// The points of an object: every choice of one member with every choice of the others.
    void for_each_point(const Node& node, const std::string& path,
                        const std::function<void(const Node&)>& visit) const {
        auto [choices, point, size] = choices_of(node, path);
        std::vector<std::size_t> chosen(choices.size(), 0);
        for (std::size_t i = 0; i < size.points; ++i) {
            visit(point);
            for (std::size_t m = choices.size(); m-- > 0;) {  // the last member varies fastest
                chosen[m] = (chosen[m] + 1) % choices[m].size();
                (*point.members())[m].second = choices[m][chosen[m]];
                if (chosen[m] > 0) break;
            }
        }
    }

    BlockSize size_of(const Node& node) const { return choices_of(node, "").size; }

  private:
    /// What each member of an object may be, the first point, and the number of points.
    struct Choices {
        std::vector<std::vector<Node>> of_member;
        Node first;
        BlockSize size;
    };
    Choices choices_of(const Node& node, const std::string& path) const {
        Choices choices{{}, Node(Node::Members{}, node.origin()), {1, 0}};
        for (const auto& [key, member] : *node.members()) {
            choices.of_member.push_back(expand(member, path.empty() ? key : path + "." + key));
            const std::size_t number = choices.of_member.back().size();
            if (choices.size.points > kMostRuns / number) throw too_many(node);
            choices.size.points *= number;
            choices.first.members()->emplace_back(key, choices.of_member.back().front());
        }
        choices.size.text = text_of(choices);
        if (choices.size.points > 1 && choices.size.text > kMostText) throw too_much_text(node);
        return choices;
    }

    /// Bytes of all points. Each value of a member is in as many points as the other members have choices.
    static std::size_t text_of(const Choices& choices) {
        std::size_t bytes = 0;
        for (std::size_t m = 0; m < choices.of_member.size(); ++m) {
            const std::vector<Node>& values = choices.of_member[m];
            const std::size_t key = (*choices.first.members())[m].first.size();
            for (const Node& value : values)
                bytes += choices.size.points / values.size() * (key + text_bytes(value));
        }
        return bytes;
    }

    std::vector<Node> expand_list(const Node& node, const std::string& path) const {
        const Node::List& items = *node.list();
        const bool nested =
            std::ranges::any_of(items, [](const Node& item) { return item.list() != nullptr; });
        if (path_doc(path).takes_list() && !nested) return {node};
        if (items.empty()) throw node.error("an empty list leaves no run");
        std::vector<Node> choices;
        for (const Node& item : items) {
            if (item.list() && path_doc(path).takes_list()) {
                choices.push_back(item);
                continue;
            }
            const std::vector<Node> more = expand(item, path);
            if (choices.size() + more.size() > kMostRuns) throw too_many(node);
            choices.insert(choices.end(), more.begin(), more.end());
        }
        return choices;
    }

    const Node& choose(const Node& cases) const {
        if (cases.members() == nullptr) throw cases.expected("an object of data set names");
        if (dataset_.empty()) throw cases.error("by_dataset cannot stand inside dataset");
        std::string given;
        for (const auto& [name, value] : *cases.members()) {
            given += (given.empty() ? "" : ", ") + name;
            const bool known = dataset_names_.empty() || name == "default" || name == dataset_ ||
                               std::ranges::find(dataset_names_, name) != dataset_names_.end();
            if (!known) throw value.error(unknown_name_message("dataset", name, dataset_names_));
        }
        if (const Node* value = cases.find(dataset_)) return *value;
        if (const Node* value = cases.find("default")) return *value;
        throw cases.error("no value for data set '" + dataset_ + "' and no \"default\"; given: " + given);
    }

    std::string dataset_;  ///< "" while the data set itself is expanded
    const std::vector<std::string>& dataset_names_;
};

std::string dataset_name_of(const Node& dataset) {
    if (const std::string* text = dataset.string()) return *text;
    for (const char* key : {"name", "path"})
        if (const Node* member = dataset.find(key))
            if (const std::string* text = member->string(); text != nullptr && !text->empty()) return *text;
    throw dataset.expected("the name of a data set or an object with 'name' or 'path'");
}

/// Calls `visit(expander, block)` for the block with each of its data sets.
template <class Visit>
void for_each_dataset(const Node& block, const std::vector<std::string>& dataset_names, Visit visit) {
    const Node* dataset = block.find("dataset");
    if (dataset == nullptr) throw block.error("no data set: a run needs 'dataset'");
    for (const Node& choice : Expander("", dataset_names).expand(*dataset, "dataset")) {
        Node one = block;
        one.set("dataset", choice);
        visit(Expander(dataset_name_of(choice), dataset_names), one);
    }
}

}  // namespace

TooManyRuns too_many(const Node& node) {
    return more_than(kMostRuns, "runs", node);
}

bool NumberRange::contains(const Value& value) const {
    const auto whole = whole_number(value);
    return whole && *whole >= first && *whole <= last &&
           distance(*this, *whole) % static_cast<std::uint64_t>(step) == 0;
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
    if (steps >= kMostRuns) throw more_than(kMostRuns, "numbers", bounds, "the range has ");
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

void BlockSize::add(const BlockSize& other, const Node& block) {
    points += other.points;
    text += other.text;
    if (points > kMostRuns) throw too_many(block);
    if (text > kMostText) throw too_much_text(block);
}

BlockSize size_of_block(const Node& block, const std::vector<std::string>& dataset_names) {
    BlockSize size;
    for_each_dataset(block, dataset_names, [&](const Expander& expander, const Node& one) {
        size.add(expander.size_of(one), block);
    });
    return size;
}

void expand_block(const Node& block, const std::vector<std::string>& dataset_names,
                  const std::function<void(const Node&)>& visit) {
    for_each_dataset(block, dataset_names, [&](const Expander& expander, const Node& one) {
        expander.for_each_point(one, "", visit);
    });
}

}  // namespace reboost::config
