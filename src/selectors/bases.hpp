#pragma once
/// Base classes of the feature selectors.
#include "core/order.hpp"
#include "learners/feature_selector.hpp"
#include "selectors/options.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace reboost::selectors {

/// Asks once per decision, and counts how often each feature ended in a base classifier.
class CountingSelector : public Selector {
  public:
    void start(const Surroundings& s) override {
        accepted_.assign(s.features, 0);
        every_feature_ = indices<std::uint32_t>(s.features);
    }
    void begin_round(std::size_t) override { running_ = false; }
    learners::Query next_query(const learners::Decision& decision) final {
        if (running_ && decision.step == step_) return ask_again();
        running_ = true;
        step_ = decision.step;
        return ask(decision);
    }
    void report(const learners::Decision&, const learners::Report&) override {}
    void accept(const learners::Decision&, std::uint32_t feature) final { ++accepted_[feature]; }
    void end_round(double) override {}
    void state(StateIO& io) override {
        io("accepted", accepted_);
        if (io.loading()) begin_round(1);
    }
    /// "accepted", one element per feature.
    void summarise(Archive& archive) const override {
        archive.put("accepted", accepted_, "decisions",
                    "decisions that ended with this feature, of products also terms replaced later");
    }

  protected:
    /// Returns a decision's first query.
    virtual learners::Query ask(const learners::Decision& decision) = 0;
    /// Returns a decision's next query; no features: the decision has no further query.
    virtual learners::Query ask_again() { return {}; }
    /// Makes the decision's next query a first query again.
    void reopen() { running_ = false; }
    std::size_t features() const { return accepted_.size(); }
    /// Returns the features 0 … d−1.
    const std::vector<std::uint32_t>& every_feature() const { return every_feature_; }

  private:
    std::vector<std::uint32_t> every_feature_;
    std::vector<std::uint64_t> accepted_;
    std::uint32_t step_ = 0;
    bool running_ = false;
};

/// Counts how often each feature was searched, too.
class PullCounting : public CountingSelector {
  public:
    void start(const Surroundings& s) override {
        CountingSelector::start(s);
        pulls_.assign(s.features, 0);
    }
    void report(const learners::Decision&, const learners::Report& report) override {
        count_pulls(report.scores);
    }
    void state(StateIO& io) override {
        io("pulls", pulls_);
        CountingSelector::state(io);
    }
    /// Saves "pulls", the decisions at which each feature was searched (on all rows), and "accepted".
    void summarise(Archive& archive) const override {
        const std::string where = chooses_rows() ? " on all rows" : "";
        archive.put("pulls", pulls_, "decisions", "decisions at which this feature was searched" + where);
        CountingSelector::summarise(archive);
    }

  protected:
    void count_pulls(std::span<const learners::FeatureScore> scores) {
        for (const learners::FeatureScore& score : scores)
            ++pulls_[score.feature];
    }

  private:
    std::vector<std::uint64_t> pulls_;
};

/// Several queries per decision. A derived class
///  1. starts a decision in `begin`,
///  2. answers `ask_again` until it names no features,
///  3. receives what each query found (`report`), and calls `count_pulls` if the query was on all rows.
class StagedSelector : public PullCounting {
  public:
    bool chooses_rows() const final { return true; }

  protected:
    virtual void begin(const learners::Decision& decision) = 0;

  private:
    learners::Query ask(const learners::Decision& decision) final {
        begin(decision);
        return ask_again();
    }
};

/// Searches features on drawn rows first, and the features left then on all rows.
class DrawingSelector : public StagedSelector {
  public:
    void start(const Surroundings& s) override {
        StagedSelector::start(s);
        rng_ = Rng(s.seed, "selector");
    }
    void report(const learners::Decision&, const learners::Report& report) final {
        if (stage_ == Stage::sample) return narrow(report);
        count_pulls(report.scores);
        stage_ = Stage::over;
    }
    void state(StateIO& io) override {
        StagedSelector::state(io);
        io("rng", rng_);
    }

  protected:
    /// Returns a query on drawn rows.
    virtual learners::Query sample_rows() = 0;
    /// Reduces `left_` by that query's report; sets Stage::all if no more rows are to be drawn.
    virtual void narrow(const learners::Report& report) = 0;

    Rng rng_{0};
    std::vector<std::uint32_t> left_;
    enum class Stage { sample, all, over } stage_ = Stage::over;

  private:
    learners::Query ask_again() final {
        if (stage_ == Stage::over) return {};
        return stage_ == Stage::all ? learners::Query{left_} : sample_rows();
    }
};

}  // namespace reboost::selectors
