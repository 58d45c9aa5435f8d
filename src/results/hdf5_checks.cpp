#include "results/hdf5_checks.hpp"

#include "core/error.hpp"
#include "results/hdf5_session.hpp"

namespace reboost::results {
namespace {

/// deflate reaches 1032 to 1 where all is zero; no whole file of this program comes near.
constexpr double kHighestRatio = 900;
constexpr double kAlwaysAllowed = 1 << 20;  // bytes

void require_hard(hid_t place, const std::string& name, const std::string& source) {
    H5L_info_t info{};
    checked(H5Lget_info(place, name.c_str(), &info, H5P_DEFAULT), "H5Lget_info");
    if (info.type != H5L_TYPE_HARD)
        throw DataError("'" + source + "': '" + name + "' is a link to elsewhere, which is not followed");
}

}  // namespace

bool exists_plainly(const H5::H5File& file, const std::string& path, const std::string& source) {
    for (std::size_t slash = path.find('/');; slash = path.find('/', slash + 1)) {
        const std::string step = path.substr(0, slash);
        if (!file.nameExists(step)) return false;
        require_hard(file.getId(), step, source);
        if (slash == std::string::npos) return true;
    }
}

void require_hard_link(const H5::Group& group, const std::string& member, const std::string& source) {
    require_hard(group.getId(), member, source);
}

void require_one_path(const H5::H5Location& object, const std::string& name, const std::string& source) {
    H5O_info_t info{};
    checked(H5Oget_info2(object.getId(), &info, H5O_INFO_BASIC), "H5Oget_info2");
    if (info.rc > 1)
        throw DataError("'" + source + "': '" + name +
                        "' is reached in several ways, or contains itself; this program does not write that");
}

SizeLimit::SizeLimit(std::size_t file_bytes)
    : left_(kAlwaysAllowed + kHighestRatio * static_cast<double>(file_bytes)) {}

void SizeLimit::take(const H5::DataSet& set, const std::string& name, const std::string& source) {
    const std::string where = "'" + source + "': array '" + name + "'";
    const H5::DSetCreatPropList layout = set.getCreatePlist();
    if (layout.getLayout() == H5D_VIRTUAL || layout.getExternalCount() > 0)
        throw DataError(where + " lies in another file, which is not read");
    const H5::DataSpace space = set.getSpace();
    const auto elements = static_cast<double>(space.getSimpleExtentNpoints());
    left_ -= elements * static_cast<double>(set.getDataType().getSize());
    if (left_ < 0) throw DataError(where + " claims more values than the file can hold");
    // A scalar's text is taken when it was read: HDF5 1.10 writes past its memory when asked for its length.
    const bool is_list = space.getSimpleExtentNdims() > 0 && elements > 0;
    if (is_list && set.getTypeClass() == H5T_STRING && set.getStrType().isVariableStr()) {
        left_ -= static_cast<double>(set.getVlenBufSize(text_type(), space));
        if (left_ < 0) throw DataError(where + " claims more text than the file can hold");
    }
}

void SizeLimit::take_text(std::size_t bytes, const std::string& name, const std::string& source) {
    left_ -= static_cast<double>(bytes);
    if (left_ < 0)
        throw DataError("'" + source + "': '" + name + "' claims more text than the file can hold");
}

void require_scalar(const H5::Attribute& attribute, const std::string& source) {
    if (attribute.getSpace().getSimpleExtentNpoints() != 1)
        throw DataError("'" + source + "': attribute '" + attribute.getName() +
                        "' is not one value, as this program writes it");
}

}  // namespace reboost::results
