#include "bandits/options/sampling.hpp"
#include "bandits/parts/counted_policy.hpp"
#include "bandits/parts/hypergeometric.hpp"
#include "bandits/parts/pending_rewards.hpp"

#include <numeric>

namespace reboost::bandits {
namespace {

/// One arm is the winner of a knock-out over all arms in random order. For k > 1 the random order is cut into
/// k groups of nearly equal size, and the winner of each is taken: O(M) duels per decision for every k.
class Besa final : public CountedPolicy {
  public:
    void select(std::span<std::uint32_t> out, Rng& rng) override {
        pending_.settle(rng, [this](std::uint32_t arm, bool success) {
            ++seen_[arm];
            successes_[arm] += success;
        });
        // From the same start at each decision, so that a loaded policy sees the same order.
        std::iota(order_.begin(), order_.end(), 0U);
        rng.shuffle(std::span<std::uint32_t>(order_));
        for (std::size_t group = 0; group < out.size(); ++group) {
            const std::size_t first = group * arms() / out.size(), end = (group + 1) * arms() / out.size();
            std::uint32_t best = order_[first];
            for (std::size_t place = first + 1; place < end; ++place)
                best = winner(best, order_[place], rng);
            out[group] = best;
        }
    }

  private:
    void restart() override {
        seen_.assign(arms(), 0);
        successes_.assign(arms(), 0);
        order_.resize(arms());
        pending_.reset(arms());
    }
    void learn(std::uint32_t arm, double reward) override { pending_.add(arm, reward); }

    /// The arm with more rewards is judged by a sub-sample as large as the other's history: of rewards 0 and
    /// 1 its sum is hypergeometric.
    std::uint32_t winner(std::uint32_t a, std::uint32_t b, Rng& rng) const {
        const std::uint32_t fewer = seen_[a] <= seen_[b] ? a : b, more = fewer == a ? b : a;
        const std::uint64_t size = seen_[fewer];
        const std::uint64_t sampled = size == seen_[more]
                                          ? successes_[more]
                                          : draw_hypergeometric(seen_[more], successes_[more], size, rng);
        if (sampled != successes_[fewer]) return sampled > successes_[fewer] ? more : fewer;
        return size < seen_[more] || rng.below(2) == 0 ? fewer : more;
    }

    void save_more(Archive& archive) const override {
        archive.put("seen", seen_);
        archive.put("successes", successes_);
        pending_.save(archive);
    }
    void load_more(const Archive& archive) override {
        seen_ = load_sized<std::uint64_t>(archive, "seen", arms());
        successes_ = load_sized<std::uint64_t>(archive, "successes", arms());
        pending_.load(archive, arms());
    }

    std::vector<std::uint64_t> seen_, successes_;
    std::vector<std::uint32_t> order_;
    PendingRewards pending_;
};

}  // namespace

std::unique_ptr<Policy> make(const BesaOptions&) {
    return std::make_unique<Besa>();
}

}  // namespace reboost::bandits
