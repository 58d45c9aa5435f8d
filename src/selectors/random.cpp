/// FULL and RANDOM(k), and the way from options to any selector.
#include "core/error.hpp"
#include "selectors/bases.hpp"

#include <algorithm>
#include <string>

namespace reboost::selectors {
namespace {

/// Every feature at every decision (opt2009 FULL).
class FullSelector final : public OneQuerySelector {
  public:
    explicit FullSelector(std::size_t features) : OneQuerySelector(features), all_(every_feature()) {}
    bool exhaustive() const override { return true; }

  private:
    learners::Query ask(const learners::Decision&) override { return {all_}; }

    std::vector<std::uint32_t> all_;
};

/// A fresh uniform subset of k features at each decision (opt2009 §4, RANDOM(k)), given in ascending order.
class RandomSelector final : public OneQuerySelector {
  public:
    /// 1 ≤ k ≤ features.
    RandomSelector(std::size_t features, std::size_t k, std::uint64_t seed)
        : OneQuerySelector(features),
          deck_(every_feature()),
          swaps_(k),
          drawn_(k),
          pulls_(features, 0),
          rng_(seed, "selector") {}

    void report(const learners::Decision&, const learners::Report& report) override {
        for (const learners::FeatureScore& score : report.scores)
            ++pulls_[score.feature];
    }
    void state(StateIO& io) override {
        io("pulls", pulls_);
        OneQuerySelector::state(io);
        io("rng", rng_);
        if (io.loading()) begin_round(1);
    }
    void summarise(Archive& archive) const override {
        archive.put("pulls", pulls_, "decisions", "decisions at which this feature was searched");
        OneQuerySelector::summarise(archive);
    }

  private:
    /// The first k steps of a Fisher–Yates shuffle: O(k log k), independent of d.
    learners::Query ask(const learners::Decision&) override {
        const auto k = static_cast<std::uint32_t>(drawn_.size());
        for (std::uint32_t i = 0; i < k; ++i) {
            swaps_[i] = i + static_cast<std::uint32_t>(rng_.below(deck_.size() - i));
            std::swap(deck_[i], deck_[swaps_[i]]);
            drawn_[i] = deck_[i];
        }
        for (std::uint32_t i = k; i-- > 0;)
            std::swap(deck_[i], deck_[swaps_[i]]);
        std::ranges::sort(drawn_);
        return {drawn_};
    }

    std::vector<std::uint32_t> deck_;   ///< 0 … d−1; each draw undoes its swaps, so that it is no state
    std::vector<std::uint32_t> swaps_;  ///< partner of each of the k swaps
    std::vector<std::uint32_t> drawn_;
    std::vector<std::uint64_t> pulls_;
    Rng rng_;
};

}  // namespace

void describe(Fields& field, RandomOptions& o) {
    field("k", o.k, {"features scanned per decision", 1, 1e9});
}

Selector make(const FullOptions&, const Surroundings& s) {
    return std::make_unique<FullSelector>(s.features);
}

Selector make(const RandomOptions& options, const Surroundings& s) {
    const auto k = static_cast<std::size_t>(options.k);
    if (k > s.features)
        throw UsageError("selector.k = " + std::to_string(k) + " exceeds the number of features, " +
                         std::to_string(s.features));
    return std::make_unique<RandomSelector>(s.features, k, s.seed);
}

Selector make_selector(const SelectorOptions& options, std::size_t features, std::size_t horizon,
                       std::uint64_t seed) {
    return std::visit([&](const auto& o) { return make(o, {features, horizon, seed}); }, options);
}

}  // namespace reboost::selectors
