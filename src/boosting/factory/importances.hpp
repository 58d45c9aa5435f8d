#pragma once
/// Which columns a model looks at, and how much hangs on them.
#include "core/archive.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace reboost::boosting {

struct Importance {
    std::uint32_t feature = 0;
    std::string name;
    std::uint64_t splits = 0;  ///< of the model, up to its best round
    double share = 0;          ///< of the whole, 0 to 1
};

/// The columns that the model splits on, the greatest share first; of equals the lowest column. A vote
/// model's round shares its coefficient |α| evenly among its splits; of regression trees, whose gains the
/// model does not keep, the share is that of the splits. Throws DataError where arrays do not fit together.
std::vector<Importance> feature_importances(const Archive& model);

}  // namespace reboost::boosting
