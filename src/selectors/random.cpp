/// FULL and RANDOM(k).
#include "core/error.hpp"
#include "selectors/bases.hpp"

#include <algorithm>
#include <string>

namespace reboost::selectors {
namespace {

/// Searches every feature at every decision (opt2009 FULL).
class FullSelector final : public CountingSelector {
    bool draws() const override { return false; }
    bool exhaustive() const override { return true; }

    learners::Query ask(const learners::Decision&) override { return {every_feature()}; }
};

/// Searches a fresh uniform subset of k features at each decision (opt2009 §4, RANDOM(k)), ascending.
class RandomSelector final : public PullCounting {
    void fields(Fields& field) override { field("k", k, {"features scanned per decision", 1, 1e9}); }
    Scan scan() const override { return {k}; }

    void start(const Surroundings& s) override {
        if (std::cmp_greater(k, s.features))
            throw UsageError("selector.k = " + std::to_string(k) + " exceeds the number of features, " +
                             std::to_string(s.features));
        PullCounting::start(s);
        deck_ = every_feature();
        swaps_.resize(static_cast<std::size_t>(k));
        drawn_.resize(swaps_.size());
        rng_ = Rng(s.seed, "selector");
    }
    void state(StateIO& io) override {
        PullCounting::state(io);
        io("rng", rng_);
    }

    /// The first k steps of a Fisher–Yates shuffle: O(k log k), independent of d.
    learners::Query ask(const learners::Decision&) override {
        const auto count = static_cast<std::uint32_t>(drawn_.size());
        for (std::uint32_t i = 0; i < count; ++i) {
            swaps_[i] = i + static_cast<std::uint32_t>(rng_.below(deck_.size() - i));
            std::swap(deck_[i], deck_[swaps_[i]]);
            drawn_[i] = deck_[i];
        }
        for (std::uint32_t i = count; i-- > 0;)
            std::swap(deck_[i], deck_[swaps_[i]]);
        std::ranges::sort(drawn_);
        return {drawn_};
    }

    std::int64_t k = 1;
    std::vector<std::uint32_t> deck_;   ///< 0 … d−1; each draw undoes its swaps: nothing to save
    std::vector<std::uint32_t> swaps_;  ///< partner of each of the k swaps
    std::vector<std::uint32_t> drawn_;
    Rng rng_{0};
};

}  // namespace

extern const Entry<Selector> full = entry_of<FullSelector, Selector>("full");
extern const Entry<Selector> random = entry_of<RandomSelector, Selector>("random", {{"k"}});

}  // namespace reboost::selectors
