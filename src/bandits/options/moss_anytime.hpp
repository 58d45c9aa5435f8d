#pragma once
#include "core/fields.hpp"

#include <memory>
#include <string_view>

namespace reboost::bandits {

class Policy;

/// MOSS-anytime (Degenne & Perchet 2016): r̄_j + √((1+α)/2 · max(0, ln(t/(M T_j)))/T_j).
struct MossAnytimeOptions {
    static constexpr std::string_view kName = "moss_anytime";
    static constexpr std::string_view kHelp = "MOSS without the horizon";
    static constexpr bool kDraws = true;
    double alpha = 1.35;
};
template <class Visitor>
void describe(Visitor& visit, MossAnytimeOptions& o) {
    visit("alpha", o.alpha, FieldInfo{"α", 0, 1e6});
}
std::unique_ptr<Policy> make(const MossAnytimeOptions& options);

}  // namespace reboost::bandits
