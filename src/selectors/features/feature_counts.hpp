#pragma once
#include "core/state.hpp"

#include <cstdint>
#include <vector>

namespace reboost::selectors {

/// How often each feature ended in a base classifier, counted by `accept`.
class FeatureCounts {
  public:
    explicit FeatureCounts(std::size_t features) : accepted_(features, 0) {}
    void add(std::uint32_t feature) { ++accepted_[feature]; }
    std::size_t features() const { return accepted_.size(); }

    void state(StateIO& io) { io("accepted", accepted_); }
    /// Array "accepted", one element per feature.
    void summarise(Archive& archive) const {
        archive.put("accepted", accepted_, "decisions",
                    "decisions that ended with this feature, of products also terms replaced later");
    }

  private:
    std::vector<std::uint64_t> accepted_;
};

}  // namespace reboost::selectors
