#include "results/packed_content.hpp"

#include "core/error.hpp"
#include "results/json_text.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace reboost::results {
namespace {

using Bytes = std::vector<std::byte>;

static_assert(std::endian::native == std::endian::little, "numbers are copied as they lie in memory");

/// From here on HDF5's own costs are a small part of reading a run.
constexpr std::size_t kMostBytes = std::size_t{1} << 16;
constexpr int kDeepestValue = 202;  ///< of documents (json_text.cpp), inside attributes
constexpr std::size_t kMostDimensions = 32;

enum class Kind : unsigned char { null, no, yes, integer, number, text, list, object };

void put_bytes(Bytes& out, const void* from, std::size_t size) {
    const auto* bytes = static_cast<const std::byte*>(from);
    out.insert(out.end(), bytes, bytes + size);
}

void put_count(Bytes& out, std::size_t count) {
    for (; count >= 0x80; count >>= 7)
        out.push_back(static_cast<std::byte>(count | 0x80));
    out.push_back(static_cast<std::byte>(count));
}

void put_text(Bytes& out, std::string_view text) {
    put_count(out, text.size());
    put_bytes(out, text.data(), text.size());
}

void put_counted(Bytes& out, const Bytes& part) {
    put_count(out, part.size());
    out.insert(out.end(), part.begin(), part.end());
}

void put_kind(Bytes& out, Kind kind) {
    out.push_back(static_cast<std::byte>(kind));
}

void put_value(Bytes& out, const Value& value) {
    if (value.is_null()) {
        put_kind(out, Kind::null);
    } else if (value.is_bool()) {
        put_kind(out, value.as_bool() ? Kind::yes : Kind::no);
    } else if (value.is_integer()) {
        const std::int64_t integer = value.as_integer();
        put_kind(out, Kind::integer);
        put_bytes(out, &integer, sizeof integer);
    } else if (value.is_number()) {
        const double number = value.as_number();
        put_kind(out, Kind::number);
        put_bytes(out, &number, sizeof number);
    } else if (value.is_string()) {
        put_kind(out, Kind::text);
        put_text(out, value.as_string());
    } else if (value.is_list()) {
        put_kind(out, Kind::list);
        put_count(out, value.as_list().size());
        for (const Value& item : value.as_list())
            put_value(out, item);
    } else {
        put_kind(out, Kind::object);
        put_count(out, value.as_object().size());
        for (const auto& [key, member] : value.as_object()) {
            put_text(out, key);
            put_value(out, member);
        }
    }
}

/// nullopt: no size_t holds it.
std::optional<std::size_t> elements_of(const std::vector<std::size_t>& shape) {
    std::size_t elements = 1;
    for (const std::size_t size : shape)
        if (__builtin_mul_overflow(elements, size, &elements)) return std::nullopt;
    return elements;
}

Bytes array_bytes(const std::string& name, const Archive::Array& array) {
    Bytes out;
    put_text(out, name);
    out.push_back(static_cast<std::byte>(array.values.index()));
    put_count(out, array.shape.size());
    for (const std::size_t size : array.shape)
        put_count(out, size);
    put_text(out, array.units);
    put_text(out, array.long_name);
    std::visit(
        [&out](const auto& values) {
            using Element = typename std::decay_t<decltype(values)>::value_type;
            if constexpr (std::is_same_v<Element, std::string>) {
                for (const std::string& text : values)
                    put_text(out, text);
            } else {
                put_bytes(out, values.data(), values.size() * sizeof(Element));
            }
        },
        array.values);
    return out;
}

std::size_t size_of(const Archive::Array& array) {
    return std::visit([](const auto& values) { return values.size(); }, array.values);
}

bool is_plain(const Archive::Array& array) {
    return array.shape.size() <= kMostDimensions && elements_of(array.shape) == size_of(array);
}

/// HDF5 gives a text back up to its first NUL.
std::string text_as_read(const std::string& text) {
    return text.c_str();
}

Value json_as_read(const Value& value) {
    return value_from_json(to_json(value), "a record");
}

Value attributes_as_read(const RunRecord& record) {
    Value attributes = Value::object();
    for (const auto& [name, value] : record.attributes.as_object()) {
        if (value.is_string())
            attributes.set(name, text_as_read(value.as_string()));
        else
            attributes.set(name, value.is_bool() || value.is_number() ? value : json_as_read(value));
    }
    return attributes.set("id", record.id);
}

Archive::Array array_as_read(Archive::Array array) {
    if (auto* texts = std::get_if<std::vector<std::string>>(&array.values))
        std::transform(texts->begin(), texts->end(), texts->begin(), text_as_read);
    array.units = text_as_read(array.units);
    array.long_name = text_as_read(array.long_name);
    return array;
}

/// Before anything is copied.
bool is_large(const Archive& arrays) {
    std::size_t elements = 0;
    for (const auto& [name, array] : arrays.arrays())
        elements += size_of(array);
    return elements > kMostBytes;
}

/// Reads one part after another; DataError where it is not there.
class ByteReader {
  public:
    ByteReader(std::span<const std::byte> bytes, const std::string& name) : left_(bytes), name_(name) {}

