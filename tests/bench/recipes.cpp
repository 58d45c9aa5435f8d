#include "bench/recipes.hpp"

#include "core/error.hpp"

namespace reboost::bench {
namespace {

constexpr std::int64_t kTerms = 3, kLeaves = 17;
constexpr std::int64_t kEndless = 1'000'000;

std::int64_t drawn(SelectorKind selector, std::size_t features) {
    if (selector == SelectorKind::ucb1) return 1;
    return features <= 16 ? 10 : 20;
}

}  // namespace

const std::vector<TableRow>& table_rows() {
    using L = LearnerKind;
    using S = SelectorKind;
    static const std::vector<TableRow> rows = {
        {"stump full", L::stump, S::full, {0.25, 1.5, 3, 14, 17}, {6.6, 38, 51, kNone, 1420}},
        {"stump ucb(1)", L::stump, S::ucb1, {0.06, 0.25, 0.08, 0.1, 0.5}, {1.8, 10.2, 2.2, kNone, 48}},
        {"stump ucb(20)", L::stump, S::ucb20, {0.2, 1.2, 0.35, 0.6, 1.2}, {5.3, 31, 11.6, kNone, 324}},
        {"product(3) full", L::product, S::full, {1.6, 9, 15, kNone, 130}, {37, 182, 250, kNone, 10177}},
        {"product(3) ucb(1)", L::product, S::ucb1, {0.25, 1.2, 0.3, kNone, 2}, {7.6, 33, 7.0, kNone, kNone}},
        {"tree(17) full", L::tree, S::full, {1.6, 9, 15, kNone, 150}, {48, 291, 428, kNone, 20931}},
        {"tree(17) ucb(1)", L::tree, S::ucb1, {0.5, 3, 0.5, kNone, 5}, {19, 88, 19.5, kNone, kNone}},
    };
    return rows;
}

boosting::Recipe make_recipe(LearnerKind learner, SelectorKind selector, std::size_t features) {
    boosting::Recipe recipe;
    boosting::AdaBoostMhOptions booster;
    booster.rounds = kEndless;
    recipe.booster = booster;
    learners::ProductOptions product;
    product.terms = kTerms;
    learners::TreeOptions tree;
    tree.size = kLeaves;
    switch (learner) {
        case LearnerKind::stump:
            recipe.learner = learners::StumpOptions{};
            break;
        case LearnerKind::product:
            recipe.learner = product;
            break;
        case LearnerKind::tree:
            recipe.learner = tree;
            break;
    }
    if (selector != SelectorKind::full)
        recipe.selector = selectors::SelectorOptions("bandit", {{"k", drawn(selector, features)}});
    recipe.evaluation.test_every = kEndless;
    recipe.evaluation.train_points_per_decade = 0;
    return recipe;
}

std::size_t warm_rounds(SelectorKind selector, std::size_t features) {
    if (selector == SelectorKind::full) return 5;
    const auto k = static_cast<std::size_t>(drawn(selector, features));
    return (features + k - 1) / k;
}

LearnerKind learner_kind(std::string_view name) {
    if (name == "stump") return LearnerKind::stump;
    if (name == "product") return LearnerKind::product;
    if (name == "tree") return LearnerKind::tree;
    throw UsageError("no learner '" + std::string(name) + "': stump, product, tree");
}

}  // namespace reboost::bench
