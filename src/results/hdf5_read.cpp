#include "results/hdf5_archive.hpp"
#include "results/hdf5_checks.hpp"
#include "results/hdf5_session.hpp"
#include "results/json_text.hpp"

#include <sstream>
#include <string>
#include <unordered_set>
#include <vector>

#include <H5Cpp.h>

namespace reboost::results {
namespace {

/// HDF5 allocates variable-length text; it is freed by its own routine.
std::vector<std::string> take_texts(std::vector<char*>& chars, const H5::DataType& type,
                                    const H5::DataSpace& space) {
    std::vector<std::string> texts;
    for (const char* text : chars)
        texts.emplace_back(text == nullptr ? "" : text);
    if (!chars.empty()) H5Dvlen_reclaim(type.getId(), space.getId(), H5P_DEFAULT, chars.data());
    return texts;
}

/// The file read, for messages and for what its size allows.
struct Source {
    std::string name;
    mutable SizeLimit limit;
};

std::string read_text(const H5::Attribute& attribute, const Source& source) {
    require_scalar(attribute, source.name);
    if (attribute.getTypeClass() != H5T_STRING)
        throw DataError("'" + source.name + "': attribute '" + attribute.getName() + "' is not text");
    if (!attribute.getStrType().isVariableStr()) {
        std::string text;
        attribute.read(attribute.getStrType(), text);
        return text;
    }
    std::vector<char*> chars(1, nullptr);
    attribute.read(text_type(), static_cast<void*>(chars.data()));
    std::string text = take_texts(chars, text_type(), attribute.getSpace()).front();
    source.limit.take_text(text.size(), attribute.getName(), source.name);
    return text;
}

std::string optional_text(const H5::H5Object& object, const std::string& name, const Source& source) {
    return object.attrExists(name) ? read_text(object.openAttribute(name), source) : std::string();
}

Value read_attribute(const H5::Attribute& attribute, const Source& source) {
    require_scalar(attribute, source.name);
    switch (attribute.getTypeClass()) {
        case H5T_STRING:
            return read_text(attribute, source);
        case H5T_INTEGER: {
            std::int64_t number = 0;
            attribute.read(H5::PredType::NATIVE_INT64, &number);
            return number;
        }
        case H5T_FLOAT: {
            double number = 0;
            attribute.read(H5::PredType::NATIVE_DOUBLE, &number);
            return number;
        }
        case H5T_ENUM: {
            std::int8_t flag = 0;
            attribute.read(boolean_type(), &flag);
            return flag != 0;
        }
        default:
            throw DataError("'" + source.name + "': attribute '" + attribute.getName() +
                            "' has a type that this program does not write");
    }
}

extern "C" herr_t collect_attribute_name(hid_t, const char* name, const H5A_info_t*, void* names) {
    static_cast<std::vector<std::string>*>(names)->emplace_back(name);
    return 0;
}

Value read_attributes(const H5::H5File& file, const Source& source) {
    std::vector<std::string> names;
    const H5::Group root = file.openGroup("/");
    checked(
        H5Aiterate2(root.getId(), H5_INDEX_CRT_ORDER, H5_ITER_INC, nullptr, collect_attribute_name, &names),
        "H5Aiterate2");
    std::unordered_set<std::string> json_names;
    std::istringstream listed(optional_text(root, kJsonAttributes, source));
    for (std::string name; std::getline(listed, name, ',');)
        json_names.insert(name);
    Value attributes = Value::object();
    for (const std::string& name : names) {
        if (name == kJsonAttributes) continue;
        Value value = read_attribute(root.openAttribute(name), source);
        if (json_names.contains(name))
            value = value_from_json(value.as_string(), source.name + ": attribute '" + name + "'");
        attributes.set(name, std::move(value));
    }
    return attributes;
}

template <class T>
std::vector<T> read_numbers(const H5::DataSet& set, std::size_t size) {
    std::vector<T> values(size);
    if (size > 0) set.read(static_cast<void*>(values.data()), native_type<T>());
    return values;
}

std::vector<std::string> read_texts(const H5::DataSet& set, std::size_t size) {
    std::vector<char*> chars(size, nullptr);
    if (size > 0) set.read(static_cast<void*>(chars.data()), text_type());
    return take_texts(chars, text_type(), set.getSpace());
}

Archive::Values read_integers(const H5::DataSet& set, std::size_t size) {
    const H5::IntType type = set.getIntType();
    const bool is_signed = type.getSign() != H5T_SGN_NONE;
    switch (type.getSize()) {
        case 1:
            return is_signed ? Archive::Values(read_numbers<std::int8_t>(set, size))
                             : read_numbers<std::uint8_t>(set, size);
        case 2:
            if (is_signed) return read_numbers<std::int32_t>(set, size);
            return read_numbers<std::uint16_t>(set, size);
        case 4:
            return is_signed ? Archive::Values(read_numbers<std::int32_t>(set, size))
                             : read_numbers<std::uint32_t>(set, size);
        default:
            return is_signed ? Archive::Values(read_numbers<std::int64_t>(set, size))
                             : read_numbers<std::uint64_t>(set, size);
    }
}

Archive::Array read_array(const H5::DataSet& set, const Source& source, const std::string& name) {
    source.limit.take(set, name, source.name);
    require_one_path(set, name, source.name);
    Archive::Array array;
    const H5::DataSpace space = set.getSpace();
    std::vector<hsize_t> shape(static_cast<std::size_t>(space.getSimpleExtentNdims()));
    if (!shape.empty()) space.getSimpleExtentDims(shape.data());
    array.shape.assign(shape.begin(), shape.end());
    const auto size = static_cast<std::size_t>(space.getSimpleExtentNpoints());
    if (shape.empty() && size != 1) throw DataError(source.name + ": array '" + name + "' has no value");
    switch (set.getTypeClass()) {
        case H5T_FLOAT:
            if (set.getFloatType().getSize() == 4)
                array.values = read_numbers<float>(set, size);
            else
                array.values = read_numbers<double>(set, size);
            break;
        case H5T_INTEGER:
            array.values = read_integers(set, size);
            break;
        case H5T_STRING:
            array.values = read_texts(set, size);
            if (shape.empty())
                source.limit.take_text(std::get<std::vector<std::string>>(array.values).front().size(), name,
                                       source.name);
            break;
        default:
            throw DataError(source.name + ": array '" + name +
                            "' has an element type that this program does not write");
    }
    array.units = optional_text(set, "units", source);
    array.long_name = optional_text(set, "long_name", source);
    return array;
}

void read_group(const H5::H5File& file, const std::string& name, const Source& source, int depth,
                Archive& arrays) {
    if (depth > kDeepestGroup)
        throw DataError("'" + source.name +
                        "': groups are nested too deeply, or one contains itself: " + name);
    const H5::Group group = file.openGroup(name);
    require_one_path(group, name, source.name);
    for (hsize_t i = 0; i < group.getNumObjs(); ++i) {
        const std::string member = group.getObjnameByIdx(i), path = name + "/" + member;
        require_hard_link(group, member, source.name);
        if (arrays.arrays().size() >= kMostArrays)
            throw DataError("'" + source.name + "' has more arrays than this program writes");
        const H5O_type_t type = group.childObjType(member);
        if (type == H5O_TYPE_GROUP)
            read_group(file, path, source, depth + 1, arrays);
        else if (type == H5O_TYPE_DATASET)
            arrays.put_array(path, read_array(file.openDataSet(path), source, path));
        else
            throw DataError("'" + source.name + "': '" + path + "' is neither a group nor an array");
    }
}

Value read_document(const H5::H5File& file, const std::string& name, const Source& source) {
    if (!exists_plainly(file, name, source.name))
        throw DataError("'" + source.name + "': data set '" + name + "' is missing");
    const H5::DataSet set = file.openDataSet(name);
    source.limit.take(set, name, source.name);
    if (set.getTypeClass() != H5T_STRING || set.getSpace().getSimpleExtentNpoints() != 1)
        throw DataError("'" + source.name + "': '" + name + "' is not one text");
    return value_from_json(read_texts(set, 1).front(), source.name + ": " + name);
}

H5::H5File open_image(std::span<const std::byte> image) {
    constexpr std::size_t kIncrement = std::size_t{1} << 16;
    H5::FileAccPropList in_memory;
    in_memory.setCore(kIncrement, false);
    void* const bytes = const_cast<std::byte*>(image.data());  // copied
    checked(H5Pset_file_image(in_memory.getId(), bytes, image.size()), "H5Pset_file_image");
    return {"image.h5", H5F_ACC_RDONLY, H5::FileCreatPropList::DEFAULT, in_memory};
}

}  // namespace

Hdf5Content parse_hdf5(std::span<const std::byte> image, const Hdf5Query& query, const std::string& name) {
    constexpr std::size_t kBeside = std::size_t{8} << 20;  // what HDF5 takes anyway
    require_memory(2 * image.size() + kBeside);
    const Source source{name, SizeLimit(image.size())};
    return translate_errors<DataError>("'" + name + "' is damaged or not an HDF5 file", [&] {
        const H5::H5File file = open_image(image);
        Hdf5Content content;
        if (query.attributes) content.attributes = read_attributes(file, source);
        for (const std::string& document : query.documents)
            content.documents.emplace_back(document, read_document(file, document, source));
        for (const std::string& group : query.groups)
            if (exists_plainly(file, group, name)) read_group(file, group, source, 0, content.arrays);
        for (const std::string& array : query.arrays)
            if (exists_plainly(file, array, name))
                content.arrays.put_array(array, read_array(file.openDataSet(array), source, array));
        return content;
    });
}

}  // namespace reboost::results
