#pragma once
#include "core/fields.hpp"

#include <memory>
#include <string_view>

namespace reboost::bandits {

class Policy;

/// Tsallis-INF (Zimmert & Seldin 2021), α = ½: p_j = 4 (η_t (L̂_j − x))⁻².
struct TsallisInfOptions {
    static constexpr std::string_view kName = "tsallis_inf";
    static constexpr std::string_view kHelp =
        "mirror descent with Tsallis entropy, best for adversarial and random rewards at once";
    static constexpr bool kDraws = true;
    bool reduced_variance = true;
};
template <class Visitor>
void describe(Visitor& visit, TsallisInfOptions& o) {
    visit("reduced_variance", o.reduced_variance,
          FieldInfo{"the reduced-variance estimator with η = 4/sqrt(t), otherwise importance weighting with "
                    "2/sqrt(t)"});
}
std::unique_ptr<Policy> make(const TsallisInfOptions& options);

}  // namespace reboost::bandits
