#pragma once
#include "core/state.hpp"
#include "learners/feature_selector.hpp"

#include <cstdint>
#include <span>
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
