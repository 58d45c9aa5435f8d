#include "bandits/parts/deviates.hpp"
#include "bandits/policy.hpp"

#include <algorithm>
#include <numeric>

namespace reboost::bandits {
namespace {

/// BESA (Baransi, Maillard & Mannor 2014): arms duel by sub-samples of equal size, drawn without replacement;
/// ties go to the arm with fewer pulls. A reward r in (0,1) first becomes 1 with probability r, else 0.
///
/// k = 1 takes the winner of a knock-out over all arms in random order. k > 1 cuts the random order into k
/// groups of nearly equal size and takes the winner of each: O(M) duels per decision for every k.
class Besa final : public Policy {
    void select(std::span<std::uint32_t> out, Rng& rng) override {
        pending_.settle(rng, [this](std::uint32_t arm, bool success) {
            ++histories_[arm].seen;
            histories_[arm].successes += success;
        });
        // Every decision starts from the same order, so that a loaded policy shuffles to the same result.
        std::iota(order_.begin(), order_.end(), 0U);
        rng.shuffle(std::span<std::uint32_t>(order_));
        for (std::size_t group = 0; group < out.size(); ++group) {
            const std::size_t first = group * arms() / out.size(), end = (group + 1) * arms() / out.size();
            out[group] = knock_out(std::span(order_).subspan(first, end - first), rng);
        }
    }

    struct History {
        std::uint64_t seen = 0, successes = 0;
    };

    void restart() override {
        histories_.assign(arms(), {});
        order_.resize(arms());
        pending_.reset(arms());
    }
    void learn(std::uint32_t arm, double reward) override { pending_.add(arm, reward); }

    /// Returns the winner of `order`: each arm duels with the winner of the arms before it.
    std::uint32_t knock_out(std::span<const std::uint32_t> order, Rng& rng) const {
        constexpr int kCoins = 64;
        std::uint64_t coins = 0;
        std::uint32_t best = order.front();
        History champion = histories_[best];
        for (std::size_t place = 1; place < order.size(); ++place) {
            coins = (place - 1) % kCoins == 0 ? rng.next() : coins >> 1;
            const History rival = histories_[order[place]];
            const bool wins = (champion.successes | rival.successes) == 0
                                  ? tie_goes_to_rival(champion, rival, coins & 1)
                                  : rival_wins(champion, rival, coins & 1, rng);
            // Masks avoid a branch that chance would make unpredictable.
            const std::uint64_t taken = 0 - static_cast<std::uint64_t>(wins);
            best ^= (best ^ order[place]) & static_cast<std::uint32_t>(taken);
            champion.seen ^= (champion.seen ^ rival.seen) & taken;
            champion.successes ^= (champion.successes ^ rival.successes) & taken;
        }
        return best;
    }

    /// A tie goes to the arm with fewer rewards seen; if both have equally many, to the rival if coin = 1.
    static bool tie_goes_to_rival(const History& champion, const History& rival, std::uint64_t coin) {
        return 2 * rival.seen + (1 - coin) <= 2 * champion.seen;
    }

    /// The longer history is judged by a sub-sample of the shorter's size; its sum is hypergeometric.
    static bool rival_wins(const History& champion, const History& rival, std::uint64_t coin, Rng& rng) {
        const std::uint64_t size = std::min(champion.seen, rival.seen);
        const auto sampled = [&](const History& history) {
            return history.seen == size ? history.successes
                                        : draw_hypergeometric(history.seen, history.successes, size, rng);
        };
        const std::uint64_t of_champion = sampled(champion), of_rival = sampled(rival);
        if (of_champion != of_rival) return of_rival > of_champion;
        return tie_goes_to_rival(champion, rival, coin);
    }

    void keep(StateIO& io) override {
        io.column("seen", histories_, &History::seen);
        io.column("successes", histories_, &History::successes);
        pending_.state(io);
    }

    std::vector<History> histories_;
    std::vector<std::uint32_t> order_;
    PendingRewards pending_;
};

}  // namespace

extern const PolicyEntry besa = entry<Besa>("besa", "duels of arms on equally many of their rewards");

}  // namespace reboost::bandits
