#include "core/value.hpp"

#include "core/error.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace reboost {
namespace {

void write_string(const std::string& text, std::string& out) {
    constexpr std::string_view kSpecial = "\"\\\n\t\r", kEscaped = "\"\\ntr";
    out += '"';
    for (const char c : text) {
        const bool control = static_cast<unsigned char>(c) < 0x20;
        if (!control && c != '"' && c != '\\') {
            out += c;
        } else if (const std::size_t place = kSpecial.find(c); place != std::string_view::npos) {
            out += '\\';
            out += kEscaped[place];
        } else {
            char buffer[8];
            std::snprintf(buffer, sizeof buffer, "\\u%04x", static_cast<unsigned>(c));
            out += buffer;
        }
    }
    out += '"';
}

void write_double(double number, std::string& out) {
    if (!std::isfinite(number)) {
        out += "null";
        return;
    }
    char buffer[40];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, number).ptr;
    const std::string_view text(buffer, static_cast<std::size_t>(end - buffer));
    out += text;
    if (text.find_first_of(".en") == std::string_view::npos) out += ".0";
}

class Writer {
  public:
    Writer(int indent, bool sorted, std::string& out) : indent_(indent), sorted_(sorted), out_(out) {}

    void write(const Value& value, int depth) {
        if (value.is_null())
            out_ += "null";
        else if (value.is_bool())
            out_ += value.as_bool() ? "true" : "false";
        else if (value.is_integer())
            out_ += std::to_string(value.as_integer());
        else if (value.is_number())
            write_double(value.as_number(), out_);
        else if (value.is_string())
            write_string(value.as_string(), out_);
        else if (value.is_list())
            write_items("[]", value.as_list(), depth, [&](const Value& item) { write(item, depth + 1); });
        else
            write_object(value.as_object(), depth);
    }

  private:
    void line(int depth) {
        if (indent_ < 0) return;
        out_ += '\n';
        out_.append(static_cast<std::size_t>(depth * indent_), ' ');
    }

    /// Writes the items between brackets, each with `write_item`.
    template <class Items, class WriteItem>
    void write_items(const char* brackets, const Items& items, int depth, WriteItem write_item) {
        out_ += brackets[0];
        bool is_first = true;
        for (const auto& item : items) {
            if (!std::exchange(is_first, false)) out_ += ',';
            line(depth + 1);
            write_item(item);
        }
        if (!items.empty()) line(depth);
        out_ += brackets[1];
    }

    void write_object(const Value::Object& object, int depth) {
        std::vector<const Value::Object::value_type*> members;
        for (const auto& member : object)
            members.push_back(&member);
        if (sorted_) std::ranges::sort(members, [](auto* a, auto* b) { return a->first < b->first; });
        write_items("{}", members, depth, [&](const auto* member) {
            write_string(member->first, out_);
            out_ += indent_ < 0 ? ":" : ": ";
            write(member->second, depth + 1);
        });
    }

    int indent_;
    bool sorted_;
    std::string& out_;
};

}  // namespace

Value::Value(const Value& other) = default;
Value::Value(Value&& other) noexcept = default;
Value& Value::operator=(const Value& other) = default;
Value& Value::operator=(Value&& other) noexcept = default;
Value::~Value() = default;
bool Value::operator==(const Value& other) const {
    return data_ == other.data_;
}

Value::Value(std::uint64_t v) {
    if (std::in_range<std::int64_t>(v))
        data_ = static_cast<std::int64_t>(v);
    else
        data_ = static_cast<double>(v);
}

const char* Value::type_name() const {
    static constexpr const char* kNames[] = {"null",     "a boolean", "an integer", "a number",
                                             "a string", "a list",    "an object"};
    return kNames[data_.index()];
}

void Value::refuse(const char* wanted) const {
    throw DataError(std::string("expected ") + wanted + ", found " + type_name());
}

double Value::as_number() const {
    return is_integer() ? static_cast<double>(as_integer()) : as<double>("a number");
}

Value& Value::set(std::string key, Value value) & {
    if (is_null()) data_ = Object{};
    if (Value* existing = find(key))
        *existing = std::move(value);
    else
        as_object().emplace_back(std::move(key), std::move(value));
    return *this;
}

void Value::erase(std::string_view key) {
    if (auto* object = std::get_if<Object>(&data_))
        std::erase_if(*object, [&](const auto& member) { return member.first == key; });
}

void Value::push(Value value) {
    if (is_null()) data_ = List{};
    as_list().push_back(std::move(value));
}

const Value* Value::find(std::string_view key) const {
    const auto* object = std::get_if<Object>(&data_);
    if (!object) return nullptr;
    const auto it = std::ranges::find(*object, key, &Object::value_type::first);
    return it == object->end() ? nullptr : &it->second;
}

Value* Value::find(std::string_view key) {
    return const_cast<Value*>(std::as_const(*this).find(key));
}

const Value& Value::at(std::string_view key) const {
    if (const Value* value = find(key)) return *value;
    throw DataError("key '" + std::string(key) + "' is missing");
}

std::string to_json(const Value& value, int indent, bool sorted) {
    std::string out;
    Writer(indent, sorted, out).write(value, 0);
    return out;
}

std::string plain_text(const Value& value) {
    return value.is_string() ? value.as_string() : to_json(value);
}

const Value* find_path(const Value& tree, std::string_view path) {
    const Value* at = &tree;
    while (at != nullptr && !path.empty()) {
        const std::size_t dot = path.find('.');
        at = at->find(path.substr(0, dot));
        path = dot == std::string_view::npos ? std::string_view{} : path.substr(dot + 1);
    }
    return at;
}

Value* find_path(Value& tree, std::string_view path) {
    return const_cast<Value*>(find_path(std::as_const(tree), path));
}

std::string text_at(const Value& tree, std::string_view path, std::string_view otherwise) {
    const Value* found = find_path(tree, path);
    return found != nullptr && found->is_string() ? found->as_string() : std::string(otherwise);
}

double number_at(const Value& tree, std::string_view path, double otherwise) {
    const Value* found = find_path(tree, path);
    return found != nullptr && found->is_number() ? found->as_number() : otherwise;
}

Value without(Value tree, std::initializer_list<std::string_view> paths) {
    for (const std::string_view path : paths) {
        const std::size_t dot = path.rfind('.');
        const bool nested = dot != std::string_view::npos;
        Value* parent = nested ? find_path(tree, path.substr(0, dot)) : &tree;
        if (parent != nullptr) parent->erase(nested ? path.substr(dot + 1) : path);
    }
    return tree;
}

void for_each_leaf(const Value& tree, const LeafVisitor& visit, const std::string& path) {
    if (!tree.is_object()) return visit(path, tree);
    for (const auto& [key, member] : tree.as_object())
        for_each_leaf(member, visit, path.empty() ? key : path + "." + key);
}

bool same_value(const Value& a, const Value& b) {
    if (a.is_number() && b.is_number()) return a.as_number() == b.as_number();
    return a == b;
}

}  // namespace reboost
