#pragma once
#include "core/fields.hpp"

#include <cstdint>
#include <memory>
#include <string_view>

namespace reboost::bandits {

class Policy;

/// GLR-klUCB with local restarts (Besson & Kaufmann 2019): KL-UCB that forgets an arm when a generalised
/// likelihood ratio test finds a change, with forced exploration.
struct GlrKlucbOptions {
    static constexpr std::string_view kName = "glr_klucb";
    static constexpr std::string_view kHelp = "KL-UCB that forgets an arm when its mean has changed";
    static constexpr bool kDraws = true;
    double delta = 0;
    double explore = 0;
    std::int64_t horizon = 0;
};
template <class Visitor>
void describe(Visitor& visit, GlrKlucbOptions& o) {
    visit("delta", o.delta, FieldInfo{"δ, false alarms of the test; 0: 1/sqrt(T)", 0, 1});
    visit("explore", o.explore, FieldInfo{"α, share of forced pulls; 0: 0.05 sqrt(ln T / T)", 0, 1});
    visit("horizon", o.horizon, FieldInfo{"T; 0: the number of decisions expected", 0, 1e15});
}
std::unique_ptr<Policy> make(const GlrKlucbOptions& options);

}  // namespace reboost::bandits
