#include "core/error.hpp"
#include "core/value.hpp"

#include <cstdint>
#include <unordered_set>
#include <vector>

#include <nlohmann/json.hpp>

namespace reboost {
namespace {

using Json = nlohmann::json;

/// Builds a Value from nlohmann's events; nlohmann's own trees take seconds for a megabyte of keys.
class ValueBuilder {
  public:
    explicit ValueBuilder(const std::string& source) : source_(source) {}

    bool null() { return add({}); }
    bool boolean(bool value) { return add(value); }
    bool number_integer(std::int64_t value) { return add(value); }
    bool number_unsigned(std::uint64_t value) { return add(value); }
    bool number_float(double value, const std::string&) { return add(value); }
    bool string(std::string& value) { return add(Value(std::move(value))); }
    bool binary(std::vector<std::uint8_t>&) { return false; }
    bool start_object(std::size_t) { return open(Value::object()); }
    bool start_array(std::size_t) { return open(Value::list()); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }
    bool key(std::string& name) {
        if (is_known(name)) throw DataError(source_ + ": damaged JSON: the key '" + name + "' comes twice");
        open_.back().value.as_object().emplace_back(name, Value());
        return true;
    }
    [[noreturn]] bool parse_error(std::size_t, const std::string&, const Json::exception& error) const {
        // Keeps the end of "[json.exception.parse_error.101] parse error at ...".
        const std::string_view reason = error.what();
        throw DataError(source_ + ": damaged JSON: " + std::string(reason.substr(reason.find("] ") + 2)));
    }

    Value take() { return std::move(root_); }

  private:
    struct Open {
        Value value;
        std::unordered_set<std::string> keys;  ///< filled if an object has more than `kFewKeys` members
    };
    static constexpr std::size_t kFewKeys = 40;  // up to here comparing keys is faster than hashing
    static constexpr std::size_t kDeepest = 200;

    bool is_known(const std::string& name) {
        auto& [value, keys] = open_.back();
        const Value::Object& members = value.as_object();
        if (members.size() < kFewKeys) return value.find(name) != nullptr;
        if (keys.empty())
            for (const auto& member : members)
                keys.insert(member.first);
        return !keys.insert(name).second;
    }

    bool add(Value value) {
        if (open_.empty())
            root_ = std::move(value);
        else if (open_.back().value.is_list())
            open_.back().value.as_list().push_back(std::move(value));
        else
            open_.back().value.as_object().back().second = std::move(value);
        return true;
    }
    bool open(Value value) {
        if (open_.size() == kDeepest)
            throw DataError(source_ + ": JSON is nested more than " + std::to_string(kDeepest) + " deep");
        open_.push_back({std::move(value), {}});
        return true;
    }
    bool close() {
        Value value = std::move(open_.back().value);
        open_.pop_back();
        return add(std::move(value));
    }

    const std::string& source_;
    std::vector<Open> open_;
    Value root_;
};

}  // namespace

Value value_from_json(std::string_view text, const std::string& source) {
    ValueBuilder builder(source);
    Json::sax_parse(text, &builder);
    return builder.take();
}

}  // namespace reboost
