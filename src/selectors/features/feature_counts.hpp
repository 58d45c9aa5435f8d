#pragma once
#include "core/archive.hpp"
#include "core/rng.hpp"

#include <cstdint>
#include <vector>

namespace reboost::selectors {

/// How often each feature ended in a base classifier, counted by `accept`.
class FeatureCounts {
  public:
    explicit FeatureCounts(std::size_t features) : accepted_(features, 0) {}
    void add(std::uint32_t feature) { ++accepted_[feature]; }
    std::size_t features() const { return accepted_.size(); }

    /// Array "accepted", one element per feature.
    void save(Archive& archive) const;
    /// Throws DataError where the archive belongs to another number of features.
    void load(const Archive& archive);

  private:
    std::vector<std::uint64_t> accepted_;
};

/// The generator's state as array "rng" (4 words).
void save_rng(Archive& archive, const Rng& rng);
void load_rng(const Archive& archive, Rng& rng);

}  // namespace reboost::selectors
