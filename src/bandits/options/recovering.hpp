#pragma once
/// Options of the policies for arms that pay less after a pull and recover while others are pulled.
#include "core/fields.hpp"

#include <memory>
#include <string_view>

namespace reboost::bandits {

class Policy;

/// The arm a with the largest level_a · c(z_a), z_a the decisions since its last pull, c a curve of all arms;
/// every arm once first. Rewards by the time since an arm's last pull: Pike-Burke & Grünewälder 2019, who
/// plan with a Gaussian process for each arm; Cella & Cesa-Bianchi 2020. The product and its estimates are
/// ours.
struct RecoveringOptions {
    static constexpr std::string_view kName = "recovering";
    static constexpr std::string_view kHelp =
        "an arm's level times the share that has come back since its last pull";
    static constexpr bool kDraws = true;
    double discount = 0.8;
    double prior = 1;
    double epsilon = 0.05;
    bool needs_horizon() const { return false; }
};
template <class Visitor>
void describe(Visitor& visit, RecoveringOptions& o) {
    visit("discount", o.discount,
          FieldInfo{"by which each pull multiplies what the arm earned before", 0, 1});
    visit("prior", o.prior,
          FieldInfo{"pulls of mean reward with which each level and share begins", 1e-6, 1e6});
    visit("epsilon", o.epsilon, FieldInfo{"probability of a uniformly drawn arm", 0, 1});
}
std::unique_ptr<Policy> make(const RecoveringOptions& options);

/// The same with optimism: (level_a + √(e s² ln t/n_a)) · c(z_a), s² the mean squared error of what was
/// expected of a pull, n_a the discounted pulls, each counted by its share, and the prior.
struct RecoveringUcbOptions {
    static constexpr std::string_view kName = "recovering_ucb";
    static constexpr std::string_view kHelp = "recovering with a bonus in units of the rewards' own spread";
    static constexpr bool kDraws = true;
    double discount = 0.8;
    double prior = 1;
    double exploration = 0.1;
    bool needs_horizon() const { return false; }
};
template <class Visitor>
void describe(Visitor& visit, RecoveringUcbOptions& o) {
    visit("discount", o.discount,
          FieldInfo{"by which each pull multiplies what the arm earned before", 0, 1});
    visit("prior", o.prior,
          FieldInfo{"pulls of mean reward with which each level and share begins", 1e-6, 1e6});
    visit("exploration", o.exploration, FieldInfo{"e, the factor under the root", 0, 1e6});
}
std::unique_ptr<Policy> make(const RecoveringUcbOptions& options);

}  // namespace reboost::bandits
