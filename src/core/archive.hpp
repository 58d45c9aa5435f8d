#pragma once
/// Named arrays, the form of models, selector states, checkpoints and curves. hdf5/ makes files of them.
#include "core/copy_safe_variant.hpp"
#include "core/error.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace reboost {

/// Names are paths ("tree/feature"); the part before a slash is a group. Scalars are arrays of one element
/// with an empty shape.
class Archive {
  public:
    using Values =
        CopySafeVariant<std::vector<double>, std::vector<float>, std::vector<std::int64_t>,
                        std::vector<std::uint64_t>, std::vector<std::int32_t>, std::vector<std::uint32_t>,
                        std::vector<std::uint16_t>, std::vector<std::uint8_t>, std::vector<std::int8_t>,
                        std::vector<std::string>>;
    struct Array {
        Values values;
        std::vector<std::size_t> shape;  ///< empty: a scalar
        std::string units;               ///< "s", "feature values"; "" if a number has no unit
        std::string long_name;           ///< one line that explains the array in its file

        // Defined in archive.cpp only, because a variant's special members take long to compile.
        Array();
        Array(Values values, std::vector<std::size_t> shape, std::string units = {},
              std::string long_name = {});
        Array(const Array& other);
        Array(Array&& other) noexcept;
        Array& operator=(const Array& other);
        Array& operator=(Array&& other) noexcept;
        ~Array();
        bool operator==(const Array& other) const;
    };

    /// Puts a 1-D array, or an array of `shape` (whose product must equal values.size()). Replaces an array
    /// of the same name.
    template <class T>
    void put(const std::string& name, std::vector<T> values, std::string units = {},
             std::string long_name = {}) {
        const std::size_t size = values.size();
        put_array(name, {std::move(values), {size}, std::move(units), std::move(long_name)});
    }
    template <class T>
    void put_shaped(const std::string& name, std::vector<T> values, std::vector<std::size_t> shape,
                    std::string units = {}, std::string long_name = {}) {
        put_array(name, {std::move(values), std::move(shape), std::move(units), std::move(long_name)});
    }
    template <class T>
    void put_scalar(const std::string& name, T value) {
        put_array(name, {std::vector<T>{std::move(value)}, {}});
    }
    void put_array(const std::string& name, Array array);
    /// Puts every array of `other` under "<prefix>/".
    void put_all(const std::string& prefix, Archive other);

    bool contains(const std::string& name) const { return arrays_.contains(name); }
    /// Throws DataError if the name is absent or the array has another element type.
    template <class T>
    const std::vector<T>& get(const std::string& name) const {
        const Array& array = find(name);
        if (const auto* values = std::get_if<std::vector<T>>(&array.values)) return *values;
        throw DataError("array '" + name + "' has another element type than expected");
    }
    template <class T>
    T get_scalar(const std::string& name) const {
        const std::vector<T>& values = get<T>(name);
        if (values.size() != 1) throw DataError("array '" + name + "' is not a scalar");
        return values.front();
    }
    const Array& find(const std::string& name) const;
    /// The arrays below "<prefix>/", with that prefix removed.
    Archive sub(const std::string& prefix) const;

    const std::map<std::string, Array>& arrays() const { return arrays_; }
    std::map<std::string, Array> take_arrays() && { return std::move(arrays_); }
    bool empty() const { return arrays_.empty(); }
    bool operator==(const Archive& other) const = default;

  private:
    std::map<std::string, Array> arrays_;
};

}  // namespace reboost
