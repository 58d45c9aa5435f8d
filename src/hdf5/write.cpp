#include "core/error.hpp"
#include "hdf5/file.hpp"
#include "hdf5/session.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <set>
#include <type_traits>
#include <utility>

#include <H5Cpp.h>

namespace reboost::hdf5 {
namespace {

constexpr std::size_t kChunkBytes = std::size_t{1} << 19;

H5::StrType text_type(std::size_t length) {
    H5::StrType type(H5::PredType::C_S1, std::max<std::size_t>(length, 1));
    type.setCset(H5T_CSET_UTF8);
    type.setStrpad(H5T_STR_NULLPAD);
    return type;
}

void write_text_attribute(H5::DataSet& set, const char* name, const std::string& text) {
    if (text.empty()) return;
    const H5::StrType type = text_type(text.size());
    set.createAttribute(name, type, H5::DataSpace(H5S_SCALAR))
        .write(type, static_cast<const void*>(text.data()));
}

void create_groups(H5::H5File& file, const std::string& name, std::set<std::string>& known) {
    for (std::size_t slash = name.find('/'); slash != std::string::npos; slash = name.find('/', slash + 1)) {
        const std::string group = name.substr(0, slash);
        if (known.insert(group).second) file.createGroup(group);
    }
}

class Writer {
  public:
    Writer(H5::H5File& file, unsigned level) : file_(file), level_(level) {}

    void write(const std::string& name, const Archive::Array& array) {
        shape_.assign(array.shape.begin(), array.shape.end());
        std::size_t expected = 1;
        for (const std::size_t extent : array.shape)
            expected *= extent;
        std::visit(
            [&](const auto& values) {
                if (values.size() != expected)
                    throw Error("array '" + name + "' has " + std::to_string(values.size()) +
                                " values for a shape of " + std::to_string(expected));
                H5::DataSet set = write_values(name, values);
                write_text_attribute(set, "units", array.units);
                write_text_attribute(set, "long_name", array.long_name);
            },
            array.values);
    }

  private:
    template <class T>
    H5::DataSet write_values(const std::string& name, const std::vector<T>& values) {
        if constexpr (std::is_same_v<T, std::string>) {
            std::size_t length = 1;
            for (const std::string& text : values)
                length = std::max(length, text.size());
            std::vector<char> chars(values.size() * length, '\0');
            for (std::size_t i = 0; i < values.size(); ++i)
                std::ranges::copy(values[i], chars.begin() + static_cast<std::ptrdiff_t>(i * length));
            return write_bytes(name, text_type(length), length, chars.data(), values.size());
        } else {
            return write_bytes(name, native_type<T>(), sizeof(T), values.data(), values.size());
        }
    }

    H5::DataSet write_bytes(const std::string& name, const H5::DataType& type, std::size_t bytes,
                            const void* values, std::size_t size) {
        const H5::DataSpace space = shape_.empty()
                                        ? H5::DataSpace(H5S_SCALAR)
                                        : H5::DataSpace(static_cast<int>(shape_.size()), shape_.data());
        H5::DataSet set = file_.createDataSet(name, type, space, layout_of(size, bytes));
        if (size > 0) set.write(values, type);
        return set;
    }

    H5::DSetCreatPropList layout_of(std::size_t size, std::size_t bytes) const {
        H5::DSetCreatPropList layout;
        // Without timestamps of objects, equal content gives equal bytes.
        checked(H5Pset_obj_track_times(layout.getId(), false), "H5Pset_obj_track_times");
        if (shape_.empty() || size * bytes < kFilterFrom) return layout;
        std::vector<hsize_t> chunk = shape_;
        const std::size_t row = std::max<std::size_t>(size / shape_.front() * bytes, 1);
        chunk.front() = std::max<hsize_t>(1, std::min<hsize_t>(shape_.front(), kChunkBytes / row));
        layout.setChunk(static_cast<int>(chunk.size()), chunk.data());
        layout.setShuffle();
        layout.setDeflate(level_);
        return layout;
    }

