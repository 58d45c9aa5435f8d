#pragma once
/// Options describe themselves once, for reading and writing JSON, the schema, `reboost list` and the docs.
///
/// Next to each struct with options there is a function, found by argument-dependent lookup:
///
///     void describe(Fields& field, ProductOptions& o) {
///         field("terms", o.terms, {"m: stumps multiplied", 1, 1e6});
///     }
///
/// A field has one of the types of `FieldRef`, or is an enum (`enum_names`), a struct with a `describe`, or a
/// choice: a std::variant of structs with a `describe` and `kName` (JSON: {"name": kName, ...its fields}).
#include "core/value.hpp"

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <variant>
#include <vector>

namespace reboost {

/// The meaning of a field and the values that it takes.
struct FieldInfo {
    std::string_view help;
    double min = -std::numeric_limits<double>::infinity();  ///< numbers only, inclusive
    double max = std::numeric_limits<double>::infinity();   ///< numbers only, inclusive
    /// For a choice added after runs were stored: at its default it does not enter a run's identity.
    bool absent_at_default = false;
};

template <class E, std::size_t N>
using EnumNames = std::array<std::pair<E, std::string_view>, N>;

/// The name of the enumerator with this value, without an underscore at its end ("auto" of `auto_`); "" if
/// there is none.
template <auto value>
constexpr std::string_view enumerator_name() {
    // "... [with auto value = reboost::Color::red; ...]", or "value = (reboost::Color)7" if there is none.
    const std::string_view all = __PRETTY_FUNCTION__, mark = "value = ";
    const std::string_view text = all.substr(all.find(mark) + mark.size());
    const std::string_view qualified = text.substr(0, text.find_first_of(";]"));
    const std::string_view name =
        qualified.starts_with('(') ? "" : qualified.substr(qualified.rfind(':') + 1);
    return name.substr(0, name.find_last_not_of('_') + 1);
}

/// The values of an enum (counting from 0, at most 15) with their names in configs, which are the
/// enumerators' names. If the names differ, an overload next to the enum lists them.
template <class E>
requires std::is_enum_v<E>
constexpr auto enum_names(E) {
    constexpr auto list = []<int... i>(std::integer_sequence<int, i...>) {
        return EnumNames<E, sizeof...(i)>{{{static_cast<E>(i), enumerator_name<static_cast<E>(i)>()}...}};
    };
    constexpr auto all = list(std::make_integer_sequence<int, 16>());
    constexpr auto is_none = [](const auto& one) { return one.second.empty(); };
    constexpr std::size_t count = static_cast<std::size_t>(std::ranges::find_if(all, is_none) - all.begin());
    EnumNames<E, count> names{};
    std::ranges::copy_n(all.begin(), count, names.begin());
    return names;
}

/// The name of an enum's value in `enum_names`.
template <class E>
constexpr std::string_view enum_name(E value) {
    for (const auto& [candidate, name] : enum_names(E{}))
        if (candidate == value) return name;
    return "?";
}

/// The label of an alternative: "random(5)", then in brackets the other options not at their defaults.
struct ShortLabel {
    /// Fields that are always shown in parentheses. Empty: no parentheses.
    std::array<std::string_view, 2> shown{};
    /// The field whose name replaces the alternative's ("ucb(10)" for a bandit). For a command, the script's
    /// name without folder and extension. Empty: none.
    std::string_view named_by{};
};

/// An alternative of a choice.
struct Alternative {
    std::string_view name;
    std::string_view help = {};  ///< one line; "" for most
    ShortLabel label = {};
};

class Fields;

/// Describes a struct without options.
template <class Options>
requires std::is_empty_v<Options>
void describe(Fields&, Options&) {}

/// A field of an enum type.
struct EnumField {
    std::function<std::vector<std::string_view>()> names;
    std::function<std::string_view()> name;  ///< name of the present value
    std::function<void(std::size_t index)> choose;
    /// Sets the value with this name. Throws UsageError with the nearest; `field`: the field in the message.
    void choose_named(std::string_view wanted, std::string_view field);
};

/// A field that holds one of several alternatives, each with fields of its own.
class ChoiceField {
  public:
    virtual ~ChoiceField() = default;
    virtual std::size_t size() const = 0;
    virtual Alternative alternative(std::size_t index) const = 0;
    /// The index of the alternative held.
    virtual std::size_t index() const = 0;
    /// Replaces the alternative held by this one with its defaults.
    virtual void choose(std::size_t index) = 0;
    virtual void describe_held(Fields& fields) = 0;
    /// The fields of an alternative at their defaults.
    virtual void describe_default(std::size_t index, Fields& fields) const = 0;
};

/// A field that is a struct with fields of its own.
struct ObjectField {
    std::function<void(Fields& fields)> describe_members;
};

using FieldRef =
    std::variant<bool*, std::int64_t*, double*, std::string*, std::optional<double>*, std::vector<double>*,
                 std::vector<std::string>*, EnumField*, ChoiceField*, ObjectField*>;

struct Field {
    std::string_view name;
    FieldRef ref;
    const FieldInfo& info;
    void* address;  ///< address of the field, whose type is `type`
    const std::type_info& type;
};

template <class E>
EnumField enum_field(E& field) {
    const auto names = [] {
        std::vector<std::string_view> all;
        for (const auto& [value, name] : enum_names(E{}))
            all.push_back(name);
        return all;
    };
    return {names, [&field] { return enum_name(field); },
            [&field](std::size_t index) { field = enum_names(E{}).at(index).first; }};
}

template <class Variant>
class VariantField;
template <class... T>
class VariantField<std::variant<T...>> final : public ChoiceField {
    using Choice = std::variant<T...>;

