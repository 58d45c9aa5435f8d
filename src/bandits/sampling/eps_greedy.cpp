#include "bandits/best_arms.hpp"
#include "bandits/options/sampling.hpp"
#include "bandits/parts/counted_policy.hpp"

namespace reboost::bandits {
namespace {

/// ε-greedy (zhao2019 §2). Each of the k places goes with probability ε to a uniform arm not yet chosen,
/// otherwise to the arm with the best mean not yet chosen (ties: the lower arm). An arm never pulled has the
/// mean 0: there is no first pass.
class EpsGreedy final : public CountedPolicy {
  public:
    explicit EpsGreedy(const EpsGreedyOptions& options) : options_(options) {}
    void select(std::span<std::uint32_t> out, Rng& rng) override {
        const std::span<std::uint32_t> ranking(ranking_.data(), out.size());
        best_.select(mean_rewards(), ranking);
        std::size_t next_best = 0;
        for (std::uint32_t& place : out) {
            if (rng.uniform() < options_.epsilon) {
                do
                    place = static_cast<std::uint32_t>(rng.below(arms()));
                while (chosen_[place]);
            } else {
                while (chosen_[ranking[next_best]])
                    ++next_best;
                place = ranking[next_best];
            }
            chosen_[place] = 1;
        }
        for (const std::uint32_t arm : out)
            chosen_[arm] = 0;
    }

  private:
    void restart() override {
        ranking_.assign(arms(), 0);
        chosen_.assign(arms(), 0);
    }

    EpsGreedyOptions options_;
    BestArms best_;
    std::vector<std::uint32_t> ranking_;  ///< the k best, of which exploration may take some
    std::vector<std::uint8_t> chosen_;    ///< one flag per arm, all 0 between selections
};

}  // namespace

std::unique_ptr<Policy> make(const EpsGreedyOptions& options) {
    return std::make_unique<EpsGreedy>(options);
}

}  // namespace reboost::bandits
