#pragma once
/// Which class is the base class of an abc round (abc2010 §2.1, §3), each rule described once.
#include "bandits/options.hpp"
#include "core/fields.hpp"
#include "core/statements.hpp"

#include <concepts>
#include <cstdint>
#include <string_view>
#include <variant>

namespace reboost::selectors {

/// What a base-class rule states beside its fields.
template <class Options>
concept StatedBaseClass = requires(const Options& options, double classes) {
    { Options::kName } -> std::convertible_to<std::string_view>;
    /// Base classes tried per round, on average.
    { options.tried(classes) } -> std::convertible_to<double>;
    /// The fewest classes that a data set must have for it.
    { options.least_classes() } -> std::convertible_to<std::int64_t>;
};

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
template <class Visitor>
void describe(Visitor&, ExhaustiveBaseOptions&) {}

/// Exhaustive in rounds m with (m−1) mod G = 0; the base is kept in between (abc2010 §3).
struct GapBaseOptions {
    static constexpr std::string_view kName = "gap";
    static constexpr ShortLabel kLabel{{"gap"}};
    std::int64_t gap = 10;
    double tried(double classes) const { return 1 + (all_tried(classes) - 1) / static_cast<double>(gap); }
    std::int64_t least_classes() const { return 1; }
    bool operator==(const GapBaseOptions&) const = default;
};
template <class Visitor>
void describe(Visitor& visit, GapBaseOptions& o) {
    visit("gap", o.gap,
          FieldInfo{"G: every class is tried every G rounds (the author's program: its gap is G−1)", 1, 1e9});
}

/// Always the same class.
struct FixedBaseOptions {
    static constexpr std::string_view kName = "fixed";
    static constexpr ShortLabel kLabel{{"base"}};
    std::int64_t base = 0;
    double tried(double) const { return 1; }
    std::int64_t least_classes() const { return base + 1; }
    bool operator==(const FixedBaseOptions&) const = default;
};
template <class Visitor>
void describe(Visitor& visit, FixedBaseOptions& o) {
    visit("base", o.base, FieldInfo{"the class, from 0", 0, 1e9});
}

/// The class whose rows have the largest training loss in sum; the lowest of equals.
struct WorstClassBaseOptions {
    static constexpr std::string_view kName = "worst_class";
    double tried(double) const { return 1; }
    std::int64_t least_classes() const { return 1; }
    bool operator==(const WorstClassBaseOptions&) const = default;
};
template <class Visitor>
void describe(Visitor&, WorstClassBaseOptions&) {}

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
template <class Visitor>
void describe(Visitor& visit, FastBaseOptions& o) {
    visit("classes", o.classes, FieldInfo{"s: classes tried, those of the largest training loss", 1, 1e6});
    visit("gap", o.gap, FieldInfo{"g: rounds for which the base class found is kept after its own", 0, 1e9});
    visit("warm_up", o.warm_up,
          FieldInfo{"w: rounds at first without a base class, as mart or logitboost", 0, 1e9});
}

/// A bandit over the K classes; the reward is the relative drop of the training loss, clamped to [0,1].
struct BanditBaseOptions {
    static constexpr std::string_view kName = "bandit";
    static constexpr ShortLabel kLabel{{"policy", "k"}};
    bandits::PolicyOptions policy;
    std::int64_t k = 1;
    double tried(double) const { return static_cast<double>(k); }
    std::int64_t least_classes() const { return k; }
};
template <class Visitor>
void describe(Visitor& visit, BanditBaseOptions& o) {
    visit("policy", o.policy, FieldInfo{"the bandit"});
    visit("k", o.k, FieldInfo{"base classes tried per round, of which the best stays", 1, 1e6});
}

using BaseClassOptions = std::variant<ExhaustiveBaseOptions, GapBaseOptions, FixedBaseOptions,
                                      WorstClassBaseOptions, BanditBaseOptions, FastBaseOptions>;
static_assert(kEachAlternative<BaseClassOptions, []<class B>() { return StatedBaseClass<B>; }>,
              "a base-class rule states kName, tried(classes) and least_classes()");
static_assert(kDistinctNames<BaseClassOptions>, "two base-class rules have one kName");

}  // namespace reboost::selectors
