#pragma once
#include "core/fields.hpp"

#include <memory>
#include <string_view>

namespace reboost::bandits {

class Policy;

/// BESA (Baransi, Maillard & Mannor 2014): duels on sub-samples of equal size, drawn without replacement;
/// ties go to the arm with fewer pulls. Rewards between 0 and 1 are first drawn to 0 or 1.
struct BesaOptions {
    static constexpr std::string_view kName = "besa";
    static constexpr std::string_view kHelp = "duels of arms on equally many of their rewards";
    static constexpr bool kDraws = true;
};
template <class Visitor>
void describe(Visitor&, BesaOptions&) {}
std::unique_ptr<Policy> make(const BesaOptions& options);

}  // namespace reboost::bandits
