#pragma once
#include "selectors/bases.hpp"

#include <vector>

namespace reboost::selectors {

/// Quick Boost (Appel, Fuchs, Dollár & Perona, ICML 2013): FULL's stumps, bit for bit, from fewer rows.
///
/// A feature's edge on all rows is at most its edge on the heaviest ones plus the mass of the rest. Each
/// decision
///  1. searches every feature on the heaviest rows, but for a share r of the mass;
///  2. searches the feature of the greatest bound on all rows, and drops those whose bound is below its edge
///     by more than rounding can explain;
///  3. repeats both with r/4 and r/16 as long as many features are left and the rows are few;
///  4. searches what is left on all rows, the greatest bounds first, dropping as it goes.
///
/// Our additions: r is half of the last best edge (half of r then separates the middling features from the
/// best; roots and other decisions are told apart). A round that reads more per decision than the last full
/// one is followed by 1, 3, 7, … 255 full ones, which search as FULL does: where weights are even, as at the
/// start, no prefix is short enough. The first round is full.
class QuickBoostSelector final : public StagedSelector {
  public:
    explicit QuickBoostSelector(std::size_t features) : StagedSelector(features) {}

    void begin_round(std::size_t round) override;
    void report(const learners::Decision& decision, const learners::Report& report) override;
    void note_work(std::uint64_t values) override;
    bool exhaustive() const override { return full_; }
    bool exact() const override { return true; }
    bool conclusive() const override { return true; }
    void state(StateIO& io) override;

  private:
    struct Candidate {
        std::uint32_t feature;
        double bound;
    };

    void begin(const learners::Decision& decision) override;
    learners::Query ask() override;
    learners::Query ask_prefix();
    /// The candidates of the greatest bounds, on all rows.
    learners::Query complete(std::size_t count);
    void take_prefix(const learners::Report& report);
    void take_complete(const learners::Report& report);
    void drop();
    void conclude();

    std::vector<std::uint32_t> asked_;
    std::vector<Candidate> candidates_;  ///< features neither dropped nor searched on all rows
    /// The last best edge of a root, of another decision, as a share of the decision's mass.
    std::vector<double> last_edge_{1, 1};
    std::size_t kind_ = 0;           ///< of the running decision: its place there
    bool full_ = true;               ///< this round
    std::uint64_t decisions_ = 0;    ///< of this round
    double full_cost_ = 0;           ///< values read per decision in the last full round
    std::uint64_t full_rounds_ = 1;  ///< still to come
    std::uint64_t last_pause_ = 0;   ///< how many full rounds followed the last costly one
    enum class Stage { prefix, probe, rest, over } stage_ = Stage::over;
    bool on_prefix_ = false;
    int prefixes_ = 0;
    double left_ = 0, best_ = 0, mass_ = 0, rounding_ = 0;
    double row_share_ = 1;  ///< of the last prefix
};

}  // namespace reboost::selectors
