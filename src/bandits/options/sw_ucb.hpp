#pragma once
#include "core/fields.hpp"

#include <cstdint>
#include <memory>
#include <string_view>

namespace reboost::bandits {

class Policy;

/// SW-UCB (Garivier & Moulines 2011): means of the last τ decisions + √(ξ ln min(t, τ)/N_j), N_j the pulls
/// among them.
struct SwUcbOptions {
    static constexpr std::string_view kName = "sw_ucb";
    static constexpr std::string_view kHelp = "UCB over a sliding window";
    static constexpr bool kDraws = true;
    std::int64_t window = 0;
    double xi = 0.6;
    std::int64_t horizon = 0;
};
template <class Visitor>
void describe(Visitor& visit, SwUcbOptions& o) {
    visit("window", o.window, FieldInfo{"τ in decisions; 0: 2 sqrt(T ln T), at least 4 M", 0, 1e15});
    visit("xi", o.xi, FieldInfo{"ξ", 0, 1e6});
    visit("horizon", o.horizon, FieldInfo{"T; 0: the number of decisions expected", 0, 1e15});
}
std::unique_ptr<Policy> make(const SwUcbOptions& options);

}  // namespace reboost::bandits
