#include "bandits/options/changing.hpp"
#include "bandits/parts/forgetting_defaults.hpp"
#include "bandits/parts/index_policy.hpp"
#include "bandits/parts/means_and_counts.hpp"

namespace reboost::bandits {
namespace {

/// The rewards of the window, oldest first, in a ring that doubles until it holds a window.
class RecentRewards {
  public:
    struct Reward {
        std::uint64_t decision;
        double reward;
        std::uint32_t arm;
    };

    void reset() { first_ = size_ = 0; }
    bool empty() const { return size_ == 0; }
    const Reward& oldest() const { return ring_[first_]; }
    void drop_oldest() {
        first_ = (first_ + 1) % ring_.size();
        --size_;
    }
    void add(const Reward& reward) {
        if (size_ == ring_.size()) grow();
        ring_[(first_ + size_++) % ring_.size()] = reward;
    }
    template <class Visit>
    void for_each(Visit visit) const {
        for (std::size_t i = 0; i < size_; ++i)
            visit(ring_[(first_ + i) % ring_.size()]);
    }

  private:
    void grow() {
        std::vector<Reward> larger;
        larger.reserve(std::max<std::size_t>(16, 2 * size_));
        for_each([&](const Reward& reward) { larger.push_back(reward); });
        larger.resize(larger.capacity());
        ring_ = std::move(larger);
        first_ = 0;
    }

    std::vector<Reward> ring_;
    std::size_t first_ = 0, size_ = 0;
};

class SwUcb final : public IndexPolicy {
  public:
    explicit SwUcb(const SwUcbOptions& options) : options_(options) {}

  private:
    void restart() override {
        window_ = options_.window > 0 ? static_cast<double>(options_.window)
                                      : default_window(horizon_or(options_.horizon), arms());
        recent_.reset();
        counts_.assign(arms(), 0);
        sums_.assign(arms(), 0);
        means_.reset(arms());
    }

    void learn(std::uint32_t arm, double reward) override {
        recent_.add({decisions(), reward, arm});
        ++counts_[arm];
        sums_[arm] += reward;
    }
    void refresh(std::uint32_t arm) override {
        means_.set(arm, sums_[arm], static_cast<double>(counts_[arm]));
    }

    void fill(std::span<double> index, std::size_t, Rng&) override {
        while (!recent_.empty() && static_cast<double>(recent_.oldest().decision) + window_ < now()) {
            const auto& old = recent_.oldest();
            sums_[old.arm] = --counts_[old.arm] == 0 ? 0 : sums_[old.arm] - old.reward;
            refresh(old.arm);
            recent_.drop_oldest();
        }
        means_.fill(index, options_.xi * std::log(std::min(static_cast<double>(time()), window_)));
    }
    double now() const { return static_cast<double>(decisions()); }

    void save_more(Archive& archive) const override {
        std::vector<std::uint64_t> decisions;
        std::vector<double> rewards;
        std::vector<std::uint32_t> arms;
        recent_.for_each([&](const RecentRewards::Reward& one) {
            decisions.push_back(one.decision);
            rewards.push_back(one.reward);
            arms.push_back(one.arm);
        });
        archive.put("recent_decisions", std::move(decisions));
        archive.put("recent_rewards", std::move(rewards));
        archive.put("recent_arms", std::move(arms));
        archive.put("recent_sums", sums_);
    }
    void load_more(const Archive& archive) override {
        const auto& decisions = archive.get<std::uint64_t>("recent_decisions");
        const auto rewards = load_sized<double>(archive, "recent_rewards", decisions.size());
        const auto arms_pulled = load_sized<std::uint32_t>(archive, "recent_arms", decisions.size());
        recent_.reset();
        counts_.assign(arms(), 0);
        for (std::size_t i = 0; i < decisions.size(); ++i) {
            recent_.add({decisions[i], rewards[i], arms_pulled[i]});
            if (arms_pulled[i] >= arms()) throw DataError("a saved reward is of an arm that does not exist");
            ++counts_[arms_pulled[i]];
        }
        sums_ = load_sized<double>(archive, "recent_sums", arms());
        means_.reset(arms());
    }

    SwUcbOptions options_;
    double window_ = 1;  ///< in decisions
    RecentRewards recent_;
    std::vector<std::uint64_t> counts_;  ///< pulls inside the window
    std::vector<double> sums_;           ///< rewards inside the window
    MeansAndCounts means_;               ///< of both
};

}  // namespace

std::unique_ptr<Policy> make(const SwUcbOptions& options) {
    return std::make_unique<SwUcb>(options);
}

}  // namespace reboost::bandits
