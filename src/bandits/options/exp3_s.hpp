#pragma once
#include "core/fields.hpp"

#include <cstdint>
#include <memory>
#include <string_view>

namespace reboost::bandits {

class Policy;

/// Exp3.S (Auer et al. 2002b, §8): Exp3 whose weights share α, for a best arm that changes. Zero:
/// Corollary 8.2's values.
struct Exp3SOptions {
    static constexpr std::string_view kName = "exp3_s";
    static constexpr std::string_view kHelp = "Exp3 that follows a changing best arm";
    static constexpr bool kDraws = true;
    double gamma = 0;
    double alpha = 0;
    std::int64_t horizon = 0;
};
template <class Visitor>
void describe(Visitor& visit, Exp3SOptions& o) {
    visit("gamma", o.gamma,
          FieldInfo{"γ, mixing with the uniform distribution; 0: min(1, sqrt(M ln(M T) / T))", 0, 1});
    visit("alpha", o.alpha, FieldInfo{"α, what the weights share each decision; 0: 1/T", 0, 1});
    visit("horizon", o.horizon, FieldInfo{"T; 0: the number of decisions expected", 0, 1e15});
}
std::unique_ptr<Policy> make(const Exp3SOptions& options);

}  // namespace reboost::bandits
