#pragma once
/// Which class is the base class of an abc round (abc2010 §2.1, §3), each rule described once.
#include "bandits/options.hpp"
#include "core/archive.hpp"
#include "core/fields.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <variant>

namespace reboost::selectors {

/// A base-class rule states beside its fields:
///  - `kName`;
///  - `tried(K)`: base classes tried per round, on average.
///  - `least_classes()`: the fewest classes that a data set must have for it.

/// Every class is tried: the tree of classes (b, k) serves (k, b), too, so that all K cost as K/2.
constexpr double all_tried(double classes) {
    return classes / 2;
}

/// Every class is tried in every round; the one with the smallest training loss stays (abc2010 Algorithm 2).
struct ExhaustiveBaseOptions {
    static constexpr std::string_view kName = "exhaustive";
    double tried(double classes) const { return all_tried(classes); }
    std::int64_t least_classes() const { return 1; }
    bool operator==(const ExhaustiveBaseOptions&) const = default;
};
void describe(Fields& field, ExhaustiveBaseOptions& o);

/// Exhaustive in rounds m with (m−1) mod G = 0; the base is kept in between (abc2010 §3).
struct GapBaseOptions {
    static constexpr std::string_view kName = "gap";
    static constexpr ShortLabel kLabel{{"gap"}};
    std::int64_t gap = 10;
    double tried(double classes) const { return 1 + (all_tried(classes) - 1) / static_cast<double>(gap); }
    std::int64_t least_classes() const { return 1; }
    bool operator==(const GapBaseOptions&) const = default;
};
void describe(Fields& field, GapBaseOptions& o);

/// Always the same class.
struct FixedBaseOptions {
    static constexpr std::string_view kName = "fixed";
    static constexpr ShortLabel kLabel{{"base"}};
    std::int64_t base = 0;
    double tried(double) const { return 1; }
    std::int64_t least_classes() const { return base + 1; }
    bool operator==(const FixedBaseOptions&) const = default;
};
void describe(Fields& field, FixedBaseOptions& o);

/// The class whose rows have the largest training loss in sum; the lowest of equals.
struct WorstClassBaseOptions {
    static constexpr std::string_view kName = "worst_class";
    double tried(double) const { return 1; }
    std::int64_t least_classes() const { return 1; }
    bool operator==(const WorstClassBaseOptions&) const = default;
};
void describe(Fields& field, WorstClassBaseOptions& o);

/// The s classes of the largest training loss are tried every g + 1 rounds, the base is kept in between, and
/// the first w rounds have no base class (Fast ABC-Boost; Li & Zhao 2022). s = K, g = 0, w = 0 is abc-boost.
/// The defaults are ours.
struct FastBaseOptions {
    static constexpr std::string_view kName = "fast";
    static constexpr ShortLabel kLabel{{"classes", "gap"}};
    std::int64_t classes = 2;
    std::int64_t gap = 4;
    std::int64_t warm_up = 0;
    /// The trees of s base classes, each pair of them once, count as s − s(s − 1)/(2 (K − 1)) base classes.
    double tried(double all) const {
        const auto s = static_cast<double>(classes), g = static_cast<double>(gap);
        return (s - (all > 1 ? s * (s - 1) / (2 * (all - 1)) : 0) + g) / (g + 1);
    }
    std::int64_t least_classes() const { return classes; }
    bool operator==(const FastBaseOptions&) const = default;
};
void describe(Fields& field, FastBaseOptions& o);

/// A bandit over the K classes; the reward is the relative drop of the training loss, clamped to [0,1].
struct BanditBaseOptions {
    static constexpr std::string_view kName = "bandit";
    static constexpr ShortLabel kLabel{{"policy", "k"}};
    bandits::PolicyOptions policy;
    std::int64_t k = 1;
    double tried(double) const { return static_cast<double>(k); }
    std::int64_t least_classes() const { return k; }
};
void describe(Fields& field, BanditBaseOptions& o);

using BaseClassOptions = std::variant<ExhaustiveBaseOptions, GapBaseOptions, FixedBaseOptions,
                                      WorstClassBaseOptions, BanditBaseOptions, FastBaseOptions>;

/// Which base classes an abc round tries (abc2010 Algorithm 2, line 3, and §3).
///
/// Lifecycle
///  1. `make_base_class_selector`.
///  2. each round: `candidates(context)`: one or more classes; none: the round is one of mart or
///     logitboost, and nothing is reported. The booster builds the trees of each, takes the candidate with
///     the smallest training loss (the first of equals), and
///  3. reports all of them: `report(loss_before, losses)`, losses[i] that after the step of candidate i.
///  4. `save` / `load` between rounds; a loaded selector goes on bit for bit, in the middle of a gap too.

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