  public:
    explicit VariantField(Choice& choice) : choice_(choice) {}
    std::size_t size() const override { return sizeof...(T); }
    Alternative alternative(std::size_t index) const override {
        static constexpr std::array<Alternative, sizeof...(T)> kAll{alternative_of<T>()...};
        return kAll.at(index);
    }
    std::size_t index() const override { return choice_.index(); }
    void choose(std::size_t index) override { choice_ = default_at(index); }
    void describe_held(Fields& fields) override {
        std::visit([&](auto& options) { describe(fields, options); }, choice_);
    }
    void describe_default(std::size_t index, Fields& fields) const override {
        Choice options = default_at(index);
        VariantField(options).describe_held(fields);
    }

  private:
    template <class Options>
    static constexpr Alternative alternative_of() {
        Alternative result{Options::kName};
        if constexpr (requires { Options::kLabel; }) result.label = Options::kLabel;
        return result;
    }
    static Choice default_at(std::size_t index) {
        return std::array{+[]() -> Choice { return T{}; }...}.at(index)();
    }
    Choice& choice_;
};

/// A visitor of a struct's fields, in order.
class Fields {
  public:
    virtual ~Fields() = default;
    template <class T>
    void operator()(std::string_view name, T& field, const FieldInfo& info = {}) {
        const auto tell = [&](FieldRef ref) { visit({name, ref, info, &field, typeid(T)}); };
        if constexpr (std::is_enum_v<T>) {
            EnumField of = enum_field(field);
            tell(&of);
        } else if constexpr (std::constructible_from<FieldRef, T*>) {
            tell(&field);
        } else if constexpr (requires { std::variant_size<T>::value; }) {
            VariantField<T> of(field);
            tell(&of);
        } else {
            ObjectField of{[&field](Fields& members) { describe(members, field); }};
            tell(&of);
        }
    }

  private:
    virtual void visit(const Field& field) = 0;
};

/// A field's value as JSON. A choice: {"name": ..., its fields}.
Value value_of(const FieldRef& field);
/// Appends all fields of `describe` to an object.
class ValueWriter final : public Fields {
  public:
    explicit ValueWriter(Value& object) : object_(object) {}

  private:
    void visit(const Field& field) override;
    Value& object_;
};

/// Sets fields from an object's members of their names. Throws UsageError for a value of another type, an
/// unknown enum value, and (`finish`) a member without a field. The object must outlive the reader.
class ValueReader final : public Fields {
  public:
    explicit ValueReader(const Value& object) : object_(object) {}
    explicit ValueReader(Value&&) = delete;
    void finish() const;

  private:
    void visit(const Field& field) override;
    const Value& object_;
    std::vector<std::string> known_;
};

/// Finds the first field of a type.
class FieldFinder final : public Fields {
  public:
    explicit FieldFinder(const std::type_info& type) : type_(type) {}
    void* found() const { return found_; }

  private:
    void visit(const Field& field) override {
        if (found_ == nullptr && field.type == type_) found_ = field.address;
    }
    const std::type_info& type_;
    void* found_ = nullptr;
};

/// The name of the alternative that a choice holds.
template <class Choice>
constexpr std::string_view name_of(const Choice& choice) {
    if constexpr (std::derived_from<Choice, ChoiceField>)
        return choice.name();
    else
        return std::visit([](const auto& options) -> std::string_view { return options.kName; }, choice);
}

/// Visits the fields of the alternative that a choice holds.
template <class Choice>
void describe_held(Choice& choice, Fields& fields) {
    if constexpr (std::derived_from<Choice, ChoiceField>)
        choice.describe_held(fields);
    else
        VariantField<Choice>(choice).describe_held(fields);
}

/// The first field of type T of the alternative held, const if the choice is; nullptr if there is none.
template <class T, class Choice>
auto* field_of(Choice& choice) {
    FieldFinder finder(typeid(T));
    describe_held(const_cast<std::remove_const_t<Choice>&>(choice), finder);  // finder only takes addresses
    return static_cast<std::conditional_t<std::is_const_v<Choice>, const T, T>*>(finder.found());
}

/// The alternative held, as its base class `Base`; nullptr if its struct is not derived from it.
template <class Base, class Choice>
const Base* base_of(const Choice& choice) {
    return std::visit(
        [](const auto& options) -> const Base* {
            if constexpr (std::is_base_of_v<Base, std::remove_cvref_t<decltype(options)>>)
                return &options;
            else
                return nullptr;
        },
        choice);
}

}  // namespace reboost