    bool empty() const { return left_.empty(); }
    [[noreturn]] void refuse() const {
        throw DataError("'" + name_ + "': its content in the pack is damaged");
    }
    std::span<const std::byte> bytes(std::size_t size) {
        if (size > left_.size()) refuse();
        const auto taken = left_.first(size);
        left_ = left_.subspan(size);
        return taken;
    }
    std::size_t count() {
        std::size_t count = 0;
        for (int shift = 0; shift < 63; shift += 7) {
            const auto byte = std::to_integer<std::size_t>(bytes(1).front());
            count |= (byte & 0x7f) << shift;
            if (byte < 0x80) return count;
        }
        refuse();
    }
    /// Of things that take at least one byte each.
    std::size_t count_of_parts() {
        const std::size_t parts = count();
        if (parts > left_.size()) refuse();
        return parts;
    }
    std::string text() {
        const auto taken = bytes(count());
        return {reinterpret_cast<const char*>(taken.data()), taken.size()};
    }
    template <class T>
    T number() {
        T value;
        std::memcpy(&value, bytes(sizeof value).data(), sizeof value);
        return value;
    }
    ByteReader part() { return {bytes(count()), name_}; }
    Value value(int depth = 0) {
        if (depth > kDeepestValue) refuse();
        switch (static_cast<Kind>(bytes(1).front())) {
            case Kind::null:
                return {};
            case Kind::no:
                return false;
            case Kind::yes:
                return true;
            case Kind::integer:
                return number<std::int64_t>();
            case Kind::number:
                return number<double>();
            case Kind::text:
                return text();
            case Kind::list:
                return list(depth);
            case Kind::object:
                return object(depth);
        }
        refuse();
    }

  private:
    Value list(int depth) {
        Value::List items;
        for (std::size_t left = count_of_parts(); left > 0; --left)
            items.push_back(value(depth + 1));
        return items;
    }
    Value object(int depth) {
        Value::Object members;
        for (std::size_t left = count_of_parts(); left > 0; --left) {
            std::string key = text();
            members.emplace_back(std::move(key), value(depth + 1));
        }
        return members;
    }

