#include "selectors/bases.hpp"

#include <algorithm>

namespace reboost::selectors {
namespace {

constexpr int kMostPrefixes = 3;
constexpr std::size_t kFew = 8;  ///< with at most so many features left, no further prefix is searched
constexpr double kMostRowShare = 0.6;
constexpr std::size_t kTogether = 4;  ///< features that a scan takes side by side
constexpr std::uint64_t kLongestPause = 255;

/// Quick Boost (Appel, Fuchs, Dollár & Perona, ICML 2013): FULL's stumps, bit for bit, from fewer rows.
///
/// A feature's edge on all rows is at most that on the heaviest rows plus the mass of the rest. A decision
///  1. searches every feature on the heaviest rows, which hold all but a share r of the mass;
///  2. searches the feature of the greatest bound on all rows, and drops the features whose bound is below
///     that edge by more than rounding errors;
///  3. repeats both with r/4 and r/16 as long as many features are left and the rows are few;
///  4. searches the features left on all rows, the greatest bounds first, and drops features as in step 2.
///
/// Our additions: r is half of the last best edge (half of r then separates the middling features from the
/// best), kept apart for roots and other decisions. A round that reads more values per decision than the last
/// full one is followed by 1, 3, 7, … 255 full rounds, which search as FULL does: if weights are nearly
/// equal, as at the start, no prefix is short enough. The first round is full.
class QuickBoostSelector final : public StagedSelector {
    bool draws() const override { return false; }
    void begin_round(std::size_t round) override {
        StagedSelector::begin_round(round);
        full_ = full_rounds_ > 0;
        decisions_ = 0;
    }
    void report(const learners::Decision&, const learners::Report& report) override {
        on_prefix_ ? take_prefix(report) : take_complete(report);
    }
    void note_work(std::uint64_t values) override {
        if (decisions_ == 0) return;
        const double cost = static_cast<double>(values) / static_cast<double>(decisions_);
        if (full_) {
            full_cost_ = cost;
            --full_rounds_;
            return;
        }
        last_pause_ = cost < full_cost_ ? 0 : std::min(2 * last_pause_ + 1, kLongestPause);
        full_rounds_ = last_pause_;
    }
    bool exhaustive() const override { return full_; }
    bool exact() const override { return true; }
    bool conclusive() const override { return true; }
    void state(StateIO& io) override {
        StagedSelector::state(io);
        io("last_edge", last_edge_)("full_cost", full_cost_);
        io("full_rounds", full_rounds_)("last_pause", last_pause_);
    }

    struct Candidate {
        std::uint32_t feature;
        double bound;
    };

    void begin(const learners::Decision& decision) override {
        ++decisions_;
        kind_ = decision.root() ? 0 : 1;
        candidates_.clear();
        for (const std::uint32_t feature : every_feature())
            candidates_.push_back({feature, 0});
        prefixes_ = 0;
        best_ = mass_ = rounding_ = 0;
        left_ = std::clamp(last_edge_[kind_] / 2, 1e-4, 0.5);
        stage_ = full_ ? Stage::rest : Stage::prefix;
    }

    learners::Query ask_again() override {
        if (stage_ == Stage::over) return {};
        if (candidates_.empty()) {
            stage_ = Stage::over;
            if (mass_ > 0) last_edge_[kind_] = best_ / mass_;
            return {};
        }
        if (stage_ == Stage::prefix) {
            asked_.clear();
            for (const Candidate& candidate : candidates_)
                asked_.push_back(candidate.feature);
            on_prefix_ = true;
            return {asked_, learners::RowChoice::heaviest(1 - left_), false};
        }
        if (stage_ == Stage::probe) return complete(1);
        return complete(prefixes_ == 0 ? candidates_.size()
                                       : kTogether);  // without bounds no feature can be dropped
    }

    /// Returns a query of the `count` candidates with the greatest bounds, on all rows.
    learners::Query complete(std::size_t count) {
        count = std::min(count, candidates_.size());
        const auto first = [](const Candidate& a, const Candidate& b) {
            return a.bound != b.bound ? a.bound > b.bound : a.feature < b.feature;
        };
        const auto middle = candidates_.begin() + static_cast<std::ptrdiff_t>(count);
        std::ranges::partial_sort(candidates_, middle, first);
        asked_.clear();
        for (std::size_t i = 0; i < count; ++i)
            asked_.push_back(candidates_[i].feature);
        candidates_.erase(candidates_.begin(), middle);
        std::ranges::sort(asked_);
        on_prefix_ = false;
        return {asked_};
    }

    void take_prefix(const learners::Report& report) {
        for (std::size_t i = 0; i < candidates_.size(); ++i)
            candidates_[i].bound = std::max(report.scores[i].edge, report.constant_edge) + report.left_out;
        mass_ = report.mass;
        rounding_ = report.rounding;
        row_share_ = report.row_share;
        ++prefixes_;
        left_ /= 4;
        drop();
        stage_ = Stage::probe;
    }

    void take_complete(const learners::Report& report) {
        count_pulls(report.scores);
        for (const learners::FeatureScore& score : report.scores)
            best_ = std::max(best_, score.edge);
        drop();
        const bool narrow =
            prefixes_ < kMostPrefixes && candidates_.size() > kFew && row_share_ < kMostRowShare;
        stage_ = stage_ == Stage::probe && narrow ? Stage::prefix : Stage::rest;
    }

    /// Rounding may make the edge too large and the bound too small, hence twice `rounding_`.
    void drop() {
        if (prefixes_ == 0) return;
        std::erase_if(candidates_, [this](const Candidate& c) { return c.bound + 2 * rounding_ < best_; });
    }

    std::vector<std::uint32_t> asked_;
    std::vector<Candidate> candidates_;  ///< features neither dropped nor searched on all rows
    /// Last best edge of a root [0] and of another decision [1], as a share of the decision's mass.
    std::vector<double> last_edge_{1, 1};
    std::size_t kind_ = 0;           ///< index of the current decision in last_edge_
    bool full_ = true;               ///< whether this round is full
    std::uint64_t decisions_ = 0;    ///< decisions in this round
    double full_cost_ = 0;           ///< values read per decision in the last full round
    std::uint64_t full_rounds_ = 1;  ///< full rounds still to come
    std::uint64_t last_pause_ = 0;   ///< full rounds after the last costly round
    enum class Stage { prefix, probe, rest, over } stage_ = Stage::over;
    bool on_prefix_ = false;
    int prefixes_ = 0;
    double left_ = 0, best_ = 0, mass_ = 0, rounding_ = 0;
    double row_share_ = 1;  ///< share of the rows in the last prefix
};

}  // namespace

extern const Entry<Selector> quick_boost = entry_of<QuickBoostSelector, Selector>("quick_boost");

}  // namespace reboost::selectors
