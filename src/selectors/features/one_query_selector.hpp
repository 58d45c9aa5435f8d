#pragma once
#include "learners/feature_selector.hpp"
#include "selectors/features/feature_counts.hpp"

#include <cstdint>

namespace reboost::selectors {

/// What selectors of one query per decision share: asked again in the same step, they name no features.
class OneQuerySelector : public learners::FeatureSelector {
  public:
    void begin_round(std::size_t) override { asked_ = false; }
    learners::Query next_query(const learners::Decision& decision) final {
        if (asked_ && decision.step == step_) return {};
        asked_ = true;
        step_ = decision.step;
        return ask(decision);
    }
    void report(const learners::Decision&, const learners::Report&) override {}
    void accept(const learners::Decision&, std::uint32_t feature) final { counts_.add(feature); }
    void end_round(double) override {}

  protected:
    explicit OneQuerySelector(std::size_t features) : counts_(features) {}
    /// The query of a decision.
    virtual learners::Query ask(const learners::Decision& decision) = 0;
    /// The same decision may ask once more.
    void reopen() { asked_ = false; }

    FeatureCounts counts_;

  private:
    std::uint32_t step_ = 0;
    bool asked_ = false;
};

}  // namespace reboost::selectors
