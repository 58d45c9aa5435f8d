#include "bandits/parts/deviates.hpp"
#include "bandits/parts/index_policy.hpp"

namespace reboost::bandits {
namespace {

/// Boltzmann exploration (Sutton & Barto 1998, §2.3), every arm once first: k draws without replacement, each
/// in proportion to exp(r̄_j/τ) among the arms left, as the k largest of r̄_j/τ plus Gumbel noise: nothing
/// overflows at any τ.
class Softmax final : public IndexPolicy {
    double temperature = 0.1;
    void fields(Fields& field) override { field("temperature", temperature, {"τ", 1e-9, 1e9}); }

    void restart() override {
        draws_.reset(arms());
        centre_.assign(arms(), kUntried);
    }
    void refresh(std::uint32_t arm) override { centre_[arm] = mean_of(arm) / temperature; }

    void fill(std::span<double> index, std::size_t k, Rng& rng) override {
        for (std::size_t arm = 0; arm < index.size(); ++arm) {
            if (tried(arm)) draws_.draw(arm, rng);
            index[arm] = centre_[arm] + draws_.bound(arm);
        }
        refine(index, k, [this](std::uint32_t arm) { return centre_[arm] + draws_.exact(arm); });
    }

    GumbelDraws draws_;
    std::vector<double> centre_;  ///< r̄_j/τ, +∞ before the first pull
};

/// Boltzmann–Gumbel exploration (Cesa-Bianchi, Gentile, Lugosi & Neu 2017): the largest r̄_j + C Z_j/√T_j, Z_j
/// standard Gumbel; every arm once first. C is the rewards' subgaussian constant, ½ for [0,1].
class BoltzmannGumbel final : public IndexPolicy {
    double c = 0.5;
    void fields(Fields& field) override { field("c", c, {"C, the factor of the noise", 0, 1e6}); }

    void restart() override {
        draws_.reset(arms());
        centre_.assign(arms(), kUntried);
        scale_.assign(arms(), 0);
    }
    void refresh(std::uint32_t arm) override {
        centre_[arm] = mean_of(arm);
        scale_[arm] = c / std::sqrt(pulls_of(arm));
    }

    void fill(std::span<double> index, std::size_t k, Rng& rng) override {
        for (std::size_t arm = 0; arm < index.size(); ++arm) {
            if (tried(arm)) draws_.draw(arm, rng);
            index[arm] = centre_[arm] + scale_[arm] * draws_.bound(arm);
        }
        refine(index, k,
               [this](std::uint32_t arm) { return centre_[arm] + scale_[arm] * draws_.exact(arm); });
    }

    GumbelDraws draws_;
    std::vector<double> centre_;  ///< r̄_j, +∞ before the first pull
    std::vector<double> scale_;   ///< C/√T_j
};

}  // namespace

extern const PolicyEntry softmax =
    entry<Softmax>("softmax", "draws in proportion to exp(mean reward / temperature)");
extern const PolicyEntry boltzmann_gumbel =
    entry<BoltzmannGumbel>("boltzmann_gumbel", "mean reward + Gumbel noise that falls with an arm's pulls");

}  // namespace reboost::bandits
