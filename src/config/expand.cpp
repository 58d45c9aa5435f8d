#include "config/grid.hpp"
#include "config/paths.hpp"
#include "core/mapped.hpp"
#include "core/names.hpp"

#include <algorithm>
#include <span>

#include <fmt/format.h>

namespace reboost::config {
namespace {

/// number − range.first. Unsigned subtraction cannot overflow for any range.
std::uint64_t distance(const NumberRange& range, std::int64_t number) {
    return static_cast<std::uint64_t>(number) - static_cast<std::uint64_t>(range.first);
}

TooManyRuns more_than(std::size_t most, const char* of, const Node& node, const std::string& what = "") {
    return TooManyRuns(node.error(what + "more than " + std::to_string(most) + " " + of).what());
}

/// The error "more than 100000 runs" at the node's place.
TooManyRuns too_many(const Node& node) {
    return more_than(kMostRuns, "runs", node);
}

/// The most bytes of text in all points together; a long text is copied to each point.
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

/// The numbers of the range. Throws TooManyRuns if there are more than kMostRuns.
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

    /// Visits the points of an object: every combination of its members' choices.
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
    /// The choices of each member of an object, the first point and the number of points.
    struct Choices {
        std::vector<std::vector<Node>> of_member;
        Node first;
        BlockSize size;
    };
    Choices choices_of(const Node& node, const std::string& path) const {
        Choices choices{{}, Node(Node::Members{}, node.origin()), {1, 0}};
        BlockSize& size = choices.size;
        for (const auto& [key, member] : *node.members()) {
            const std::vector<Node>& values =
                choices.of_member.emplace_back(expand(member, path.empty() ? key : path + "." + key));
            if (size.points > kMostRuns / values.size()) throw too_many(node);
            // A value is in one point per combination of the other members, and so is every other member's.
            size.text *= values.size();
            for (const Node& value : values)
                size.text += size.points * (key.size() + text_bytes(value));
            size.points *= values.size();
            choices.first.members()->emplace_back(key, values.front());
        }
        if (size.points > 1 && size.text > kMostText)
            throw more_than(kMostText, "bytes of text in all runs", node);
        return choices;
    }

