#pragma once
/// Keeps every round and every evaluation of a run in memory and turns them into the arrays of /curves and
/// /summary.
#include "boosting/booster.hpp"
#include "core/state.hpp"

#include <cstdint>
#include <map>
#include <vector>

namespace reboost::sweep {

/// Columns of `curves()`
///  - `round` (1 … T) is the axis of the arrays at the top level: edge, alpha, log_exponential_loss,
///    training_loss, spent, feature, base_class, train_cpu_seconds, wall_seconds, eval_cpu_seconds, work. A
///    column that the booster never measured (all NaN, all −1) is left out.
///  - a part evaluated after every round adds `<part>_error`, `<part>_hamming_loss`, `<part>_log_loss`,
///    `<part>_auc`, `<part>_balanced_accuracy` to them; a part on a coarser cadence has a table of its own,
///    `<part>/round`, `<part>/error`, …; so have losses that are measured more seldom than the part's others
///    (AUC).
/// `save` and `load` carry it through a checkpoint; what a loaded recorder goes on to produce is
/// bit-identical. `load` throws DataError where columns are of different lengths.
class CurveRecorder final : public boosting::RoundObserver {
  public:
    /// Throws TrainingError where a round does not follow its predecessor.
    void on_round(const boosting::RoundRecord& record) override;
    void on_evaluation(const boosting::EvaluationRecord& record) override;

    std::size_t rounds() const { return rounds_.size(); }
    /// CPU seconds and work after the last round; 0 before the first.
    double train_cpu_seconds() const { return rounds_.empty() ? 0 : rounds_.back().train_cpu_seconds; }
    std::uint64_t work() const { return rounds_.empty() ? 0 : rounds_.back().work; }

    Archive curves() const;
    void save(Archive& archive) const { save_state(*this, archive); }
    void load(const Archive& archive);
    void state(StateIO& io);

  private:
    std::vector<boosting::RoundRecord> rounds_;
    std::map<boosting::Part, std::vector<boosting::EvaluationRecord>> parts_;
    std::vector<std::uint64_t> evaluated_round_;  ///< of every evaluation, in order of arrival
    std::vector<double> evaluation_seconds_;      ///< cumulative, same axis
};

/// What every report asks of a run, computed from its /curves once when it ends: /summary of its file.
///
///     <curve>                          of each test and validation curve: mean and standard deviation
///                                      over the last fifth of the rounds, and the least smoothed value
///                                      (opt2009 §4)
///     last/<curve>                     its last value, and that of log_exponential_loss
///     evaluation_seconds               CPU seconds of all evaluation
///     feature_counts/feature, count    how many rounds use which feature
///     edges/log_sum                    Σ ½ ln(1 − γ²) over all rounds
///     edges/round, edges/minimum       where the smallest edge so far falls
Archive summary_of(const Archive& curves);

}  // namespace reboost::sweep
