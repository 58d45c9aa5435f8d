#pragma once
#include "data/prepare/bin_stream.hpp"

#include <utility>

namespace reboost::testing {

/// A split in memory, binned as the program bins one: cuts fitted on its training part.
inline data::BinnedSplit bin(data::Split split, const data::BinningOptions& options = {}) {
    return data::bin_stream(data::stream_of(std::move(split)), {}, options);
}

}  // namespace reboost::testing
