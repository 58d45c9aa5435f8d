#include "results/hdf5_archive.hpp"
#include "results/hdf5_session.hpp"
#include "results/json_text.hpp"

#include <algorithm>
#include <cerrno>
#include <string>
#include <vector>

#include <H5Cpp.h>
#include <fcntl.h>
#include <unistd.h>

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

std::string read_text(const H5::Attribute& attribute) {
    if (!attribute.getStrType().isVariableStr()) {
        std::string text;
        attribute.read(attribute.getStrType(), text);
        return text;
    }
    std::vector<char*> chars(1, nullptr);
    attribute.read(text_type(), static_cast<void*>(chars.data()));
    return take_texts(chars, text_type(), attribute.getSpace()).front();
}

std::string optional_text(const H5::H5Object& object, const std::string& name) {
    return object.attrExists(name) ? read_text(object.openAttribute(name)) : std::string();
}

Value read_attribute(const H5::Attribute& attribute) {
    switch (attribute.getTypeClass()) {
        case H5T_STRING:
            return read_text(attribute);
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
            return {};
    }
}

extern "C" herr_t collect_attribute_name(hid_t, const char* name, const H5A_info_t*, void* names) {
    static_cast<std::vector<std::string>*>(names)->emplace_back(name);
    return 0;
}

Value read_attributes(const H5::H5File& file, const std::string& source) {
    std::vector<std::string> names;
    const H5::Group root = file.openGroup("/");
    checked(
        H5Aiterate2(root.getId(), H5_INDEX_CRT_ORDER, H5_ITER_INC, nullptr, collect_attribute_name, &names),
        "H5Aiterate2");
    std::string json_names(",");
    json_names.append(optional_text(root, kJsonAttributes)).append(",");
    Value attributes = Value::object();
    for (const std::string& name : names) {
        if (name == kJsonAttributes) continue;
        Value value = read_attribute(root.openAttribute(name));
        if (json_names.find(std::string(",").append(name).append(",")) != std::string::npos)
            value = value_from_json(value.as_string(), source + ": attribute '" + name + "'");
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

Archive::Array read_array(const H5::DataSet& set, const std::string& source, const std::string& name) {
    Archive::Array array;
    const H5::DataSpace space = set.getSpace();
    std::vector<hsize_t> shape(static_cast<std::size_t>(space.getSimpleExtentNdims()));
    if (!shape.empty()) space.getSimpleExtentDims(shape.data());
    array.shape.assign(shape.begin(), shape.end());
    const auto size = static_cast<std::size_t>(space.getSimpleExtentNpoints());
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
            break;
        default:
            throw DataError(source + ": array '" + name +
                            "' has an element type that this program does not write");
    }
    array.units = optional_text(set, "units");
    array.long_name = optional_text(set, "long_name");
    return array;
}

void read_group(const H5::H5File& file, const std::string& name, const std::string& source, Archive& arrays) {
    const H5::Group group = file.openGroup(name);
    for (hsize_t i = 0; i < group.getNumObjs(); ++i) {
        const std::string path = name + "/" + group.getObjnameByIdx(i);
        if (group.childObjType(i) == H5O_TYPE_GROUP)
            read_group(file, path, source, arrays);
        else
            arrays.put_array(path, read_array(file.openDataSet(path), source, path));
    }
}

/// H5Lexists wants every step of a path to exist.
bool exists(const H5::H5File& file, const std::string& name) {
    for (std::size_t slash = name.find('/'); slash != std::string::npos; slash = name.find('/', slash + 1))
        if (!file.nameExists(name.substr(0, slash))) return false;
    return file.nameExists(name);
}

/// Run files never change: no lock is needed, and some shared file systems refuse it.
H5::FileAccPropList without_locks() {
    H5::FileAccPropList access;
    checked(H5Pset_file_locking(access.getId(), false, true), "H5Pset_file_locking");
    return access;
}

void require_readable(const std::string& path) {
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) throw IoError::from_errno("cannot open '" + path + "'", errno);
    ::close(fd);
}

}  // namespace

Hdf5Content read_hdf5(const std::filesystem::path& path, const Hdf5Query& query) {
    const std::string source = path.string();
    require_readable(source);
    return translate_errors<DataError>("'" + source + "' is damaged or not an HDF5 file", [&] {
        const H5::H5File file(source, H5F_ACC_RDONLY, H5::FileCreatPropList::DEFAULT, without_locks());
        Hdf5Content content;
        if (query.attributes) content.attributes = read_attributes(file, source);
        for (const std::string& name : query.documents) {
            if (!exists(file, name)) throw DataError(source + ": data set '" + name + "' is missing");
            const std::string text = read_texts(file.openDataSet(name), 1).front();
            content.documents.emplace_back(name, value_from_json(text, source + ": " + name));
        }
        for (const std::string& name : query.groups)
            if (exists(file, name)) read_group(file, name, source, content.arrays);
        for (const std::string& name : query.arrays)
            if (exists(file, name))
                content.arrays.put_array(name, read_array(file.openDataSet(name), source, name));
        return content;
    });
}

}  // namespace reboost::results
