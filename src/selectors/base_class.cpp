#include "selectors/base_class.hpp"

#include "bandits/policy.hpp"
#include "core/error.hpp"
#include "core/order.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace reboost::selectors {

void BaseClassRule::begin(std::size_t classes, std::size_t rounds, std::uint64_t seed) {
    if (static_cast<std::int64_t>(classes) < least_classes())
        throw UsageError("the base class rule needs at least " + std::to_string(least_classes()) +
                         " classes; there are " + std::to_string(classes));
    chosen_.assign(classes, 0);
    prepare(rounds, seed);
}

void BaseClassRule::report(double loss_before, std::span<const double> losses) {
    const auto best = static_cast<std::size_t>(std::ranges::min_element(losses) - losses.begin());
    base_ = candidates_[best];
    ++chosen_[base_];
    learn(loss_before, losses);
}

void BaseClassRule::state(StateIO& io) {
    io("chosen", chosen_)("base", base_);
    if (base_ >= chosen_.size()) throw DataError("checkpoint: a base class that does not exist");
}

void BaseClassRule::summarise(Archive& archive) const {
    archive.put("base_class_chosen", chosen_, "", "rounds in which each class was the base class");
}

std::span<const std::uint32_t> BaseClassRule::all() {
    return candidates_ = indices<std::uint32_t>(classes());
}

std::span<const std::uint32_t> BaseClassRule::one(std::uint32_t base) {
    candidates_.assign(1, base);
    return candidates_;
}

namespace {

/// Returns the cost of trying all K base classes, in base classes: the tree of (b, k) also serves (k, b).
double all_tried(double classes) {
    return classes / 2;
}

/// Tries every class in every round; the class of the smallest training loss becomes the base (abc2010
/// Algorithm 2).
class ExhaustiveRule final : public BaseClassRule {
    double tried(double classes) const override { return all_tried(classes); }
    std::span<const std::uint32_t> candidates(const BaseClassContext&) override { return all(); }
};

/// Tries every class in rounds m with (m−1) mod G = 0 and keeps the base class in between (abc2010 §3).
class GapRule final : public BaseClassRule {
    std::int64_t gap = 10;
    void fields(Fields& field) override {
        field("gap", gap,
              {"G: every class is tried every G rounds (the author's program: its gap is G−1)", 1, 1e9});
    }
    double tried(double classes) const override {
        return 1 + (all_tried(classes) - 1) / static_cast<double>(gap);
    }
    std::span<const std::uint32_t> candidates(const BaseClassContext& context) override {
        return (context.round - 1) % static_cast<std::size_t>(gap) == 0 ? all() : one(base_);
    }
};

/// Takes the same class in every round.
class FixedRule final : public BaseClassRule {
    std::int64_t base = 0;
    void fields(Fields& field) override { field("base", base, {"the class, from 0", 0, 1e9}); }
    std::int64_t least_classes() const override { return base + 1; }
    void prepare(std::size_t, std::uint64_t) override { base_ = static_cast<std::uint32_t>(base); }
    std::span<const std::uint32_t> candidates(const BaseClassContext&) override { return one(base_); }
};

/// Takes the class whose rows have the largest total training loss; ties go to the lowest class.
class WorstClassRule final : public BaseClassRule {
    std::span<const std::uint32_t> candidates(const BaseClassContext& context) override {
        const auto& losses = context.loss_by_class;
        return one(static_cast<std::uint32_t>(std::ranges::max_element(losses) - losses.begin()));
    }
};

/// A bandit over the K classes; the reward is the relative drop of the training loss, clamped to [0,1].
class BanditRule final : public BaseClassRule {
    bandits::PolicyOptions policy;
    std::int64_t k = 1;
    void fields(Fields& field) override {
        field("policy", policy, {"the bandit"});
        field("k", k, {"base classes tried per round, of which the best stays", 1, 1e6});
    }
    double tried(double) const override { return static_cast<double>(k); }
    std::int64_t least_classes() const override { return k; }

