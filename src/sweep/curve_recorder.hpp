#pragma once
/// Keeps every round and every evaluation of a run in memory and turns them into the arrays of /curves.
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
/// `save_state` and `load` carry it through a checkpoint; what a loaded recorder goes on to produce is
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
    void load(const Archive& archive);
    void state(StateIO& io);

  private:
    std::vector<boosting::RoundRecord> rounds_;
    std::map<boosting::Part, std::vector<boosting::EvaluationRecord>> parts_;
    struct Evaluated {
        std::uint64_t round = 0;
        double cpu_seconds = 0;  ///< of all evaluation so far
    };
    std::vector<Evaluated> evaluations_;  ///< in order of arrival
};

}  // namespace reboost::sweep
