#include "selectors/base_class.hpp"

#include "bandits/checked_choice.hpp"
#include "bandits/options.hpp"
#include "core/error.hpp"
#include "core/rng.hpp"
#include "selectors/bases.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

namespace reboost::selectors {

void describe(Fields&, ExhaustiveBaseOptions&) {}

void describe(Fields& field, GapBaseOptions& o) {
    field("gap", o.gap,
          {"G: every class is tried every G rounds (the author's program: its gap is G−1)", 1, 1e9});
}

void describe(Fields& field, FixedBaseOptions& o) {
    field("base", o.base, {"the class, from 0", 0, 1e9});
}

void describe(Fields&, WorstClassBaseOptions&) {}

void describe(Fields& field, FastBaseOptions& o) {
    field("classes", o.classes, {"s: classes tried, those of the largest training loss", 1, 1e6});
    field("gap", o.gap, {"g: rounds for which the base class found is kept after its own", 0, 1e9});
    field("warm_up", o.warm_up, {"w: rounds at first without a base class, as mart or logitboost", 0, 1e9});
}

void describe(Fields& field, BanditBaseOptions& o) {
    field("policy", o.policy, {"the bandit"});
    field("k", o.k, {"base classes tried per round, of which the best stays", 1, 1e6});
}

namespace {

/// What all share: the candidates of the running round, the base chosen last and how often each was.
class CountingSelector : public BaseClassSelector {
  public:
    explicit CountingSelector(std::size_t classes) : chosen_(classes, 0) {}

    void report(double loss_before, std::span<const double> losses) override {
        const auto best = static_cast<std::size_t>(std::ranges::min_element(losses) - losses.begin());
        base_ = candidates_[best];
        ++chosen_[base_];
        learn(loss_before, losses);
    }
    void state(StateIO& io) override {
        io("chosen", chosen_);
        io("base", base_);
        if (base_ >= chosen_.size()) throw DataError("checkpoint: a base class that does not exist");
    }
    void summarise(Archive& archive) const override {
        archive.put("base_class_chosen", chosen_, "", "rounds in which each class was the base class");
    }

  protected:
    virtual void learn(double /*loss_before*/, std::span<const double> /*losses*/) {}
    std::size_t classes() const { return chosen_.size(); }
    std::span<const std::uint32_t> all() {
        candidates_.resize(classes());
        std::iota(candidates_.begin(), candidates_.end(), 0U);
        return candidates_;
    }
    std::span<const std::uint32_t> one(std::uint32_t base) {
        candidates_.assign(1, base);
        return candidates_;
    }

    std::vector<std::uint32_t> candidates_;
    std::uint32_t base_ = 0;

  private:
    std::vector<std::uint64_t> chosen_;
};

class GapSelector final : public CountingSelector {
  public:
    GapSelector(std::size_t classes, std::int64_t gap)
        : CountingSelector(classes), gap_(static_cast<std::size_t>(std::max<std::int64_t>(gap, 1))) {}
    std::span<const std::uint32_t> candidates(const BaseClassContext& context) override {
        return (context.round - 1) % gap_ == 0 ? all() : one(base_);
    }

  private:
    std::size_t gap_;
};

class FixedSelector final : public CountingSelector {
  public:
    FixedSelector(std::size_t classes, std::int64_t base) : CountingSelector(classes) {
        if (base < 0 || static_cast<std::size_t>(base) >= classes)
            throw UsageError("base class " + std::to_string(base) + " does not exist: the data has " +
                             std::to_string(classes) + " classes, counted from 0");
        base_ = static_cast<std::uint32_t>(base);
    }
    std::span<const std::uint32_t> candidates(const BaseClassContext&) override { return one(base_); }
};

class WorstClassSelector final : public CountingSelector {
  public:
    using CountingSelector::CountingSelector;
    std::span<const std::uint32_t> candidates(const BaseClassContext& context) override {
        const auto& losses = context.loss_by_class;
        return one(static_cast<std::uint32_t>(std::ranges::max_element(losses) - losses.begin()));
    }
};

class FastSelector final : public CountingSelector {
  public:
    FastSelector(const FastBaseOptions& options, std::size_t classes)
        : CountingSelector(classes),
          tried_(static_cast<std::size_t>(options.classes)),
          period_(static_cast<std::size_t>(options.gap) + 1),
          warm_up_(static_cast<std::size_t>(options.warm_up)) {
        if (tried_ > classes)
            throw UsageError("the fast search tries " + std::to_string(tried_) +
                             " base classes, but there are " + std::to_string(classes) + " classes");
    }
    std::span<const std::uint32_t> candidates(const BaseClassContext& context) override {
        if (context.round <= warm_up_) return {};
        if ((context.round - 1 - warm_up_) % period_ != 0) return one(base_);
        all();
        const auto losses = context.loss_by_class;
        std::ranges::stable_sort(candidates_, [&](auto a, auto b) { return losses[a] > losses[b]; });
        candidates_.resize(tried_);
        std::ranges::sort(candidates_);
        return candidates_;
    }

