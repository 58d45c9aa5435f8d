#include "selectors/features/full.hpp"

#include <numeric>

namespace reboost::selectors {

FullSelector::FullSelector(std::size_t features) : all_(features), counts_(features) {
    std::iota(all_.begin(), all_.end(), 0U);
}

learners::Query FullSelector::next_query(const learners::Decision& decision) {
    if (!gate_.opens(decision)) return {};
    return {all_};
}

}  // namespace reboost::selectors
