#include "core/archive.hpp"

namespace reboost {

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

bool operator==(const Archive::Array& a, const Archive::Array& b) {
    return a.values == b.values && a.shape == b.shape && a.units == b.units && a.long_name == b.long_name;
}

bool operator==(const Archive& a, const Archive& b) {
    return a.arrays() == b.arrays();
}

}  // namespace reboost
