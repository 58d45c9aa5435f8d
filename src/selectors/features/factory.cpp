#include "selectors/features/factory.hpp"

#include "core/error.hpp"
#include "selectors/features/bandit.hpp"
#include "selectors/features/full.hpp"
#include "selectors/features/laminating.hpp"
#include "selectors/features/mab_split.hpp"
#include "selectors/features/quick_boost.hpp"
#include "selectors/features/random.hpp"
#include "selectors/features/tasting.hpp"
#include "selectors/features/uct.hpp"

#include <string>

namespace reboost::selectors {
namespace {

using Selector = std::unique_ptr<learners::FeatureSelector>;

struct Surroundings {
    std::size_t features;
    std::size_t horizon;
    std::uint64_t seed;
};

Selector make(const FullOptions&, const Surroundings& s) {
    return std::make_unique<FullSelector>(s.features);
}

Selector make(const RandomOptions& options, const Surroundings& s) {
    const auto k = static_cast<std::size_t>(options.k);
    if (k > s.features)
        throw UsageError("selector.k = " + std::to_string(k) + " exceeds the number of features, " +
                         std::to_string(s.features));
    return std::make_unique<RandomSelector>(s.features, k, s.seed);
}

Selector make(const BanditOptions& options, const Surroundings& s) {
    return std::make_unique<BanditSelector>(options, s.features, s.horizon, s.seed);
}

Selector make(const UctOptions& options, const Surroundings& s) {
    return std::make_unique<UctSelector>(options, s.features, s.seed);
}

Selector make(const QuickBoostOptions&, const Surroundings& s) {
    return std::make_unique<QuickBoostSelector>(s.features);
}

Selector make(const MabSplitOptions& options, const Surroundings& s) {
    return std::make_unique<MabSplitSelector>(options, s.features, s.seed);
}

Selector make(const LaminatingOptions& options, const Surroundings& s) {
    return std::make_unique<LaminatingSelector>(options, s.features, s.seed);
}

Selector make(const TastingOptions& options, const Surroundings& s) {
    return std::make_unique<TastingSelector>(options, s.features, s.seed);
}

}  // namespace

Selector make_selector(const SelectorOptions& options, std::size_t features, std::size_t horizon,
                       std::uint64_t seed) {
    return std::visit([&](const auto& o) { return make(o, {features, horizon, seed}); }, options);
}

}  // namespace reboost::selectors
