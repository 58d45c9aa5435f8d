#pragma once
#include "core/fields.hpp"

#include <memory>
#include <string_view>

namespace reboost::bandits {

class Policy;

/// IMED (Honda & Takemura 2015): the smallest T_j kl(r̄_j, max r̄) + ln T_j; every arm once first.
struct ImedOptions {
    static constexpr std::string_view kName = "imed";
    static constexpr std::string_view kHelp = "indexed minimum empirical divergence";
    static constexpr bool kDraws = true;
};
template <class Visitor>
void describe(Visitor&, ImedOptions&) {}
std::unique_ptr<Policy> make(const ImedOptions& options);

}  // namespace reboost::bandits
