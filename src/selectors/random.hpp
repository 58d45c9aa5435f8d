#pragma once
#include "selectors/bases.hpp"

#include <numeric>

namespace reboost::selectors {

/// Every feature at every decision (opt2009 FULL).
class FullSelector final : public OneQuerySelector {
  public:
    explicit FullSelector(std::size_t features) : OneQuerySelector(features), all_(features) {
        std::iota(all_.begin(), all_.end(), 0U);
    }
    bool exhaustive() const override { return true; }
    void state(StateIO& io) override { counts_.state(io); }
    void summarise(Archive& archive) const override { counts_.summarise(archive); }

  private:
    learners::Query ask(const learners::Decision&) override { return {all_}; }

    std::vector<std::uint32_t> all_;
};

/// A fresh uniform subset of k features at each decision (opt2009 §4, RANDOM(k)), given in ascending order.
class RandomSelector final : public OneQuerySelector {
  public:
    /// 1 ≤ k ≤ features.
    RandomSelector(std::size_t features, std::size_t k, std::uint64_t seed);

    void report(const learners::Decision& decision, const learners::Report& report) override;
    void state(StateIO& io) override;
    void summarise(Archive& archive) const override;

  private:
    learners::Query ask(const learners::Decision& decision) override;
    void draw();

    std::vector<std::uint32_t> deck_;   ///< 0 … d−1; each draw undoes its swaps, so that it is no state
    std::vector<std::uint32_t> swaps_;  ///< partner of each of the k swaps
    std::vector<std::uint32_t> drawn_;
    std::vector<std::uint64_t> pulls_;
    Rng rng_;
};

}  // namespace reboost::selectors
