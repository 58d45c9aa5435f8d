#pragma once
#include "core/fields.hpp"

#include <memory>
#include <string_view>

namespace reboost::bandits {

class Policy;

/// Boltzmann exploration: draws in proportion to exp(r̄_j/τ) (Sutton & Barto 1998, §2.3), every arm once
/// first.
struct SoftmaxOptions {
    static constexpr std::string_view kName = "softmax";
    static constexpr std::string_view kHelp = "draws in proportion to exp(mean reward / temperature)";
    static constexpr bool kDraws = true;
    double temperature = 0.1;
};
template <class Visitor>
void describe(Visitor& visit, SoftmaxOptions& o) {
    visit("temperature", o.temperature, FieldInfo{"τ", 1e-9, 1e9});
}
std::unique_ptr<Policy> make(const SoftmaxOptions& options);

}  // namespace reboost::bandits
