#pragma once
#include "selectors/features/decision_gate.hpp"
#include "selectors/features/feature_counts.hpp"

namespace reboost::selectors {

/// Every feature at every decision (opt2009 FULL).
class FullSelector final : public learners::FeatureSelector {
  public:
    explicit FullSelector(std::size_t features);

    void begin_round(std::size_t) override { gate_.begin_round(); }
    learners::Query next_query(const learners::Decision& decision) override;
    void report(const learners::Decision&, const learners::Report&) override {}
    void accept(const learners::Decision&, std::uint32_t feature) override { counts_.add(feature); }
    void end_round(double) override {}
    bool exhaustive() const override { return true; }
    void save(Archive& archive) const override { counts_.save(archive); }
    void load(const Archive& archive) override { counts_.load(archive); }
    void summarise(Archive& archive) const override { counts_.save(archive); }

  private:
    std::vector<std::uint32_t> all_;
    FeatureCounts counts_;
    DecisionGate gate_;
};

}  // namespace reboost::selectors
