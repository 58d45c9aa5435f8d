#pragma once
/// A training procedure that runs in rounds: AdaBoost.MH, gradient and budgeted boosters, bandit problems.
///
/// Lifecycle
///  1. construct by `make_booster` (boosting/factory/factory.hpp): binned data, options, seed, team.
///  2. optionally `load` (from a checkpoint of the same run specification).
///  3. `train(observer)`: runs until all planned rounds are trained, another StopReason holds, or
///     `observer.interrupt()`. An interrupted booster may `save`; a new one that loads its state continues
///     bit for bit, observer records included.
///  4. `save_model` saves what prediction needs. `summarise` saves the selector's numbers for the report.
///
/// Results leave the training loop only through the observer; the loop knows no files, JSON or progress bars.
#include "core/fields.hpp"
#include "core/state.hpp"

#include <cstdint>
#include <limits>
#include <string_view>

namespace reboost::boosting {

inline constexpr double kNotMeasured = std::numeric_limits<double>::quiet_NaN();

/// One boosting round; rounds are reported once each, in order. Values that a booster lacks stay NaN or −1.
struct RoundRecord {
    std::size_t round = 0;  ///< from 1
    double edge = kNotMeasured;
    double alpha = kNotMeasured;
    double log_exponential_loss = kNotMeasured;  ///< ln R_e so far: the sum of ln Z (kdd2009 eq. 4)
    double training_loss = kNotMeasured;         ///< abc2010 eq. 3, after the round
    double spent = kNotMeasured;                 ///< budget paid so far
    std::int64_t feature = -1;                   ///< the first stump's feature
    std::int64_t base_class = -1;
    double train_cpu_seconds = 0;  ///< cumulative CPU time of all threads, without evaluation
    double wall_seconds = 0;       ///< cumulative, training only
    std::uint64_t work = 0;        ///< cumulative stored feature values scanned
};

enum class Part { train, test, validation };
constexpr std::string_view part_name(Part part) {
    return part == Part::train ? "train" : part == Part::test ? "test" : "validation";
}

/// Losses of the ensemble after `round` on one part; may arrive rounds later (batches), in order per part.
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
    /// Called after each round; true stops the booster before the next round, in a state that can be resumed.
    virtual bool interrupt() { return false; }
};

enum class StopReason {
    rounds_done,    ///< the rounds asked for were trained
    interrupted,    ///< the observer interrupted; training can be resumed
    no_edge,        ///< no base classifier with a positive edge
    perfect_edge,   ///< an edge of 1: the exponential loss is 0
    loss_vanished,  ///< training loss near machine accuracy
    budget_spent,   ///< the chosen hypothesis cannot be paid
    early_stopping  ///< the validation error has not improved
};

/// Returns why training ended, in words that follow "50 rounds, ": "all that were asked for". Returns
/// `reason` itself if it is not the name of a StopReason.
std::string ending_text(std::string_view reason);

/// A checkpoint holds the booster's state. `load` throws DataError if the state belongs to other data; the
/// booster must not be used afterwards.
class Booster : public Stateful {
  public:
    virtual ~Booster() = default;
    virtual StopReason train(RoundObserver& observer) = 0;
    virtual std::size_t rounds_trained() const = 0;
    void state(StateIO& io) override = 0;
    virtual void save_model(Archive&) const {}
    virtual void summarise(Archive&) const {}
    /// Saves arrays for /curves that the observer does not receive; most boosters have none.
    virtual void save_curves(Archive&) const {}
};

}  // namespace reboost::boosting