    void prepare(std::size_t rounds, std::uint64_t seed) override {
        policy_ = policy.make();
        policy_->reset(classes(), rounds);
        rng_ = Rng(seed, "base class");
    }
    std::span<const std::uint32_t> candidates(const BaseClassContext&) override {
        candidates_.resize(static_cast<std::size_t>(k));
        choice_.select(*policy_, candidates_, rng_);
        std::ranges::sort(candidates_);
        return candidates_;
    }
    void learn(double loss_before, std::span<const double> losses) override {
        for (std::size_t i = 0; i < losses.size(); ++i) {
            const double drop = loss_before > 0 ? (loss_before - losses[i]) / loss_before : 0.0;
            policy_->reward(candidates_[i], drop > 0 ? std::min(drop, 1.0) : 0.0);
        }
        policy_->end_decision();
    }
    void state(StateIO& io) override {
        BaseClassRule::state(io);
        io.in("policy", [&](StateIO& below) {
            policy_->state(below);
            below("rng", rng_);
        });
    }
    void summarise(Archive& archive) const override {
        BaseClassRule::summarise(archive);
        archive.put("base_class_pulls", policy_->pulls(), "", "rounds in which each class was tried");
        archive.put("base_class_mean_reward", policy_->mean_rewards(), "",
                    "mean relative drop of the training loss");
    }

    std::shared_ptr<bandits::Policy> policy_;
    bandits::CheckedChoice choice_;
    Rng rng_{0};
};

/// The s classes of the largest training loss are tried every g + 1 rounds; the first w rounds have no base
/// class (Fast ABC-Boost; Li & Zhao 2022). s = K, g = 0, w = 0 is abc-boost. The defaults are ours.
class FastRule final : public BaseClassRule {
    std::int64_t s = 2, gap = 4, warm_up = 0;
    void fields(Fields& field) override {
        field("classes", s, {"s: classes tried, those of the largest training loss", 1, 1e6});
        field("gap", gap, {"g: rounds for which the base class found is kept after its own", 0, 1e9});
        field("warm_up", warm_up, {"w: rounds at first without a base class, as mart or logitboost", 0, 1e9});
    }
    /// s base classes share the trees of their pairs, so they count as s − s(s − 1)/(2 (K − 1)) base classes.
    double tried(double all) const override {
        const auto n = static_cast<double>(s), g = static_cast<double>(gap);
        return (n - (all > 1 ? n * (n - 1) / (2 * (all - 1)) : 0) + g) / (g + 1);
    }
    std::int64_t least_classes() const override { return s; }

    std::span<const std::uint32_t> candidates(const BaseClassContext& context) override {
        const auto warm = static_cast<std::size_t>(warm_up), period = static_cast<std::size_t>(gap) + 1;
        if (context.round <= warm) return {};
        if ((context.round - 1 - warm) % period != 0) return one(base_);
        all();
        const auto losses = context.loss_by_class;
        std::ranges::stable_sort(candidates_, [&](auto a, auto b) { return losses[a] > losses[b]; });
        candidates_.resize(static_cast<std::size_t>(s));
        std::ranges::sort(candidates_);
        return candidates_;
    }
};

}  // namespace

std::span<const Entry<BaseClassRule>> BaseClassRule::entries() {
    static const std::array all{entry_of<ExhaustiveRule, BaseClassRule>("exhaustive"),
                                entry_of<GapRule, BaseClassRule>("gap", {{"gap"}}),
                                entry_of<FixedRule, BaseClassRule>("fixed", {{"base"}}),
                                entry_of<WorstClassRule, BaseClassRule>("worst_class"),
                                entry_of<BanditRule, BaseClassRule>("bandit", {{"policy", "k"}}),
                                entry_of<FastRule, BaseClassRule>("fast", {{"classes", "gap"}})};
    return all;
}

std::unique_ptr<BaseClassRule> make_base_class_rule(const BaseClassOptions& options, std::size_t classes,
                                                    std::size_t rounds, std::uint64_t seed) {
    std::unique_ptr<BaseClassRule> rule = options.make();
    rule->begin(classes, rounds, seed);
    return rule;
}

}  // namespace reboost::selectors

template class reboost::ChoiceOf<reboost::selectors::BaseClassRule>;