  private:
    std::size_t tried_, period_, warm_up_;
};

class BanditSelector final : public CountingSelector {
  public:
    BanditSelector(const BanditBaseOptions& options, std::size_t classes, std::size_t rounds,
                   std::uint64_t seed)
        : CountingSelector(classes),
          policy_(options.policy.make()),
          rng_(seed, "base class"),
          count_(static_cast<std::size_t>(options.k)) {
        if (count_ < 1 || count_ > classes)
            throw UsageError("the base class bandit tries " + std::to_string(count_) +
                             " classes per round, but there are " + std::to_string(classes));
        policy_->reset(classes, rounds);
    }
    std::span<const std::uint32_t> candidates(const BaseClassContext&) override {
        candidates_.resize(count_);
        choice_.select(*policy_, candidates_, rng_);
        std::ranges::sort(candidates_);
        return candidates_;
    }
    void state(StateIO& io) override {
        CountingSelector::state(io);
        io.in("policy", [&](StateIO& below) {
            policy_->state(below);
            below("rng", rng_);
        });
    }
    void summarise(Archive& archive) const override {
        CountingSelector::summarise(archive);
        const auto pulls = policy_->pulls();
        const auto means = policy_->mean_rewards();
        archive.put("base_class_pulls", std::vector<std::uint64_t>(pulls.begin(), pulls.end()), "",
                    "rounds in which each class was tried");
        archive.put("base_class_mean_reward", std::vector<double>(means.begin(), means.end()), "",
                    "mean relative drop of the training loss");
    }

  private:
    void learn(double loss_before, std::span<const double> losses) override {
        for (std::size_t i = 0; i < losses.size(); ++i) {
            const double drop = loss_before > 0 ? (loss_before - losses[i]) / loss_before : 0.0;
            policy_->reward(candidates_[i], drop > 0 ? std::min(drop, 1.0) : 0.0);
        }
        policy_->end_decision();
    }

    std::unique_ptr<bandits::Policy> policy_;
    bandits::CheckedChoice choice_;
    Rng rng_;
    std::size_t count_;
};

using Selector = std::unique_ptr<BaseClassSelector>;

struct Surroundings {
    std::size_t classes;
    std::size_t rounds;
    std::uint64_t seed;
};

Selector make(const ExhaustiveBaseOptions&, const Surroundings& s) {
    return std::make_unique<GapSelector>(s.classes, 1);
}

Selector make(const GapBaseOptions& options, const Surroundings& s) {
    return std::make_unique<GapSelector>(s.classes, options.gap);
}

Selector make(const FixedBaseOptions& options, const Surroundings& s) {
    return std::make_unique<FixedSelector>(s.classes, options.base);
}

Selector make(const WorstClassBaseOptions&, const Surroundings& s) {
    return std::make_unique<WorstClassSelector>(s.classes);
}

Selector make(const BanditBaseOptions& options, const Surroundings& s) {
    return std::make_unique<BanditSelector>(options, s.classes, s.rounds, s.seed);
}

Selector make(const FastBaseOptions& options, const Surroundings& s) {
    return std::make_unique<FastSelector>(options, s.classes);
}

}  // namespace

Selector make_base_class_selector(const BaseClassOptions& options, std::size_t classes, std::size_t rounds,
                                  std::uint64_t seed) {
    return std::visit([&](const auto& o) { return make(o, {classes, rounds, seed}); }, options);
}

}  // namespace reboost::selectors
