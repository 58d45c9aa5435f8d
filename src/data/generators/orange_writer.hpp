#pragma once
/// Generated rows as files in the format of KDD Cup 2009.
#include "data/generators/orange_like.hpp"

#include <cstdint>
#include <string>

namespace reboost::data {

/// Writes `<folder>/orange_<size>_train.data`, where `chunks` > 1 as `….data.chunk1` and so on with a header
/// in the first alone, and `orange_<size>_train_<task>.labels`. The folder is made where it is not there;
/// files of these names are replaced. Returns the bytes of the matrix. Throws IoError.
std::uint64_t write_orange_files(const OrangeLike& rows, const std::string& folder, const std::string& size,
                                 std::size_t chunks);

}  // namespace reboost::data
