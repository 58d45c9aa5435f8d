#include "results/json_text.hpp"

#include "core/error.hpp"

#include <nlohmann/json.hpp>

namespace reboost::results {
namespace {

using Json = nlohmann::ordered_json;

Value convert(const Json& json) {
    switch (json.type()) {
        case Json::value_t::boolean:
            return json.get<bool>();
        case Json::value_t::number_integer:
            return json.get<std::int64_t>();
        case Json::value_t::number_unsigned:
            return json.get<std::uint64_t>();
        case Json::value_t::number_float:
            return json.get<double>();
        case Json::value_t::string:
            return json.get<std::string>();
        case Json::value_t::array: {
            Value list = Value::list();
            for (const Json& item : json)
                list.push(convert(item));
            return list;
        }
        case Json::value_t::object: {
            Value object = Value::object();
            for (const auto& [key, member] : json.items())
                object.set(key, convert(member));
            return object;
        }
        default:
            return {};
    }
}

constexpr int kDeepest = 200;

/// Counted before parsing, which would take a stack frame per level.
void require_shallow(std::string_view text, const std::string& source) {
    int depth = 0;
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quoted) {
            if (c == '\\') ++i;
            quoted = c != '"';
        } else if (c == '"') {
            quoted = true;
        } else if (c == '[' || c == '{') {
            if (++depth > kDeepest)
                throw DataError(source + ": JSON is nested more than " + std::to_string(kDeepest) + " deep");
        } else if (c == ']' || c == '}') {
            --depth;
        }
    }
}

}  // namespace

Value value_from_json(std::string_view text, const std::string& source) {
    require_shallow(text, source);
    try {
        return convert(Json::parse(text));
    } catch (const Json::exception& error) {
        throw DataError(source + ": damaged JSON: " + error.what());
    }
}

}  // namespace reboost::results
