#pragma once
#include "selectors/features/one_query_selector.hpp"

namespace reboost::selectors {

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