    std::vector<Node> expand_list(const Node& node, const std::string& path) const {
        const Node::List& items = *node.list();
        const bool is_value = path_doc(path).takes_list();
        if (is_value && std::ranges::none_of(items, [](const Node& item) { return item.list() != nullptr; }))
            return {node};
        if (items.empty()) throw node.error("an empty list leaves no run");
        std::vector<Node> choices;
        for (const Node& item : items) {
            if (is_value && item.list()) {
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
        for (const auto& [name, value] : *cases.members()) {
            const bool known = name == "default" || name == dataset_ ||
                               std::ranges::find(dataset_names_, name) != dataset_names_.end();
            if (!known) throw value.error(unknown_name_message("dataset", name, dataset_names_));
        }
        if (const Node* value = cases.find(dataset_)) return *value;
        if (const Node* value = cases.find("default")) return *value;
        throw cases.error(
            fmt::format("no value for data set '{}' and no \"default\"; given: {}", dataset_,
                        fmt::join(mapped(*cases.members(), &Node::Members::value_type::first), ", ")));
    }

    std::string dataset_;  ///< name of the point's data set; "" while the data set itself is expanded
    const std::vector<std::string>& dataset_names_;
};

std::string dataset_name_of(const Node& dataset) {
    if (const std::string* text = dataset.string()) return *text;
    for (const char* key : {"name", "path"})
        if (const Node* member = dataset.find(key))
            if (const std::string* text = member->string(); text != nullptr && !text->empty()) return *text;
    throw dataset.expected("the name of a data set or an object with 'name' or 'path'");
}

/// Calls `visit(expander, block)` with the block once for each of its data sets.
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

const Node* only_member(const Node& node, std::string_view key) {
    const Node* found = node.find(key);
    if (found != nullptr && node.members()->size() > 1)
        throw node.error("'" + std::string(key) + "' must stand alone in its object");
    return found;
}

void add_size(BlockSize& total, const Node& block, const std::vector<std::string>& dataset_names) {
    for_each_dataset(block, dataset_names, [&](const Expander& expander, const Node& one) {
        const BlockSize size = expander.size_of(one);
        total.points += size.points;
        total.text += size.text;
        if (total.points > kMostRuns) throw too_many(block);
        if (total.text > kMostText) throw more_than(kMostText, "bytes of text in all runs", block);
    });
}

void expand_block(const Node& block, const std::vector<std::string>& dataset_names,
                  const std::function<void(const Node&)>& visit) {
    for_each_dataset(block, dataset_names, [&](const Expander& expander, const Node& one) {
        expander.for_each_point(one, "", visit);
    });
}

// Zips: lists that advance together

namespace {

/// The most zips of a block: each needs a copy of the block and a stack frame.
constexpr std::size_t kMostZips = 100;

/// The lists of a zip with their paths; all have one length.
using Lists = std::vector<std::pair<std::string, Node::List>>;

/// Whether the value is an object of options without a name. Such a setting replaces the zip's values later.
bool is_part(const Node& value) {
    return value.members() != nullptr && value.find("range") == nullptr && value.find("name") == nullptr &&
           value.find("path") == nullptr;
}

const Node* last_setting(const Settings& settings, std::string_view path) {
    const Node* found = nullptr;
    for (const auto& [name, value] : settings)
        if (name == path && !is_part(value)) found = &value;
    return found;
}

/// The items of a list, the numbers of a range, or the single value.
Node::List items_of(const Node& values) {
    if (values.list() != nullptr) return *values.list();
    if (const Node* bounds = only_member(values, "range")) return expand_range(*bounds);
    return {values};
}

Lists lists_of(const Node& zip) {
    Lists lists;
    for (const auto& [path, values] : *zip.members()) {
        require_known_path(path, values);
        if (values.list() == nullptr && values.find("range") == nullptr) throw values.expected("a list");
        lists.emplace_back(path, items_of(values));
    }
    return lists;
}

/// Keeps in all lists only the positions at which the list of `path` has one of the values of `setting`.
void pick(Lists& lists, const std::string& path, const Node& setting) {
    const auto& own = std::ranges::find(lists, path, &Lists::value_type::first)->second;
    const std::vector<Value> values =
        mapped(own, [&](const Node& item) { return opened(item, path).to_value(); });
    std::vector<std::size_t> places;
    for (const Node& wanted : items_of(setting)) {
        const Value value = opened(wanted, path).to_value();
        const std::size_t before = places.size();
        for (std::size_t i = 0; i < values.size(); ++i)
            if (same_value(values[i], value)) places.push_back(i);
        if (places.size() > before) continue;
        throw setting.error(
            fmt::format("'{}' is zipped, and {} is not in its list; to replace the zip, set all of {}", path,
                        wanted.description(), fmt::join(mapped(lists, &Lists::value_type::first), ", ")));
    }
    for (auto& list : lists)
        list.second = picked(list.second, places);
}

/// The lists of a zip after the settings of their paths.
Lists lists_under(const Node& zip, const Settings& settings) {
    if (zip.members() == nullptr || zip.members()->empty())
        throw zip.expected("an object of paths with lists of equal length");
    Lists lists = lists_of(zip);
    const bool replaced = std::ranges::all_of(
        lists, [&](const auto& list) { return last_setting(settings, list.first) != nullptr; });
    if (replaced)
        for (auto& [path, values] : lists)
            values = items_of(*last_setting(settings, path));
    const std::size_t length = lists.front().second.size();
    for (const auto& [path, values] : lists)
        if (values.empty() || values.size() != length) {
            const Node& at = replaced ? *last_setting(settings, path) : *zip.find(path);
            throw at.error("zipped lists must be equally long: " + std::to_string(length) + " and " +
                           std::to_string(values.size()));
        }
    if (replaced) return lists;
    for (const auto& member : *zip.members())
        if (const Node* setting = last_setting(settings, member.first)) pick(lists, member.first, *setting);
    return lists;
}

/// Visits the block with every combination of the zips' positions; the last zip varies fastest.
void visit_zips(const Node& block, std::span<const Lists> zips, const std::function<void(Node)>& visit) {
    if (zips.empty()) return visit(block);
    const Lists& lists = zips.front();
    for (std::size_t i = 0; i < lists.front().second.size(); ++i) {
        Node variant = block;
        for (const auto& [path, values] : lists)
            set_path(variant, path, values[i]);
        visit_zips(variant, zips.subspan(1), visit);
    }
}

}  // namespace

void expand_zip(const Node& block, const Settings& settings, const std::function<void(Node)>& visit) {
    const Node* zip = block.find("zip");
    if (zip == nullptr) return visit(block);
    Node rest = block;
    std::erase_if(*rest.members(), [](const auto& member) { return member.first == "zip"; });
    if (zip->list() != nullptr && zip->list()->size() > kMostZips)
        throw zip->error("more than " + std::to_string(kMostZips) + " zips");
    std::vector<Lists> zips;
    std::size_t variants = 1;
    for (const Node& one : zip->list() != nullptr ? *zip->list() : Node::List{*zip}) {
        zips.push_back(lists_under(one, settings));
        const std::size_t length = zips.back().front().second.size();
        if (variants > kMostRuns / length) throw too_many(one);
        variants *= length;
    }
    visit_zips(rest, zips, visit);
}

bool settled_by_zip(const Node& block, const std::pair<std::string, Node>& setting) {
    bool settled = false;
    if (const Node* zip = block.find("zip"); zip != nullptr && !is_part(setting.second))
        zip->for_each_member([&](const auto& path, const Node&) { settled |= path == setting.first; });
    return settled;
}

}  // namespace reboost::config
