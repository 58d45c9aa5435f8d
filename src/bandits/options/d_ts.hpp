#pragma once
#include "core/fields.hpp"

#include <cstdint>
#include <memory>
#include <string_view>

namespace reboost::bandits {

class Policy;

/// Discounted Thompson sampling (Raj & Kalyani 2017): beta posteriors whose counts fade by γ a decision.
struct DTsOptions {
    static constexpr std::string_view kName = "d_ts";
    static constexpr std::string_view kHelp = "Thompson sampling with discounted counts";
    static constexpr bool kDraws = true;
    double discount = 0;
    std::int64_t horizon = 0;
};
template <class Visitor>
void describe(Visitor& visit, DTsOptions& o) {
    visit("discount", o.discount,
          FieldInfo{"γ a decision; 0: 1 - 1/(4 sqrt(T)), at least 1 - 1/(4 M)", 0, 1});
    visit("horizon", o.horizon, FieldInfo{"T; 0: the number of decisions expected", 0, 1e15});
}
std::unique_ptr<Policy> make(const DTsOptions& options);

}  // namespace reboost::bandits
