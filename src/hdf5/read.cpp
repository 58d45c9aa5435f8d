#include "core/error.hpp"
#include "hdf5/file.hpp"
#include "hdf5/session.hpp"

#include <algorithm>

#include <H5Cpp.h>

namespace reboost::hdf5 {
namespace {

constexpr int kDeepestGroup = 16;  ///< limits the recursion if a group contains itself
constexpr std::size_t kMostArrays = 100'000;
/// Largest ratio of read to stored bytes: deflate reaches 1032 for zeros; no file of this program comes near.
constexpr double kHighestRatio = 900;
constexpr double kAlwaysAllowed = 1 << 20;  // bytes

H5::H5File open_image(std::span<const std::byte> image) {
    constexpr std::size_t kIncrement = std::size_t{1} << 16;
    H5::FileAccPropList in_memory;
    in_memory.setCore(kIncrement, false);
    void* const bytes = const_cast<std::byte*>(image.data());  // HDF5 copies the image
    checked(H5Pset_file_image(in_memory.getId(), bytes, image.size()), "H5Pset_file_image");
    return {fresh_image_name(), H5F_ACC_RDONLY, H5::FileCreatPropList::DEFAULT, in_memory};
}

std::string first_text(const char* chars, std::size_t most) {
    return {chars, std::find(chars, chars + most, '\0')};
}

template <class T>
Archive::Values read_numbers(const H5::DataSet& set, std::size_t size) {
    std::vector<T> values(size);
    if (size > 0) set.read(static_cast<void*>(values.data()), native_type<T>());
    return values;
}

}  // namespace

struct File::Open {
    Open(std::span<const std::byte> image, std::string source)
        : name(std::move(source)),
          left(kAlwaysAllowed + kHighestRatio * static_cast<double>(image.size())),
          file(open_image(image)) {}

    [[noreturn]] void fail(const std::string& what) const { throw DataError("'" + name + "': " + what); }

    /// Whether every group on a path and its end exist. Throws at a soft or external link.
    bool exists(const std::string& path) const {
        for (std::size_t slash = path.find('/');; slash = path.find('/', slash + 1)) {
            const std::string step = path.substr(0, slash);
            if (!file.nameExists(step)) return false;
            H5L_info_t info{};
            checked(H5Lget_info(file.getId(), step.c_str(), &info, H5P_DEFAULT), "H5Lget_info");
            if (info.type != H5L_TYPE_HARD)
                fail("'" + step + "' is a link to elsewhere, which is not followed");
            if (slash == std::string::npos) return true;
        }
    }

    /// Throws if several hard links lead to the object: a few groups, each linked several times in the next,
    /// would give millions of paths.
    void require_one_path(const H5::H5Location& object, const std::string& path) const {
        H5O_info_t info{};
        checked(H5Oget_info2(object.getId(), &info, H5O_INFO_BASIC), "H5Oget_info2");
        if (info.rc > 1) fail("'" + path + "' is reached in several ways, or contains itself");
    }

    /// Appends the full names of the arrays at or below `path`.
    void collect(const std::string& path, int depth, std::vector<std::string>& names) const {
        if (depth > kDeepestGroup) fail("groups are nested too deeply, or one contains itself: " + path);
        const std::string here = path.empty() ? "/" : path;
        if (!path.empty()) {
            if (!exists(path)) return;
            const H5O_type_t type = file.childObjType(path);
            if (type == H5O_TYPE_DATASET) {
                if (names.size() >= kMostArrays) fail("has more arrays than this program writes");
                names.push_back(path);
                return;
            }
            if (type != H5O_TYPE_GROUP) fail("'" + path + "' is neither a group nor an array");
        }
        const H5::Group group = file.openGroup(here);
        require_one_path(group, here);
        for (hsize_t i = 0; i < group.getNumObjs(); ++i)
            collect((path.empty() ? "" : path + "/") + group.getObjnameByIdx(i), depth + 1, names);
    }

    /// Counts the bytes read and throws at the limit, so that a small file cannot claim any amount of memory.
    void take(double bytes, const std::string& path) {
        left -= bytes;
        if (left < 0) fail("array '" + path + "' claims more values than the file can hold");
    }