    std::span<const std::byte> left_;
    const std::string& name_;
};

template <class Element>
std::vector<Element> read_elements(ByteReader& reader, std::size_t size) {
    if constexpr (std::is_same_v<Element, std::string>) {
        std::vector<std::string> texts;
        while (texts.size() < size)
            texts.push_back(reader.text());
        return texts;
    } else {
        if (size > std::numeric_limits<std::size_t>::max() / sizeof(Element)) reader.refuse();
        const auto bytes = reader.bytes(size * sizeof(Element));
        std::vector<Element> values(size);
        if (size > 0) std::memcpy(values.data(), bytes.data(), bytes.size());
        return values;
    }
}

/// Elements of the type that has this place among those of an archive.
template <std::size_t... Types>
Archive::Values read_values(ByteReader& reader, std::size_t type, std::size_t size,
                            std::index_sequence<Types...>) {
    Archive::Values values;
    const auto read = [&]<std::size_t Type>() {
        using Element = typename std::variant_alternative_t<Type, Archive::Values::Std>::value_type;
        if (type == Type) values = read_elements<Element>(reader, size);
        return type == Type;
    };
    if (!(read.template operator()<Types>() || ...)) reader.refuse();
    return values;
}

Archive::Array read_array(ByteReader& reader) {
    constexpr auto kTypes = std::make_index_sequence<std::variant_size_v<Archive::Values::Std>>();
    Archive::Array array;
    const auto type = std::to_integer<std::size_t>(reader.bytes(1).front());
    const std::size_t dimensions = reader.count_of_parts();
    if (dimensions > kMostDimensions) reader.refuse();
    while (array.shape.size() < dimensions)
        array.shape.push_back(reader.count());
    const std::optional<std::size_t> size = elements_of(array.shape);
    if (!size) reader.refuse();
    array.units = reader.text();
    array.long_name = reader.text();
    array.values = read_values(reader, type, *size, kTypes);
    if (!reader.empty()) reader.refuse();
    return array;
}

bool holds(const std::vector<std::string>& names, const std::string& name) {
    return std::ranges::find(names, name) != names.end();
}

}  // namespace

Hdf5Query packed_query() {
    return {true, {"spec"}, {"curves"}, {}};
}

Bytes to_packed_content(const Hdf5Content& content) {
    if (is_large(content.arrays)) return {};
    Bytes header, arrays;
    put_value(header, content.attributes);
    for (const auto& [name, value] : content.documents)
        if (name == "spec") put_value(header, value);
    put_count(arrays, content.arrays.arrays().size());
    for (const auto& [name, array] : content.arrays.arrays()) {
        if (!is_plain(array)) return {};
        put_counted(arrays, array_bytes(name, array));
    }
    Bytes out;
    put_counted(out, header);
    out.insert(out.end(), arrays.begin(), arrays.end());
    return out.size() <= kMostBytes ? out : Bytes{};
}

Bytes to_packed_content(const RunRecord& record) {
    if (is_large(record.curves)) return {};
    Hdf5Content content;
    try {
        content.attributes = attributes_as_read(record);
        content.documents.emplace_back("spec", json_as_read(record.spec));
    } catch (const DataError&) {  // nested too deeply to be read back
        return {};
    }
    for (const auto& [name, array] : record.curves.arrays())
        content.arrays.put_array("curves/" + name, array_as_read(array));
    return to_packed_content(content);
}

bool is_packed(const Hdf5Query& query) {
    const auto all = [](const std::vector<std::string>& names, const auto& fits) {
        return std::ranges::all_of(names, fits);
    };
    return all(query.documents, [](const std::string& name) { return name == "spec"; }) &&
           all(query.groups, [](const std::string& name) { return name == "curves"; }) &&
           all(query.arrays, [](const std::string& name) { return name.starts_with("curves/"); });
}

Hdf5Content parse_packed(std::span<const std::byte> bytes, const Hdf5Query& query, const std::string& name) {
    ByteReader reader(bytes, name);
    Hdf5Content content;
    ByteReader header = reader.part();
    Value attributes = header.value(), spec = header.value();
    if (!attributes.is_object() || !header.empty()) header.refuse();
    if (query.attributes) content.attributes = std::move(attributes);
    if (!query.documents.empty()) content.documents.emplace_back("spec", std::move(spec));
    for (std::size_t left = reader.count_of_parts(); left > 0; --left) {
        ByteReader part = reader.part();
        const std::string name_of_array = part.text();
        Archive::Array array = read_array(part);
        if (!name_of_array.starts_with("curves/")) part.refuse();
        if (!query.groups.empty() || holds(query.arrays, name_of_array))
            content.arrays.put_array(name_of_array, std::move(array));
    }
    if (!reader.empty()) reader.refuse();
    return content;
}

}  // namespace reboost::results
