#pragma once
/// Which class is the base class of an abc round (abc2010 §2.1, §3), each rule described once.
#include "bandits/options.hpp"
#include "core/fields.hpp"

#include <cstdint>
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

}  // namespace reboost::selectors
