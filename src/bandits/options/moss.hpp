#pragma once
#include "core/fields.hpp"

#include <cstdint>
#include <memory>
#include <string_view>

namespace reboost::bandits {

class Policy;

/// MOSS (Audibert & Bubeck 2009): r̄_j + √(max(0, ln(T/(M T_j)))/T_j).
struct MossOptions {
    static constexpr std::string_view kName = "moss";
    static constexpr std::string_view kHelp = "minimax-optimal upper confidence bound; needs the horizon";
    static constexpr bool kDraws = true;
    std::int64_t horizon = 0;
};
template <class Visitor>
void describe(Visitor& visit, MossOptions& o) {
    visit("horizon", o.horizon, FieldInfo{"T; 0: the number of decisions expected", 0, 1e15});
}
std::unique_ptr<Policy> make(const MossOptions& options);

}  // namespace reboost::bandits
