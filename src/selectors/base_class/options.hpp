#pragma once
/// Which class is the base class of an abc round (abc2010 §2.1, §3), each way described once.
#include "bandits/options.hpp"
#include "core/fields.hpp"

#include <cstdint>
#include <string_view>
#include <variant>

namespace reboost::selectors {

/// Every class is tried in every round; the one with the smallest training loss stays (abc2010 Algorithm 2).
struct ExhaustiveBaseOptions {
    static constexpr std::string_view kName = "exhaustive";
    bool operator==(const ExhaustiveBaseOptions&) const = default;
};
template <class Visitor>
void describe(Visitor&, ExhaustiveBaseOptions&) {}

/// Exhaustive in rounds m with (m−1) mod G = 0; the base is kept in between (abc2010 §3).
struct GapBaseOptions {
    static constexpr std::string_view kName = "gap";
    std::int64_t gap = 10;
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
    std::int64_t base = 0;
    bool operator==(const FixedBaseOptions&) const = default;
};
template <class Visitor>
void describe(Visitor& visit, FixedBaseOptions& o) {
    visit("base", o.base, FieldInfo{"the class, from 0", 0, 1e9});
}

/// The class whose rows have the largest training loss in sum; the lowest of equals.
struct WorstClassBaseOptions {
    static constexpr std::string_view kName = "worst_class";
    bool operator==(const WorstClassBaseOptions&) const = default;
};
template <class Visitor>
void describe(Visitor&, WorstClassBaseOptions&) {}

/// A bandit over the K classes; the reward is the relative drop of the training loss, clamped to [0,1].
struct BanditBaseOptions {
    static constexpr std::string_view kName = "bandit";
    bandits::PolicyOptions policy;
    std::int64_t k = 1;
};
template <class Visitor>
void describe(Visitor& visit, BanditBaseOptions& o) {
    visit("policy", o.policy, FieldInfo{"the bandit"});
    visit("k", o.k, FieldInfo{"base classes tried a round, of which the best stays", 1, 1e6});
}

using BaseClassOptions = std::variant<ExhaustiveBaseOptions, GapBaseOptions, FixedBaseOptions,
                                      WorstClassBaseOptions, BanditBaseOptions>;

}  // namespace reboost::selectors
