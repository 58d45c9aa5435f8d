#pragma once
#include "core/fields.hpp"

#include <memory>
#include <string_view>

namespace reboost::bandits {

class Policy;

/// Thompson sampling for rewards in [0,1] (Agrawal & Goyal 2012): posteriors Beta(1 + successes, 1 +
/// failures), a reward r counting as a success with probability r.
struct TsBetaOptions {
    static constexpr std::string_view kName = "ts_beta";
    static constexpr std::string_view kHelp = "Thompson sampling with beta posteriors";
    static constexpr bool kDraws = true;
};
template <class Visitor>
void describe(Visitor&, TsBetaOptions&) {}
std::unique_ptr<Policy> make(const TsBetaOptions& options);

}  // namespace reboost::bandits
