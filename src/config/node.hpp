#pragma once
/// A JSON tree with the place of each value: errors in a grid's hundredth point have file, line and column.
#include "core/error.hpp"
#include "core/value.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

namespace reboost::config {

/// Where a value was written. Line 0: not in a file (the command line or a default).
struct Origin {
    std::shared_ptr<const std::string>
        file;                          ///< or what else messages call the text; all its values share it
    std::size_t line = 0, column = 0;  ///< counted from 1
    std::string path;                  ///< "grid[2].selector.k"; "" for the whole document
};
/// The origin of a value that is not in a file.
std::shared_ptr<const Origin> origin_called(const std::string& called);

/// 2^53; larger whole numbers may not be exact as doubles.
inline constexpr double kLargestWhole = 9007199254740992.0;
/// The value as a whole number, also if written as 1e5; nullopt if it is not one.
std::optional<std::int64_t> whole_number(const Value& value);

/// One JSON value: a scalar, a list, or members in the order written.
class Node {
  public:
    using List = std::vector<Node>;
    using Members = std::vector<std::pair<std::string, Node>>;

    Node() = default;
    Node(std::variant<Value, List, Members> data, std::shared_ptr<const Origin> origin)
        : data_(std::move(data)), origin_(std::move(origin)) {}

    const Value* scalar() const { return std::get_if<Value>(&data_); }
    const List* list() const { return std::get_if<List>(&data_); }
    List* list() { return std::get_if<List>(&data_); }
    const Members* members() const { return std::get_if<Members>(&data_); }
    Members* members() { return std::get_if<Members>(&data_); }
    /// The string if this is one, or nullptr.
    const std::string* string() const;

    /// The member, or nullptr (also if this is not an object).
    const Node* find(std::string_view key) const;
    Node* find(std::string_view key);
    /// Sets or appends a member; this must be an object.
    void set(std::string_view key, Node node);

    /// Calls `visit` for each item of a list and of lists within it, or for the node itself if it is no list.
    template <class Visit>
    void for_each_item(const Visit& visit) const {
        if (const List* items = list())
            for (const Node& item : *items)
                item.for_each_item(visit);
        else
            visit(*this);
    }

    /// Calls `visit(key, value)` for the members of an object, or of each object in a list.
    template <class Visit>
    void for_each_member(const Visit& visit) const {
        for_each_item([&](const Node& item) {
            if (const Members* all = item.members())
                for (const auto& [key, value] : *all)
                    visit(key, value);
        });
    }

    const std::shared_ptr<const Origin>& origin() const { return origin_; }
    /// "configs/mine.json:12:9: booster.rounds", or the known parts of it.
    std::string place() const;
    /// A UsageError "<place>: <message>".
    UsageError error(const std::string& message) const;
    /// A UsageError "<place>: expected <what>, found <description>".
    UsageError expected(const std::string& what) const;
    /// Throws UsageError if this is not a whole number.
    std::int64_t whole_number() const;
    /// "an object", "a list", "the string \"x\"", "the number 3": for messages.
    std::string description() const;

    Value to_value() const;
    /// Makes a node from a value. Every part gets the origin with its own path; none if `origin` is null.
    static Node from_value(const Value& value, const std::shared_ptr<const Origin>& origin);

  private:
    std::variant<Value, List, Members> data_;
    std::shared_ptr<const Origin> origin_;
};

/// Paths and values that a profile or the command line sets, in order.
using Settings = std::vector<std::pair<std::string, Node>>;

/// Collects messages, one line each, in order and without repetition.
class ErrorList {
  public:
    void add(const std::string& message);
    void add(const UsageError& error) { add(std::string(error.what())); }
    /// Runs `step` and collects its UsageError; returns false if it threw one.
    template <class Step>
    bool collect(Step step) {
        try {
            step();
            return true;
        } catch (const UsageError& error) {
            add(error);
            return false;
        }
    }
    bool empty() const { return lines_.empty(); }
    /// Throws UsageError with the messages; if there are very many, only the first are shown.
    void throw_if_any() const;

  private:
    std::vector<std::string> lines_;  ///< messages that are shown
    std::unordered_set<std::string> seen_;
    std::size_t more_ = 0;
};

/// Calls step(element) for each element of a range; throws one UsageError with those of all steps.
template <class Range, class Step>
void collect_errors(const Range& range, Step step) {
    ErrorList errors;
    for (const auto& element : range)
        errors.collect([&] { step(element); });
    errors.throw_if_any();
}

}  // namespace reboost::config
