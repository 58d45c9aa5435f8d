/// The list of selectors. A name below makes a file's entry known to configs, `reboost list`, the schema.
#include "selectors/options.hpp"

#include <array>

namespace reboost::selectors {

extern const Entry<Selector> full, random, bandit, uct, quick_boost, mab_split, laminating, tasting;

std::span<const Entry<Selector>> Selector::entries() {
    static const std::array all{full, random, bandit, uct, quick_boost, mab_split, laminating, tasting};
    return all;
}

std::unique_ptr<learners::FeatureSelector> make_selector(const SelectorOptions& options, std::size_t features,
                                                         std::size_t horizon, std::uint64_t seed) {
    std::unique_ptr<Selector> selector = options.make();
    selector->start({features, horizon, seed});
    return selector;
}

}  // namespace reboost::selectors

template class reboost::ChoiceOf<reboost::selectors::Selector>;
