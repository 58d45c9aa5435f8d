/// Policies that add noise to the mean rewards.
#include "bandits/parts/deviates.hpp"
#include "bandits/parts/index_policy.hpp"

namespace reboost::bandits {
namespace {

/// Takes the largest centre_j + scale_j Z_j; Z_j is drawn anew if centre_j is finite. Z_j is a function of a
/// uniform deviate with a cheap bound; the exact Z_j is computed only for arms that may win.
template <class Noise>
class NoisyIndex : public IndexPolicy {
    void fill(std::span<double> index, std::size_t k, Rng& rng) override {
        for (std::size_t arm = 0; arm < index.size(); ++arm)
            if (centre_[arm] < kUntried) uniforms_[arm] = Noise::uniform(rng);
        for (std::size_t arm = 0; arm < index.size(); ++arm)
            index[arm] = centre_[arm] + scale_[arm] * Noise::bound(uniforms_[arm]);
        refine(index, k, [this](std::uint32_t arm) {
            return centre_[arm] + scale_[arm] * Noise::exact(uniforms_[arm]);
        });
    }

    std::vector<double> uniforms_;

  protected:
    void start_at(double centre, double scale) {
        fill_arms(0.5, uniforms_);
        fill_arms(centre, centre_);
        fill_arms(scale, scale_);
    }
    void restart() override { start_at(kUntried, 0); }

    std::vector<double> centre_, scale_;
};

/// Boltzmann exploration (Sutton & Barto 1998, §2.3), after a pull of every arm: k draws without replacement,
/// each in proportion to exp(r̄_j/τ), as the k largest of r̄_j/τ plus Gumbel noise: nothing overflows.
class Softmax final : public NoisyIndex<Gumbel> {
    double temperature = 0.1;
    void fields(Fields& field) override { field("temperature", temperature, {"τ", 1e-9, 1e9}); }
    void refresh(std::uint32_t arm) override {
        centre_[arm] = mean_of(arm) / temperature;
        scale_[arm] = 1;
    }
};

/// Boltzmann–Gumbel exploration (Cesa-Bianchi, Gentile, Lugosi & Neu 2017): takes the largest r̄_j + C
/// Z_j/√T_j. C is the rewards' subgaussian constant, ½ for [0,1].
class BoltzmannGumbel final : public NoisyIndex<Gumbel> {
    double c = 0.5;
    void fields(Fields& field) override { field("c", c, {"C, the factor of the noise", 0, 1e6}); }
    void refresh(std::uint32_t arm) override {
        centre_[arm] = mean_of(arm);
        scale_[arm] = c / std::sqrt(pulls_of(arm));
    }
};

/// Thompson sampling with Gaussian posteriors (Agrawal & Goyal 2013): the k arms with the largest draws from
/// N(S_j/(T_j + 1), e/(T_j + 1)), e = 1.
class TsGauss final : public NoisyIndex<Normal> {
    double exploration = 1;
    void fields(Fields& field) override {
        field("exploration", exploration,
              {"e, the variance of a reward: a posterior's is e/(T_j + 1)", 0, 1e6});
    }
    void restart() override { start_at(0, std::sqrt(exploration)); }
    void refresh(std::uint32_t arm) override {
        const double n = pulls_of(arm);
        centre_[arm] = mean_of(arm) * n / (n + 1);
        scale_[arm] = std::sqrt(exploration) / std::sqrt(n + 1);
    }
};

}  // namespace

extern const PolicyEntry softmax =
    entry<Softmax>("softmax", "draws in proportion to exp(mean reward / temperature)");
extern const PolicyEntry boltzmann_gumbel =
    entry<BoltzmannGumbel>("boltzmann_gumbel", "mean reward + Gumbel noise that falls with an arm's pulls");
extern const PolicyEntry ts_gauss = entry<TsGauss>("ts_gauss", "Thompson sampling with Gaussian posteriors");

}  // namespace reboost::bandits
