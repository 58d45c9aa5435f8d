#pragma once
/// A training procedure that runs in rounds: AdaBoost.MH, gradient and budgeted boosters, bandit problems.
///
/// Lifecycle
///  1. construct by `make_booster` (boosting/factory/factory.hpp): binned data, options, seed, team.
///  2. optionally `load_state` (from a checkpoint of the same run specification).
///  3. `train(observer)`: runs until the rounds asked for, a stop reason of its own, or
///     `observer.interrupt()`. An interrupted booster may `save_state`; a new one that loads it continues bit
///     for bit, observer records included.
///  4. `save_model`: enough to predict. `summarise`: what the report wants to know of the selector.
#include "boosting/round_observer.hpp"
#include "core/fields.hpp"
#include "core/state.hpp"

namespace reboost::boosting {

enum class StopReason {
    rounds_done,    ///< the rounds asked for were trained
    interrupted,    ///< the observer asked; not final
    no_edge,        ///< no base classifier with a positive edge
    perfect_edge,   ///< an edge of 1: the exponential loss is 0
    loss_vanished,  ///< training loss near machine accuracy
    budget_spent,   ///< the chosen hypothesis cannot be paid
    early_stopping  ///< the validation error has not improved
};
constexpr EnumNames<StopReason, 7> enum_names(StopReason) {
    return {{{StopReason::rounds_done, "rounds_done"},
             {StopReason::interrupted, "interrupted"},
             {StopReason::no_edge, "no_edge"},
             {StopReason::perfect_edge, "perfect_edge"},
             {StopReason::loss_vanished, "loss_vanished"},
             {StopReason::budget_spent, "budget_spent"},
             {StopReason::early_stopping, "early_stopping"}}};
}

class Booster {
  public:
    virtual ~Booster() = default;
    virtual StopReason train(RoundObserver& observer) = 0;
    virtual std::size_t rounds_trained() const = 0;
    /// What a checkpoint holds.
    virtual void state(StateIO& io) = 0;
    void save_state(Archive& archive) const { reboost::save_state(*this, archive); }
    /// Throws DataError where the checkpoint belongs to other data; nothing can be done with the booster
    /// then.
    void load_state(const Archive& archive) { reboost::load_state(*this, archive); }
    virtual void save_model(Archive& archive) const = 0;
    virtual void summarise(Archive& archive) const = 0;
    /// Arrays for /curves beyond what the observer has received; most boosters have none.
    virtual void save_curves(Archive&) const {}
};

}  // namespace reboost::boosting
