#include "selectors/features/full.hpp"

#include <numeric>

namespace reboost::selectors {

FullSelector::FullSelector(std::size_t features) : OneQuerySelector(features), all_(features) {
    std::iota(all_.begin(), all_.end(), 0U);
}

}  // namespace reboost::selectors
