#include "config/node.hpp"

#include <cmath>
#include <sstream>

#include <fmt/format.h>

namespace reboost::config {

std::optional<std::int64_t> whole_number(const Value& value) {
    if (value.is_integer()) return value.as_integer();
    const double number = value.is_number() ? value.as_number() : std::nan("");
    const bool whole = number == std::floor(number) && std::fabs(number) <= kLargestWhole;
    return whole ? std::optional(static_cast<std::int64_t>(number)) : std::nullopt;
}

std::shared_ptr<const Origin> origin_called(const std::string& called) {
    return std::make_shared<const Origin>(Origin{std::make_shared<const std::string>(called), 0, 0, {}});
}

const std::string* Node::string() const {
    const Value* value = scalar();
    return value != nullptr && value->is_string() ? &value->as_string() : nullptr;
}

const Node* Node::find(std::string_view key) const {
    if (const Members* all = members())
        for (const auto& [name, node] : *all)
            if (name == key) return &node;
    return nullptr;
}

Node* Node::find(std::string_view key) {
    return const_cast<Node*>(static_cast<const Node*>(this)->find(key));
}

void Node::set(std::string_view key, Node node) {
    if (Node* present = find(key))
        *present = std::move(node);
    else
        members()->emplace_back(std::string(key), std::move(node));
}

std::string Node::place() const {
    if (!origin_) return {};
    std::string text = *origin_->file;
    if (origin_->line > 0)
        text += ':' + std::to_string(origin_->line) + ':' + std::to_string(origin_->column);
    if (!origin_->path.empty()) text += (text.empty() ? "" : ": ") + origin_->path;
    return text;
}

UsageError Node::error(const std::string& message) const {
    const std::string where = place();
    return UsageError(where.empty() ? message : where + ": " + message);
}

UsageError Node::expected(const std::string& what) const {
    return error("expected " + what + ", found " + description());
}

std::int64_t Node::whole_number() const {
    if (const Value* value = scalar())
        if (const auto whole = config::whole_number(*value)) return *whole;
    throw expected("a whole number");
}

std::string Node::description() const {
    if (members()) return "an object";
    if (list()) return "a list";
    const Value& value = *scalar();
    if (value.is_null()) return "null";
    if (value.is_string()) return "the string " + to_json(value);
    if (value.is_number()) return "the number " + to_json(value);
    return to_json(value);
}

Value Node::to_value() const {
    if (const Value* value = scalar()) return *value;
    if (const List* items = list()) return Value::list_of(*items, &Node::to_value);
    Value result = Value::object();
    for (const auto& [name, node] : *members())
        result.set(name, node.to_value());
    return result;
}

Node Node::from_value(const Value& value, const std::shared_ptr<const Origin>& origin) {
    const auto below = [&](const Value& part, const std::string& step) {
        if (!origin) return from_value(part, nullptr);
        Origin inner = *origin;
        inner.path += inner.path.empty() && step.front() == '.' ? step.substr(1) : step;
        return from_value(part, std::make_shared<const Origin>(std::move(inner)));
    };
    if (value.is_list()) {
        List items;
        for (const Value& item : value.as_list())
            items.push_back(below(item, fmt::format("[{}]", items.size())));
        return {std::move(items), origin};
    }
    if (!value.is_object()) return {value, origin};
    Members all;
    for (const auto& [key, member] : value.as_object())
        all.emplace_back(key, below(member, "." + key));
    return {std::move(all), origin};
}

void ErrorList::add(const std::string& message) {
    constexpr std::size_t kShown = 25, kMostCounted = 10'000;
    std::istringstream text(message);
    for (std::string line; std::getline(text, line);) {
        if (seen_.size() == kMostCounted || !seen_.insert(line).second) continue;
        if (lines_.size() < kShown)
            lines_.push_back(line);
        else
            ++more_;
    }
}

void ErrorList::throw_if_any() const {
    if (lines_.empty()) return;
    std::string text = fmt::format("{}", fmt::join(lines_, "\n"));
    if (more_ > 0) text += "\n(and " + std::to_string(more_) + " more)";
    throw UsageError(text);
}

}  // namespace reboost::config
