#pragma once
#include "core/fields.hpp"

#include <memory>
#include <string_view>

namespace reboost::bandits {

class Policy;

/// k arms drawn uniformly, whatever they pay: what a policy must beat.
struct UniformOptions {
    static constexpr std::string_view kName = "uniform";
    static constexpr std::string_view kHelp = "k arms drawn uniformly: what a policy must beat";
    static constexpr bool kDraws = true;
};
template <class Visitor>
void describe(Visitor&, UniformOptions&) {}
std::unique_ptr<Policy> make(const UniformOptions& options);

}  // namespace reboost::bandits
