#include "core/archive.hpp"

namespace reboost {

Archive::Array::Array() = default;
Archive::Array::Array(Values v, std::vector<std::size_t> s, std::string unit, std::string description)
    : values(std::move(v)), shape(std::move(s)), units(std::move(unit)), long_name(std::move(description)) {}
Archive::Array::Array(const Array& other) = default;
Archive::Array::Array(Array&& other) noexcept = default;
Archive::Array& Archive::Array::operator=(const Array& other) = default;
Archive::Array& Archive::Array::operator=(Array&& other) noexcept = default;
Archive::Array::~Array() = default;
bool Archive::Array::operator==(const Array& other) const = default;

void Archive::put_array(const std::string& name, Array array) {
    arrays_[name] = std::move(array);
}

void Archive::put_all(const std::string& prefix, Archive other) {
    auto arrays = std::move(other).take_arrays();
    for (auto& [name, array] : arrays)
        arrays_[prefix + "/" + name] = std::move(array);
}

const Archive::Array& Archive::find(const std::string& name) const {
    const auto it = arrays_.find(name);
    if (it == arrays_.end()) throw DataError("array '" + name + "' is missing");
    return it->second;
}

Archive Archive::sub(const std::string& prefix) const {
    Archive result;
    const std::string start = prefix + "/";
    for (auto it = arrays_.lower_bound(start); it != arrays_.end() && it->first.starts_with(start); ++it)
        result.arrays_[it->first.substr(start.size())] = it->second;
    return result;
}

}  // namespace reboost
