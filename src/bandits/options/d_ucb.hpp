#pragma once
#include "core/fields.hpp"

#include <cstdint>
#include <memory>
#include <string_view>

namespace reboost::bandits {

class Policy;

/// D-UCB (Kocsis & Szepesvári 2006; Garivier & Moulines 2011): discounted means + 2 √(ξ ln n_t/N_j), N_j the
/// discounted pulls, n_t their sum.
struct DUcbOptions {
    static constexpr std::string_view kName = "d_ucb";
    static constexpr std::string_view kHelp = "UCB with discounted rewards and pulls";
    static constexpr bool kDraws = true;
    double discount = 0;
    double xi = 0.6;
    std::int64_t horizon = 0;
};
template <class Visitor>
void describe(Visitor& visit, DUcbOptions& o) {
    visit("discount", o.discount,
          FieldInfo{"γ a decision; 0: 1 - 1/(4 sqrt(T)), at least 1 - 1/(4 M)", 0, 1});
    visit("xi", o.xi, FieldInfo{"ξ", 0, 1e6});
    visit("horizon", o.horizon, FieldInfo{"T; 0: the number of decisions expected", 0, 1e15});
}
std::unique_ptr<Policy> make(const DUcbOptions& options);

}  // namespace reboost::bandits
