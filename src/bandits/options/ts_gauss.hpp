#pragma once
#include "core/fields.hpp"

#include <memory>
#include <string_view>

namespace reboost::bandits {

class Policy;

/// Thompson sampling with Gaussian posteriors (Agrawal & Goyal 2013): N(S_j/(T_j + 1), 1/(T_j + 1)).
struct TsGaussOptions {
    static constexpr std::string_view kName = "ts_gauss";
    static constexpr std::string_view kHelp = "Thompson sampling with Gaussian posteriors";
    static constexpr bool kDraws = true;
};
template <class Visitor>
void describe(Visitor&, TsGaussOptions&) {}
std::unique_ptr<Policy> make(const TsGaussOptions& options);

}  // namespace reboost::bandits
