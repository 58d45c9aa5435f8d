#pragma once
/// Which base classes an abc round tries (abc2010 Algorithm 2, line 3, and §3).
///
/// Lifecycle
///  1. `make_base_class_rule`.
///  2. each round: `candidates(context)`: one or more classes; none: the round is one of mart or
///     logitboost, and nothing is reported. The booster builds the trees of each, takes the candidate with
///     the smallest training loss (the first of equals), and
///  3. reports all of them: `report(loss_before, losses)`, losses[i] that after the step of candidate i.
///  4. `save` / `load` between rounds; a loaded rule goes on bit for bit, in the middle of a gap too.
#include "core/choice_of.hpp"
#include "core/state.hpp"

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

class BaseClassRule : public Stateful {
  public:
    static constexpr std::string_view kKind = "base class rule";
    /// All rules; the list stands in base_class.cpp.
    static std::span<const Entry<BaseClassRule>> entries();
    virtual ~BaseClassRule() = default;
    /// Tells of the options.
    virtual void fields(Fields&) {}
    /// Base classes tried per round of K classes, on average.
    virtual double tried(double /*classes*/) const { return 1; }
    /// The fewest classes that a data set must have for it.
    virtual std::int64_t least_classes() const { return 1; }

    /// `rounds`: the number planned, a bandit's horizon. Throws UsageError below `least_classes()`.
    void begin(std::size_t classes, std::size_t rounds, std::uint64_t seed);
    /// Ascending; valid until the next call.
    virtual std::span<const std::uint32_t> candidates(const BaseClassContext& context) = 0;
    void report(double loss_before, std::span<const double> losses);
    void state(StateIO& io) override;
    /// "base_class_chosen": how often each class was the base; a bandit also its pulls and mean rewards.
    virtual void summarise(Archive& archive) const;

  protected:
    virtual void prepare(std::size_t /*rounds*/, std::uint64_t /*seed*/) {}
    virtual void learn(double /*loss_before*/, std::span<const double> /*losses*/) {}
    std::size_t classes() const { return chosen_.size(); }
    std::span<const std::uint32_t> all();
    std::span<const std::uint32_t> one(std::uint32_t base);

    std::vector<std::uint32_t> candidates_;  ///< of the running round
    std::uint32_t base_ = 0;                 ///< chosen last

  private:
    std::vector<std::uint64_t> chosen_;  ///< how often each class was
};

using BaseClassOptions = ChoiceOf<BaseClassRule>;

/// The rule of these options, ready for the first round (`BaseClassRule::begin`).
std::unique_ptr<BaseClassRule> make_base_class_rule(const BaseClassOptions& options, std::size_t classes,
                                                    std::size_t rounds, std::uint64_t seed);

}  // namespace reboost::selectors

extern template class reboost::ChoiceOf<reboost::selectors::BaseClassRule>;
