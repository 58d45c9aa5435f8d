/// The authors' program does not search a tree's node whose rows are all of one class.
#include "boosting/mh/adaboost_data.hpp"

#include <numeric>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::boosting;
using namespace reboost::testing;

namespace {

/// Pulls of the only feature in one round of a tree with three leaves.
std::uint64_t pulls(bandits::Variant variant, const std::vector<float>& x, std::vector<std::int32_t> truth,
                    const selectors::RowOptions& rows = {}) {
    data::Dataset set;
    set.columns.push_back({"x", data::ColumnKind::numeric, {}, x});
    set.labels = data::Labels::from_classes(std::move(truth), reference::class_names(3));
    selectors::SelectorOptions options = bandit(bandits::PolicyOptions("ucb"));
    options.bandit()->variant = variant;
    Recipe wanted = recipe(1, learners::TreeOptions{.size = 4, .binning = {}}, options);
    std::get<AdaBoostMhOptions>(wanted.booster).rows = rows;
    const auto trained = make(wanted, reference::binned(set));
    Recording recording;
    trained->train(recording);
    Archive summary;
    trained->summarise(summary);
    return summary.get<std::uint64_t>("pulls").at(0);
}

}  // namespace

TEST_CASE("trees of the multiboost variant do not search nodes of one class") {
    using bandits::Variant;
    // The root is cut beside one of the three classes, its mixed child between the others: of the four nodes
    // below the root one is mixed. multiboost pulls every arm before the root.
    const std::vector<float> x{1, 1, 2, 2, 3, 3};
    const std::vector<std::int32_t> pure{0, 0, 1, 1, 2, 2};
    CHECK(pulls(Variant::literature, x, pure) == 1 + 4);
    CHECK(pulls(Variant::multiboost, x, pure) == 1 + 1 + 1);
    // The rows that a query names are another matter.
    CHECK(pulls(Variant::multiboost, x, pure, selectors::WeightTrimmingOptions{0.99}) == 1 + 1 + 1);
    // One row of another class at each value: every node below the root has two classes at least.
    const std::vector<float> twice{1, 1, 1, 2, 2, 2, 3, 3, 3};
    const std::vector<std::int32_t> mixed{0, 0, 1, 1, 1, 2, 2, 2, 0};
    CHECK(pulls(Variant::multiboost, twice, mixed) == pulls(Variant::literature, twice, mixed) + 1);
}
