#pragma once
/// A selector for tests of learners: every feature, or k of them drawn anew for each decision.
#include "core/rng.hpp"
#include "learners/feature_selector.hpp"

namespace reboost::reference {

class PlainSelector final : public learners::FeatureSelector {
  public:
    /// k = 0: every feature. `exact`: a column's score is the one that full search computes, to the last bit.
    PlainSelector(std::size_t features, std::size_t k, bool exact = false)
        : features_(static_cast<std::uint32_t>(features)),
          k_(static_cast<std::uint32_t>(k)),
          exact_(exact),
          rng_(5) {}

    void begin_round(std::size_t) override { asked_ = false; }
    learners::Query next_query(const learners::Decision& decision) override {
        if (asked_ && decision.step == step_) return {};
        asked_ = true;
        step_ = decision.step;
        query_ = rng_.sample(features_, k_ == 0 ? features_ : k_);
        if (k_ == 0) std::sort(query_.begin(), query_.end());
        return {query_};
    }
    void report(const learners::Decision&, const learners::Report& report) override {
        reported_.assign(report.scores.begin(), report.scores.end());
    }
    void accept(const learners::Decision& decision, std::uint32_t feature) override {
        accepted_.push_back({decision, feature});
    }
    void end_round(double) override {}
    bool exhaustive() const override { return k_ == 0; }
    bool exact() const override { return exact_ || exhaustive(); }
    void state(StateIO&) override {}
    void summarise(Archive&) const override {}

    struct Accepted {
        learners::Decision decision;
        std::uint32_t feature;
    };
    const std::vector<Accepted>& accepted() const { return accepted_; }
    /// The scores of the last query.
    const std::vector<learners::FeatureScore>& reported() const { return reported_; }

  private:
    std::uint32_t features_, k_, step_ = 0;
    bool exact_, asked_ = false;
    Rng rng_;
    std::vector<std::uint32_t> query_;
    std::vector<learners::FeatureScore> reported_;
    std::vector<Accepted> accepted_;
};

}  // namespace reboost::reference
