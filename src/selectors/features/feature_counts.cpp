#include "selectors/features/feature_counts.hpp"

#include "bandits/arm_statistics.hpp"

#include <algorithm>

namespace reboost::selectors {

void FeatureCounts::save(Archive& archive) const {
    archive.put("accepted", accepted_, "decisions",
                "decisions that ended with this feature, of products also terms replaced later");
}

void FeatureCounts::load(const Archive& archive) {
    accepted_ = bandits::load_sized<std::uint64_t>(archive, "accepted", features());
}

void save_rng(Archive& archive, const Rng& rng) {
    archive.put("rng", std::vector<std::uint64_t>(rng.state().begin(), rng.state().end()));
}

void load_rng(const Archive& archive, Rng& rng) {
    std::array<std::uint64_t, 4> state{};
    std::ranges::copy(bandits::load_sized<std::uint64_t>(archive, "rng", state.size()), state.begin());
    rng.set_state(state);
}

}  // namespace reboost::selectors
