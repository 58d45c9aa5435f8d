#pragma once
#include "selectors/features/one_query_selector.hpp"

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

}  // namespace reboost::selectors