    H5::H5File& file_;
    unsigned level_;
    std::vector<hsize_t> shape_;
};

/// Bytes by which the image grows in memory. HDF5 clears them, which would take most of a small run's time.
constexpr std::size_t kLeastGrowth = std::size_t{1} << 15, kMostGrowth = std::size_t{1} << 24;

/// The checksum of HDF5's superblock: hashlittle of Bob Jenkins's lookup3 (2006), for lengths divisible by 4.
std::uint32_t lookup3(std::span<const std::byte> bytes) {
    const auto start = static_cast<std::uint32_t>(0xdeadbeef + bytes.size());
    std::array<std::uint32_t, 3> s{start, start, start};
    const auto add = [&] {
        const std::size_t part = std::min<std::size_t>(bytes.size(), 12);
        for (std::size_t i = 0; i < part; i += 4) {
            std::uint32_t word = 0;
            std::memcpy(&word, bytes.data() + i, 4);
            s[i / 4] += word;
        }
        bytes = bytes.subspan(part);
    };
    while (bytes.size() > 12) {
        add();
        std::size_t at = 0;
        for (const int turn : {4, 6, 8, 16, 19, 4}) {
            std::uint32_t &x = s[at % 3], &y = s[(at + 1) % 3], &z = s[(at + 2) % 3];
            x = (x - z) ^ std::rotl(z, turn);
            z += y;
            ++at;
        }
    }
    add();
    std::size_t at = 2;
    for (const int turn : {14, 11, 25, 16, 4, 14, 24}) {
        std::uint32_t &x = s[at % 3], &y = s[(at + 2) % 3];
        x = (x ^ y) - std::rotl(y, turn);
        ++at;
    }
    return s[2];
}

/// Corrects the superblock's checksum. HDF5 clears the mark that a program writes to the file but does not
/// compute the checksum again.
void mend_checksum(std::vector<std::byte>& image) {
    constexpr std::size_t kSuperblock = 44;  // bytes before the checksum in versions 2 and 3
    const std::uint32_t sum = lookup3(std::span(image).first(kSuperblock));
    std::memcpy(image.data() + kSuperblock, &sum, sizeof sum);
}

std::vector<std::byte> image_of(H5::H5File& file) {
    file.flush(H5F_SCOPE_GLOBAL);
    const auto size = checked(H5Fget_file_image(file.getId(), nullptr, 0), "H5Fget_file_image");
    std::vector<std::byte> bytes;
    bytes.reserve(static_cast<std::size_t>(size) + kRoom);
    bytes.resize(static_cast<std::size_t>(size));
    checked(H5Fget_file_image(file.getId(), bytes.data(), bytes.size()), "H5Fget_file_image");
    mend_checksum(bytes);
    return bytes;
}

}  // namespace

std::vector<std::byte> to_image(Archive arrays, unsigned level) {
    std::size_t bytes = 0;
    for (const auto& [name, array] : arrays.arrays())
        bytes += std::visit([](const auto& values) { return values.size() * sizeof *values.data(); },
                            array.values);
    constexpr std::size_t kBeside = std::size_t{32} << 20;  // for the image's growth and HDF5's own memory
    require_memory(2 * bytes + kBeside);
    return translate_errors<IoError>("cannot form an HDF5 file", [&] {
        H5::FileAccPropList in_memory;
        in_memory.setCore(std::clamp(bytes / 16, kLeastGrowth, kMostGrowth), false);
        in_memory.setCache(0, 521, 0, 1.0);  // each chunk is written once
        // The format of HDF5 1.10 has small groups, and no tree for an array of one chunk.
        in_memory.setLibverBounds(H5F_LIBVER_LATEST, H5F_LIBVER_LATEST);
        H5::FileCreatPropList root;
        checked(H5Pset_obj_track_times(root.getId(), false), "H5Pset_obj_track_times");
        H5::H5File file(fresh_image_name(), H5F_ACC_TRUNC, root, in_memory);
        std::set<std::string> groups;
        Writer writer(file, level);
        auto left = std::move(arrays).take_arrays();
        for (auto next = left.begin(); next != left.end(); next = left.erase(next)) {
            create_groups(file, next->first, groups);
            writer.write(next->first, next->second);
        }
        return image_of(file);
    });
}

}  // namespace reboost::hdf5
