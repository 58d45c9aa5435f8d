#pragma once
/// Which base classes an abc round tries (abc2010 Algorithm 2, line 3, and §3).
///
/// Lifecycle
///  1. `make_base_class_rule`.
///  2. each round: `candidates(context)` returns the classes to try; if there are none, the round is one of
///     mart or logitboost and step 3 is skipped. The booster builds each candidate's trees, takes the
///     candidate with the smallest training loss (the first of equals), and
///  3. calls `report(loss_before, losses)`; losses[i] is the training loss after the step of candidate i.
///  4. `save` / `load` between rounds; a loaded rule continues bit for bit, even between two rounds of a gap.
#include "core/choice_of.hpp"
#include "core/state.hpp"

#include <cstdint>
#include <memory>
#include <span>

namespace reboost::selectors {

/// What a rule knows of a round before its training.
struct BaseClassContext {
    std::size_t round = 1;                  ///< m, from 1
    double loss = 0;                        ///< training loss (abc2010 eq. 3) before the round
    std::span<const double> loss_by_class;  ///< sum over the rows of each true class
};

class BaseClassRule : public Stateful {
  public:
    static constexpr std::string_view kKind = "base class rule";
    /// Returns all rules; base_class.cpp holds the list.
    static std::span<const Entry<BaseClassRule>> entries();
    virtual ~BaseClassRule() = default;
    /// Declares the rule's options.
    virtual void fields(Fields&) {}
    /// Returns the number of base classes tried per round, on average, for K classes.
    virtual double tried(double /*classes*/) const { return 1; }
    /// Returns the fewest classes that a data set must have for this rule.
    virtual std::int64_t least_classes() const { return 1; }

    /// `rounds` is the planned number, a bandit's horizon. Throws UsageError if classes < `least_classes()`.
    void begin(std::size_t classes, std::size_t rounds, std::uint64_t seed);
    /// Returns the classes to try, ascending; valid until the next call.
    virtual std::span<const std::uint32_t> candidates(const BaseClassContext& context) = 0;
    void report(double loss_before, std::span<const double> losses);
    void state(StateIO& io) override;
    /// Saves "base_class_chosen", the rounds of each base class; a bandit adds its pulls and mean rewards.
    virtual void summarise(Archive& archive) const;

  protected:
    virtual void prepare(std::size_t /*rounds*/, std::uint64_t /*seed*/) {}
    virtual void learn(double /*loss_before*/, std::span<const double> /*losses*/) {}
    std::size_t classes() const { return chosen_.size(); }
    std::span<const std::uint32_t> all();
    std::span<const std::uint32_t> one(std::uint32_t base);

    std::vector<std::uint32_t> candidates_;  ///< classes tried in this round
    std::uint32_t base_ = 0;                 ///< base class chosen last

  private:
    std::vector<std::uint64_t> chosen_;  ///< rounds in which each class was chosen
};

using BaseClassOptions = ChoiceOf<BaseClassRule>;

/// Returns the rule of these options, ready for the first round (`BaseClassRule::begin`).
std::unique_ptr<BaseClassRule> make_base_class_rule(const BaseClassOptions& options, std::size_t classes,
                                                    std::size_t rounds, std::uint64_t seed);

}  // namespace reboost::selectors

extern template class reboost::ChoiceOf<reboost::selectors::BaseClassRule>;
