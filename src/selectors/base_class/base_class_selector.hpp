#pragma once
/// Which base classes an abc round tries (abc2010 Algorithm 2, line 3, and §3).
///
/// Lifecycle
///  1. `make_base_class_selector`.
///  2. each round: `candidates(context)`: one or more classes; none: the round is one of mart or
///     logitboost, and nothing is reported. The booster builds the trees of each, takes the candidate with
///     the smallest training loss (the first of equals), and
///  3. reports all of them: `report(loss_before, losses)`, losses[i] that after the step of candidate i.
///  4. `save` / `load` between rounds; a loaded selector goes on bit for bit, in the middle of a gap too.
#include "core/archive.hpp"
#include "selectors/base_class/options.hpp"

#include <cstdint>
#include <memory>
#include <span>

namespace reboost::selectors {

/// What a round knows before it trains.
struct BaseClassContext {
    std::size_t round = 1;                  ///< m, from 1
    double loss = 0;                        ///< training loss (abc2010 eq. 3) before the round
    std::span<const double> loss_by_class;  ///< its parts, by true class
};

class BaseClassSelector : public Stateful {
  public:
    virtual ~BaseClassSelector() = default;
    /// Ascending; valid until the next call.
    virtual std::span<const std::uint32_t> candidates(const BaseClassContext& context) = 0;
    virtual void report(double loss_before, std::span<const double> losses) = 0;
    void state(StateIO& io) override = 0;
    /// "base_class_chosen": how often each class was the base; a bandit also its pulls and mean rewards.
    virtual void summarise(Archive& archive) const = 0;
};

/// `rounds`: the number planned, a bandit's horizon: it decides once in each. Throws UsageError for a base
/// class that does not exist, or a k above the number of classes.
std::unique_ptr<BaseClassSelector> make_base_class_selector(const BaseClassOptions& options,
                                                            std::size_t classes, std::size_t rounds,
                                                            std::uint64_t seed);

}  // namespace reboost::selectors
