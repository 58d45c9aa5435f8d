#pragma once
#include "core/fields.hpp"

#include <memory>
#include <string_view>

namespace reboost::bandits {

class Policy;

/// The arms in turn, whatever they pay.
struct RoundRobinOptions {
    static constexpr std::string_view kName = "round_robin";
    static constexpr std::string_view kHelp = "the arms in turn, whatever they pay; deterministic";
    static constexpr bool kDraws = false;
};
template <class Visitor>
void describe(Visitor&, RoundRobinOptions&) {}
std::unique_ptr<Policy> make(const RoundRobinOptions& options);

}  // namespace reboost::bandits
