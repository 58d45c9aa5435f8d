#pragma once
#include "core/fields.hpp"

#include <memory>
#include <string_view>

namespace reboost::bandits {

class Policy;

/// Exploits the best mean with probability 1 − ε, explores otherwise (zhao2019 §2).
struct EpsGreedyOptions {
    static constexpr std::string_view kName = "eps_greedy";
    static constexpr std::string_view kHelp = "the best mean reward, a uniform arm with probability epsilon";
    static constexpr bool kDraws = true;
    double epsilon = 0.1;
};
template <class Visitor>
void describe(Visitor& visit, EpsGreedyOptions& o) {
    visit("epsilon", o.epsilon, FieldInfo{"probability of a uniformly drawn arm", 0, 1});
}
std::unique_ptr<Policy> make(const EpsGreedyOptions& options);

}  // namespace reboost::bandits
