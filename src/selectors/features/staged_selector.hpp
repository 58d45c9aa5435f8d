#pragma once
#include "learners/feature_selector.hpp"
#include "selectors/features/feature_counts.hpp"

#include <span>
#include <vector>

namespace reboost::selectors {

/// What selectors of several queries per decision share. A derived class
///  1. starts a decision in `begin`,
///  2. answers `ask` until it names no features,
///  3. receives what each query found (`report`), and calls `count_pulls` if the query was on all rows.
class StagedSelector : public learners::FeatureSelector {
  public:
    explicit StagedSelector(std::size_t features);

    void begin_round(std::size_t) override { running_ = false; }
    learners::Query next_query(const learners::Decision& decision) final;
    void accept(const learners::Decision&, std::uint32_t feature) override { counts_.add(feature); }
    void end_round(double) override {}
    void state(StateIO& io) override;
    /// "pulls": decisions at which each feature was searched on all rows; "accepted".
    void summarise(Archive& archive) const override;

  protected:
    virtual void begin(const learners::Decision& decision) = 0;
    virtual learners::Query ask() = 0;
    /// 0 … d−1.
    std::span<const std::uint32_t> all() const { return all_; }
    void count_pulls(std::span<const learners::FeatureScore> scores);

  private:
    std::vector<std::uint32_t> all_;
    FeatureCounts counts_;
    std::vector<std::uint64_t> pulls_;
    bool running_ = false;
    std::uint32_t step_ = 0;
};

/// The same with random numbers.
class DrawingSelector : public StagedSelector {
  public:
    DrawingSelector(std::size_t features, std::uint64_t seed)
        : StagedSelector(features), rng_(seed, "selector") {}
    void state(StateIO& io) override {
        StagedSelector::state(io);
        io("rng", rng_);
    }

  protected:
    Rng rng_;
};

}  // namespace reboost::selectors
