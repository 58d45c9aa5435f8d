#pragma once
#include "selectors/features/one_query_selector.hpp"

namespace reboost::selectors {

/// Every feature at every decision (opt2009 FULL).
class FullSelector final : public OneQuerySelector {
  public:
    explicit FullSelector(std::size_t features);
    bool exhaustive() const override { return true; }
    void save(Archive& archive) const override { counts_.save(archive); }
    void load(const Archive& archive) override { counts_.load(archive); }
    void summarise(Archive& archive) const override { counts_.save(archive); }

  private:
    learners::Query ask(const learners::Decision&) override { return {all_}; }

    std::vector<std::uint32_t> all_;
};

}  // namespace reboost::selectors
