#include "core/error.hpp"
#include "core/text.hpp"
#include "results/hdf5_archive.hpp"
#include "results/hdf5_session.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <H5Cpp.h>
#include <hdf5_hl.h>

namespace reboost::results {
namespace {

constexpr std::size_t kChunkBytes = std::size_t{1} << 19;

void write_text_attribute(H5::H5Object& object, const std::string& name, const std::string& text) {
    const char* chars = text.c_str();
    object.createAttribute(name, text_type(), H5::DataSpace(H5S_SCALAR))
        .write(text_type(), static_cast<const void*>(&chars));
}

template <class T>
void write_number_attribute(H5::H5Object& object, const std::string& name, const H5::DataType& type,
                            T number) {
    object.createAttribute(name, type, H5::DataSpace(H5S_SCALAR)).write(type, &number);
}

void write_attributes(H5::H5File& file, const Value& attributes) {
    std::string json_names;
    H5::Group root = file.openGroup("/");
    for (const auto& [name, value] : attributes.as_object()) {
        if (value.is_bool()) {
            write_number_attribute(root, name, boolean_type(), static_cast<std::int8_t>(value.as_bool()));
        } else if (value.is_integer()) {
            write_number_attribute(root, name, H5::PredType::NATIVE_INT64, value.as_integer());
        } else if (value.is_number()) {
            write_number_attribute(root, name, H5::PredType::NATIVE_DOUBLE, value.as_number());
        } else if (value.is_string()) {
            write_text_attribute(root, name, value.as_string());
        } else {
            write_text_attribute(root, name, to_json(value));
            json_names += (json_names.empty() ? "" : ",") + name;
        }
    }
    if (!json_names.empty()) write_text_attribute(root, kJsonAttributes, json_names);
}

/// HDF5 would note when an object was written; without it equal content gives equal bytes.
void leave_times_out(const H5::PropList& object) {
    checked(H5Pset_obj_track_times(object.getId(), false), "H5Pset_obj_track_times");
}

H5::DSetCreatPropList untimed() {
    H5::DSetCreatPropList layout;
    leave_times_out(layout);
    return layout;
}

void write_document(H5::H5File& file, const std::string& name, const Value& value) {
    const std::string text = to_json(value);
    if (!is_utf8(text))  // nobody could read it back
        throw UsageError("cannot store '" + name + "', which holds a text that is not UTF-8: " + text);
    const char* chars = text.c_str();
    file.createDataSet(name, text_type(), H5::DataSpace(H5S_SCALAR), untimed())
        .write(static_cast<const void*>(&chars), text_type());
}

void create_groups(H5::H5File& file, const std::string& name, std::set<std::string>& known) {
    for (std::size_t slash = name.find('/'); slash != std::string::npos; slash = name.find('/', slash + 1)) {
        const std::string group = name.substr(0, slash);
        if (known.insert(group).second) file.createGroup(group);
    }
}

/// Of an array of `size` elements of `bytes` each.
H5::DSetCreatPropList layout_of(const std::vector<hsize_t>& shape, std::size_t size, std::size_t bytes,
                                const Packing& packing) {
    H5::DSetCreatPropList layout = untimed();
    if (size < packing.from) return layout;
    std::vector<hsize_t> chunk = shape;
    const std::size_t row = std::max<std::size_t>(size / shape.front() * bytes, 1);
    chunk.front() = std::max<hsize_t>(1, std::min<hsize_t>(shape.front(), kChunkBytes / row));
    layout.setChunk(static_cast<int>(chunk.size()), chunk.data());
    layout.setShuffle();
    layout.setDeflate(packing.level);
    return layout;
}

template <class T>
H5::DataSet write_values(H5::H5File& file, const std::string& name, const std::vector<T>& values,
                         const H5::DataSpace& space, const H5::DSetCreatPropList& layout) {
    if constexpr (std::is_same_v<T, std::string>) {
        // Filters see only the pointers of variable-length text, never the characters: contiguous at any
        // length.
        std::vector<const char*> chars;
        for (const std::string& text : values)
            chars.push_back(text.c_str());
        H5::DataSet set = file.createDataSet(name, text_type(), space, untimed());
        if (!chars.empty()) set.write(static_cast<const void*>(chars.data()), text_type());
        return set;
    } else {
        H5::DataSet set = file.createDataSet(name, native_type<T>(), space, layout);
        if (!values.empty()) set.write(static_cast<const void*>(values.data()), native_type<T>());
        return set;
    }
}

H5::DataSet write_array(H5::H5File& file, const std::string& name, const Archive::Array& array,
                        const Packing& packing) {
    const std::vector<hsize_t> shape(array.shape.begin(), array.shape.end());
    const H5::DataSpace space = shape.empty() ? H5::DataSpace(H5S_SCALAR)
                                              : H5::DataSpace(static_cast<int>(shape.size()), shape.data());
    const auto write = [&](const auto& values) {
        std::size_t expected = 1;
        for (const std::size_t extent : array.shape)
            expected *= extent;
        if (values.size() != expected)
            throw Error("array '" + name + "' has " + std::to_string(values.size()) +
                        " values for a shape of " + std::to_string(expected));
        return write_values(
            file, name, values, space,
            layout_of(shape, shape.empty() ? 0 : values.size(), sizeof *values.data(), packing));
    };
    H5::DataSet set = std::visit(write, array.values);
    if (!array.units.empty()) write_text_attribute(set, "units", array.units);
    if (!array.long_name.empty()) write_text_attribute(set, "long_name", array.long_name);
    return set;
}

std::string parent_of(const std::string& name) {
    const std::size_t slash = name.rfind('/');
    return slash == std::string::npos ? std::string() : name.substr(0, slash);
}

bool is_one_dimensional(const Archive::Array& array) {
    return array.shape.size() == 1;
}

/// "curves/train_" of "curves/train_round": the scale of the arrays whose names begin so.
std::string_view scaled_prefix(std::string_view scale) {
    return scale.substr(0, scale.size() - std::string_view("round").size());
}

/// The scale of an array: of its group and length, with the longest prefix that it shares; "" where there is
/// none.
std::string scale_of(const std::string& name, std::size_t length, const Archive& arrays) {
    std::string best;
    for (const auto& [scale, array] : arrays.arrays()) {
        if (!scale.ends_with("round") || !is_one_dimensional(array) || array.shape[0] != length) continue;
        if (parent_of(scale) != parent_of(name) || !name.starts_with(scaled_prefix(scale))) continue;
        if (scale.size() > best.size()) best = scale;
    }
    return best;
}

/// Makes "round" (and "train_round", ...) the dimension scales of the 1-D arrays beside them.
void attach_scales(const Archive& arrays, std::map<std::string, H5::DataSet>& sets) {
    for (const auto& [name, array] : arrays.arrays()) {
        if (!is_one_dimensional(array) || array.shape[0] == 0 || name.ends_with("round")) continue;
        const std::string scale = scale_of(name, array.shape[0], arrays);
        if (scale.empty()) continue;
        const hid_t id = sets.at(scale).getId();
        if (H5DSis_scale(id) <= 0)
            checked(H5DSset_scale(id, scale.substr(scale.rfind('/') + 1).c_str()), "H5DSset_scale");
        checked(H5DSattach_scale(sets.at(name).getId(), id, 0), "H5DSattach_scale");
    }
}

std::size_t elements_of(const Archive& arrays) {
    std::size_t elements = 0;
    for (const auto& [name, array] : arrays.arrays())
        elements += std::visit([](const auto& values) { return values.size(); }, array.values);
    return elements;
}

/// Bytes by which the image grows in memory: HDF5 clears them, which would be most of a small run's time.
std::size_t growth_of(std::size_t elements) {
    constexpr std::size_t kLeast = std::size_t{1} << 16, kMost = std::size_t{1} << 24;
    return std::clamp(2 * elements, kLeast, kMost);
}

/// Every group and every chunked array has a tree of its own, and by default its first node takes 0.9 and 2.1
/// KiB: a quarter of a file of many short arrays. These nodes have 2 to 4 entries.
void use_small_nodes(H5::FileCreatPropList& root) {
    constexpr unsigned kEntries = 2;
    root.setSymk(kEntries, kEntries);
    root.setIstorek(kEntries);
}

std::vector<std::byte> image_of(H5::H5File& file) {
    file.flush(H5F_SCOPE_GLOBAL);
    const auto size = checked(H5Fget_file_image(file.getId(), nullptr, 0), "H5Fget_file_image");
    std::vector<std::byte> bytes(static_cast<std::size_t>(size));
    checked(H5Fget_file_image(file.getId(), bytes.data(), bytes.size()), "H5Fget_file_image");
    return bytes;
}

}  // namespace

std::vector<std::byte> to_hdf5(const Hdf5Content& content, const Packing& packing) try {
    const std::size_t elements = elements_of(content.arrays);
    constexpr std::size_t kBeside = std::size_t{32} << 20;  // growth of the image, and what HDF5 takes anyway
    require_memory(2 * sizeof(double) * elements + kBeside);
    return translate_errors<IoError>("cannot form an HDF5 file", [&] {
        H5::FileAccPropList in_memory;
        in_memory.setCore(growth_of(elements), false);
        H5::FileCreatPropList root;
        checked(H5Pset_attr_creation_order(root.getId(), H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED),
                "H5Pset_attr_creation_order");
        leave_times_out(root);
        use_small_nodes(root);
        H5::H5File file("image.h5", H5F_ACC_TRUNC, root, in_memory);
        write_attributes(file, content.attributes);
        for (const auto& [name, value] : content.documents)
            write_document(file, name, value);
        std::set<std::string> groups;
        std::map<std::string, H5::DataSet> sets;
        for (const auto& [name, array] : content.arrays.arrays()) {
            create_groups(file, name, groups);
            sets.emplace(name, write_array(file, name, array, packing));
        }
        attach_scales(content.arrays, sets);
        sets.clear();
        return image_of(file);
    });
} catch (const Hdf5MemoryError&) {
    throw std::bad_alloc();
}

}  // namespace reboost::results
