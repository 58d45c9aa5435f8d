#pragma once
/// A tree of values for JSON; it keeps the order in which keys were set.
#include "core/copy_safe_variant.hpp"

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace reboost {

class Value {
  public:
    using List = std::vector<Value>;
    using Object = std::vector<std::pair<std::string, Value>>;

    Value() = default;  ///< makes null
    // Defined in value.cpp only, because a variant's special members take long to compile.
    Value(const Value& other);
    Value(Value&& other) noexcept;
    Value& operator=(const Value& other);
    Value& operator=(Value&& other) noexcept;
    ~Value();
    bool operator==(const Value& other) const;

    Value(bool v) : data_(v) {}
    Value(double v) : data_(v) {}
    Value(int v) : data_(static_cast<std::int64_t>(v)) {}
    Value(std::int64_t v) : data_(v) {}
    Value(std::uint32_t v) : data_(static_cast<std::int64_t>(v)) {}
    /// Stores v ≥ 2^63 as a double.
    Value(std::uint64_t v);
    Value(const char* v) : data_(std::string(v)) {}
    Value(std::string_view v) : data_(std::string(v)) {}
    Value(std::string v) : data_(std::move(v)) {}
    Value(List v) : data_(std::move(v)) {}
    Value(Object v) : data_(std::move(v)) {}
    /// Null if there is no value.
    template <class T>
    Value(const std::optional<T>& v) : Value(v ? Value(*v) : Value()) {}
    static Value object() { return Value(Object{}); }
    static Value list() { return Value(List{}); }
    /// The list of of(element) for each element.
    template <class Range, class Of = std::identity>
    static Value list_of(const Range& range, Of of = {}) {
        List list;
        for (const auto& element : range)
            list.emplace_back(std::invoke(of, element));
        return Value(std::move(list));
    }

    bool is_null() const { return std::holds_alternative<std::monostate>(data_); }
    bool is_bool() const { return std::holds_alternative<bool>(data_); }
    bool is_integer() const { return std::holds_alternative<std::int64_t>(data_); }
    bool is_number() const { return is_integer() || std::holds_alternative<double>(data_); }
    bool is_string() const { return std::holds_alternative<std::string>(data_); }
    bool is_list() const { return std::holds_alternative<List>(data_); }
    bool is_object() const { return std::holds_alternative<Object>(data_); }

    /// Each throws DataError, which names the type found.
    bool as_bool() const { return as<bool>("a boolean"); }
    std::int64_t as_integer() const { return as<std::int64_t>("an integer"); }
    double as_number() const;  ///< accepts integers, too
    const std::string& as_string() const { return as<std::string>("a string"); }
    const List& as_list() const { return as<List>("a list"); }
    List& as_list() { return const_cast<List&>(std::as_const(*this).as_list()); }
    const Object& as_object() const { return as<Object>("an object"); }
    Object& as_object() { return const_cast<Object&>(std::as_const(*this).as_object()); }

    /// Sets a key of an object (a null becomes an object); returns *this for chaining.
    Value& set(std::string key, Value value) &;
    Value&& set(std::string key, Value value) && { return std::move(set(std::move(key), std::move(value))); }
    /// Removes a member if this is an object that has it.
    void erase(std::string_view key);
    void push(Value value);
    /// The member, or nullptr (also if this is not an object).
    const Value* find(std::string_view key) const;
    Value* find(std::string_view key);
    /// The member; throws DataError if it is absent.
    const Value& at(std::string_view key) const;

    const char* type_name() const;

  private:
    template <class T>
    const T& as(const char* wanted) const {
        if (const T* value = std::get_if<T>(&data_)) return *value;
        refuse(wanted);
    }
    [[noreturn]] void refuse(const char* wanted) const;

    CopySafeVariant<std::monostate, bool, std::int64_t, double, std::string, List, Object> data_;
};

/// JSON text. Doubles have the fewest digits that read back equal, whole doubles end in ".0", NaN and
/// infinities become null. indent < 0: one line. `sorted`: keys in byte order; the SHA-256 of that form
/// identifies a run.
std::string to_json(const Value& value, int indent = -1, bool sorted = false);
/// Reads JSON of to_json or of another program. (config/json reads config files, with comments and
/// positions.) Throws DataError, which names `source`, also for a repeated key in an object and for lists and
/// objects nested more than 200 deep.
Value value_from_json(std::string_view text, const std::string& source);
/// A string unchanged, any other value as JSON.
std::string plain_text(const Value& value);

/// The value at a dotted path such as "booster.rounds" ("": the tree itself), or nullptr.
const Value* find_path(const Value& tree, std::string_view path);
Value* find_path(Value& tree, std::string_view path);
/// The string or the number at a path; `otherwise` if there is none.
std::string text_at(const Value& tree, std::string_view path, std::string_view otherwise = "");
double number_at(const Value& tree, std::string_view path, double otherwise);
/// A copy without the values at these paths.
Value without(Value tree, std::initializer_list<std::string_view> paths);
using LeafVisitor = std::function<void(const std::string& path, const Value& value)>;
/// Calls `visit` for each value that is not an object, in order. `path`: the path of `tree` itself.
void for_each_leaf(const Value& tree, const LeafVisitor& visit, const std::string& path = "");

/// Makes a member of an object.
inline Value::Object::value_type key(const char* name, Value value) {
    return {name, std::move(value)};
}

/// Whether two values are equal; 1 equals 1.0.
bool same_value(const Value& a, const Value& b);

}  // namespace reboost
