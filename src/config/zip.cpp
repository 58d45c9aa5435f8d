#include "config/grid.hpp"
#include "config/paths.hpp"

#include <algorithm>
#include <span>

#include <fmt/format.h>

namespace reboost::config {
namespace {

/// Each takes a copy of the block, and a frame of the stack.
constexpr std::size_t kMostZips = 100;

/// The lists of a zip by path, all of one length.
using Lists = std::vector<std::pair<std::string, Node::List>>;

/// Whether the value is an object of options that names nothing: it takes the place of each of the zip's
/// values.
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

/// The items of a list, the numbers of a range, or the one value.
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

/// Keeps of all lists the places where the list of `path` has one of the values set there.
void pick(Lists& lists, const std::string& path, const Node& setting) {
    const auto& own = std::ranges::find(lists, path, &Lists::value_type::first)->second;
    std::vector<Value> values;
    for (const Node& item : own)
        values.push_back(opened(item, path).to_value());
    std::vector<std::size_t> places;
    for (const Node& wanted : items_of(setting)) {
        const Value value = opened(wanted, path).to_value();
        const std::size_t before = places.size();
        for (std::size_t i = 0; i < values.size(); ++i)
            if (same_value(values[i], value)) places.push_back(i);
        if (places.size() > before) continue;
        std::vector<std::string> zipped;
        for (const auto& [other, list] : lists)
            zipped.push_back(other);
        throw setting.error(
            fmt::format("'{}' is zipped, and {} is not in its list; to replace the zip, set all of {}", path,
                        wanted.description(), fmt::join(zipped, ", ")));
    }
    for (auto& list : lists) {
        Node::List kept;
        for (const std::size_t i : places)
            kept.push_back(list.second[i]);
        list.second = std::move(kept);
    }
}

/// The lists under the settings of their paths.
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

/// Every choice of the zips from `zips` on; the last varies fastest.
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
    Node::Members rest;
    for (const auto& member : *block.members())
        if (member.first != "zip") rest.push_back(member);
    if (zip->list() != nullptr && zip->list()->size() > kMostZips)
        throw zip->error("more than " + std::to_string(kMostZips) + " zips");
    std::vector<Lists> zips;
    std::size_t variants = 1;
    const auto add = [&](const Node& one) {
        zips.push_back(lists_under(one, settings));
        const std::size_t length = zips.back().front().second.size();
        if (variants > kMostRuns / length) throw too_many(one);
        variants *= length;
    };
    for (const Node& one : zip->list() != nullptr ? *zip->list() : Node::List{*zip})
        add(one);
    visit_zips(Node(std::move(rest), block.origin()), zips, visit);
}

bool settled_by_zip(const Node& block, const std::pair<std::string, Node>& setting) {
    const Node* zip = block.find("zip");
    if (zip == nullptr || is_part(setting.second)) return false;
    if (zip->list() == nullptr) return zip->find(setting.first) != nullptr;
    return std::ranges::any_of(*zip->list(),
                               [&](const Node& one) { return one.find(setting.first) != nullptr; });
}

}  // namespace reboost::config
