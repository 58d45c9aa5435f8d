#include "bandits/parts/deviates.hpp"
#include "bandits/parts/index_policy.hpp"

namespace reboost::bandits {
namespace {

/// The largest centre_j + scale_j Z_j, Z_j standard Gumbel; every arm once first.
class GumbelIndex : public IndexPolicy {
    void restart() override {
        draws_.reset(arms());
        centre_.assign(arms(), kUntried);
        scale_.assign(arms(), 0);
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

  protected:
    std::vector<double> centre_, scale_;
};

/// Boltzmann exploration (Sutton & Barto 1998, §2.3), every arm once first: k draws without replacement, each
/// in proportion to exp(r̄_j/τ), as the k largest of r̄_j/τ plus Gumbel noise: nothing overflows.
class Softmax final : public GumbelIndex {
    double temperature = 0.1;
    void fields(Fields& field) override { field("temperature", temperature, {"τ", 1e-9, 1e9}); }
    void refresh(std::uint32_t arm) override {
        centre_[arm] = mean_of(arm) / temperature;
        scale_[arm] = 1;
    }
};

/// Boltzmann–Gumbel exploration (Cesa-Bianchi, Gentile, Lugosi & Neu 2017): the largest r̄_j + C Z_j/√T_j. C
/// is the rewards' subgaussian constant, ½ for [0,1].
class BoltzmannGumbel final : public GumbelIndex {
    double c = 0.5;
    void fields(Fields& field) override { field("c", c, {"C, the factor of the noise", 0, 1e6}); }
    void refresh(std::uint32_t arm) override {
        centre_[arm] = mean_of(arm);
        scale_[arm] = c / std::sqrt(pulls_of(arm));
    }
};

}  // namespace

extern const PolicyEntry softmax =
    entry<Softmax>("softmax", "draws in proportion to exp(mean reward / temperature)");
extern const PolicyEntry boltzmann_gumbel =
    entry<BoltzmannGumbel>("boltzmann_gumbel", "mean reward + Gumbel noise that falls with an arm's pulls");

}  // namespace reboost::bandits