    std::string text_attribute(const H5::DataSet& set, const char* attribute) {
        if (!set.attrExists(attribute)) return {};
        const H5::Attribute found = set.openAttribute(attribute);
        if (found.getTypeClass() != H5T_STRING || found.getStrType().isVariableStr() ||
            found.getSpace().getSimpleExtentNpoints() != 1)
            fail(std::string("attribute '") + attribute + "' is not one text");
        const H5::StrType type = found.getStrType();
        take(static_cast<double>(type.getSize()), attribute);
        std::vector<char> chars(type.getSize());
        found.read(type, chars.data());
        return first_text(chars.data(), chars.size());
    }

    std::vector<std::string> read_texts(const H5::DataSet& set, std::size_t size) const {
        const H5::StrType type = set.getStrType();
        if (type.isVariableStr()) fail("a text without a fixed length, which this program does not write");
        const std::size_t length = type.getSize();
        std::vector<char> chars(size * length);
        if (size > 0) set.read(static_cast<void*>(chars.data()), type);
        std::vector<std::string> texts;
        for (std::size_t i = 0; i < size; ++i)
            texts.push_back(first_text(chars.data() + i * length, length));
        return texts;
    }

    Archive::Values read_values(const H5::DataSet& set, std::size_t size, const std::string& path) const {
        const H5T_class_t kind = set.getTypeClass();
        if (kind == H5T_STRING) return read_texts(set, size);
        if (kind == H5T_FLOAT)
            return set.getFloatType().getSize() == 4 ? read_numbers<float>(set, size)
                                                     : read_numbers<double>(set, size);
        if (kind != H5T_INTEGER) fail("array '" + path + "' has a type that this program does not write");
        const std::size_t bytes = set.getIntType().getSize();
        if (set.getIntType().getSign() != H5T_SGN_NONE)
            return bytes == 1                 ? read_numbers<std::int8_t>(set, size)
                   : bytes == 2 || bytes == 4 ? read_numbers<std::int32_t>(set, size)
                                              : read_numbers<std::int64_t>(set, size);
        return bytes == 1   ? read_numbers<std::uint8_t>(set, size)
               : bytes == 2 ? read_numbers<std::uint16_t>(set, size)
               : bytes == 4 ? read_numbers<std::uint32_t>(set, size)
                            : read_numbers<std::uint64_t>(set, size);
    }

    Archive::Array read_array(const std::string& path) {
        const H5::DataSet set = file.openDataSet(path);
        require_one_path(set, path);
        const H5::DSetCreatPropList layout = set.getCreatePlist();
        if (layout.getLayout() == H5D_VIRTUAL || layout.getExternalCount() > 0)
            fail("array '" + path + "' lies in another file, which is not read");
        Archive::Array array;
        const H5::DataSpace space = set.getSpace();
        std::vector<hsize_t> shape(static_cast<std::size_t>(space.getSimpleExtentNdims()));
        if (!shape.empty()) space.getSimpleExtentDims(shape.data());
        array.shape.assign(shape.begin(), shape.end());
        const auto size = static_cast<std::size_t>(space.getSimpleExtentNpoints());
        if (shape.empty() && size != 1) fail("array '" + path + "' has no value");
        take(static_cast<double>(size) * static_cast<double>(set.getDataType().getSize()), path);
        array.values = read_values(set, size, path);
        array.units = text_attribute(set, "units");
        array.long_name = text_attribute(set, "long_name");
        return array;
    }

    std::string name;
    double left;  ///< bytes that may still be read
    H5::H5File file;
};

File::File(std::span<const std::byte> image, std::string name) {
    constexpr std::size_t kBeside = std::size_t{8} << 20;  // memory that HDF5 takes for any file
    require_memory(2 * image.size() + kBeside);
    translate_errors<DataError>("'" + name + "' is damaged or not an HDF5 file",
                                [&] { open_ = std::make_unique<Open>(image, name); });
}

File::~File() {
    const Session session;
    open_.reset();
}

std::vector<std::string> File::names() const {
    return translate_errors<DataError>("'" + open_->name + "' is damaged", [&] {
        std::vector<std::string> names;
        open_->collect("", 0, names);
        return names;
    });
}

Archive File::read(std::span<const std::string> wanted) const {
    return translate_errors<DataError>("'" + open_->name + "' is damaged", [&] {
        std::vector<std::string> names;
        for (const std::string& path : wanted)
            open_->collect(path, 0, names);
        Archive arrays;
        for (const std::string& path : names)
            arrays.put_array(path, open_->read_array(path));
        return arrays;
    });
}

}  // namespace reboost::hdf5
