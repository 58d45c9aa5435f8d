#pragma once
/// A training procedure that runs in rounds: AdaBoost.MH, gradient and budgeted boosters, bandit problems.
///
/// Lifecycle
///  1. construct by `make_booster` (boosting/factory/factory.hpp): binned data, options, seed, team.
///  2. optionally `load` (from a checkpoint of the same run specification).
///  3. `train(observer)`: runs until the rounds asked for, a stop reason of its own, or
///     `observer.interrupt()`. An interrupted booster may `save`; a new one that loads it continues bit for
///     bit, observer records included.
///  4. `save_model`: enough to predict. `summarise`: what the report wants to know of the selector.
///
/// The observer is the one way out of the training loop, which knows nothing of files, JSON or progress bars.
#include "core/fields.hpp"
#include "core/state.hpp"

#include <cstdint>
#include <limits>
#include <string_view>

namespace reboost::boosting {

inline constexpr double kNotMeasured = std::numeric_limits<double>::quiet_NaN();

/// One boosting round, reported in order, each once. What a booster has no notion of stays NaN or −1.
struct RoundRecord {
    std::size_t round = 0;  ///< from 1
    double edge = kNotMeasured;
    double alpha = kNotMeasured;
    double log_exponential_loss = kNotMeasured;  ///< ln R_e so far: the sum of ln Z (kdd2009 eq. 4)
    double training_loss = kNotMeasured;         ///< abc2010 eq. 3, after the round
    double spent = kNotMeasured;                 ///< budget paid so far
    std::int64_t feature = -1;                   ///< the first stump's feature
    std::int64_t base_class = -1;
    double train_cpu_seconds = 0;  ///< cumulative over rounds, evaluation excluded; of all threads
    double wall_seconds = 0;       ///< cumulative, training only
    std::uint64_t work = 0;        ///< cumulative stored feature values scanned
};

enum class Part { train, test, validation };
constexpr std::string_view part_name(Part part) {
    return part == Part::train ? "train" : part == Part::test ? "test" : "validation";
}

/// Losses of the ensemble after `round` on one part; may arrive later (batches), in order per part.
struct EvaluationRecord {
    std::size_t round = 0;
    Part part = Part::test;
    double one_error = kNotMeasured;     ///< fraction in [0,1]
    double hamming_loss = kNotMeasured;  ///< under the initial weights (opt2009 §2)
    double log_loss = kNotMeasured;
    double auc = kNotMeasured;                ///< binary only
    double balanced_accuracy = kNotMeasured;  ///< binary only
    double eval_cpu_seconds = 0;              ///< cumulative cost of all evaluation so far
};

class RoundObserver {
  public:
    virtual ~RoundObserver() = default;
    virtual void on_round(const RoundRecord& record) = 0;
    virtual void on_evaluation(const EvaluationRecord& record) = 0;
    /// Asked after each round; true: the booster stops before the next round, its state whole and resumable.
    virtual bool interrupt() { return false; }
};

enum class StopReason {
    rounds_done,    ///< the rounds asked for were trained
    interrupted,    ///< the observer asked; not final
    no_edge,        ///< no base classifier with a positive edge
    perfect_edge,   ///< an edge of 1: the exponential loss is 0
    loss_vanished,  ///< training loss near machine accuracy
    budget_spent,   ///< the chosen hypothesis cannot be paid
    early_stopping  ///< the validation error has not improved
};

/// Its state is what a checkpoint holds. `load` throws DataError where that belongs to other data; the
/// booster is of no use then.
class Booster : public Stateful {
  public:
    virtual ~Booster() = default;
    virtual StopReason train(RoundObserver& observer) = 0;
    virtual std::size_t rounds_trained() const = 0;
    void state(StateIO& io) override = 0;
    virtual void save_model(Archive&) const {}
    virtual void summarise(Archive&) const {}
    /// Arrays for /curves beyond what the observer has received; most boosters have none.
    virtual void save_curves(Archive&) const {}
};

}  // namespace reboost::boosting
