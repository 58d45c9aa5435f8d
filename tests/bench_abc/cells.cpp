#include "bench_abc/gradient_bench.hpp"
#include "core/error.hpp"
#include "core/names.hpp"
#include "data/load/load.hpp"
#include "support/bin_split.hpp"
#include "support/load_split.hpp"

#include <algorithm>

namespace reboost::bench_abc {
namespace {

constexpr std::size_t kCovertypeRows = 290506;
const std::array<std::string, 4> kBoosters{"mart", "logitboost", "abc_mart", "abc_logitboost"};

/// The rows of `part`, again and again.
data::Dataset repeated(const data::Dataset& part, std::size_t rows) {
    std::vector<std::uint32_t> chosen(rows);
    for (std::size_t i = 0; i < rows; ++i)
        chosen[i] = static_cast<std::uint32_t>(i % part.rows());
    return part.subset(chosen);
}

}  // namespace

const std::array<DataCase, 3>& data_cases() {
    static const std::array<DataCase, 3> cases{
        {{"mnist10k", {0.57, 0.67, 1.06, 1.27, 6.7}, 0.29, 0.91, {0.10, 0.10, 0.17, 0.17, 0.65}},
         {"poker525k", {0.98, 1.14, 1.99, 2.06, kUnknown}, 0.24, 0.38, {0.22, 0.22, 0.36, 0.36, 1.1}},
         {"covertype", {0.32, 0.36, 0.53, 0.58, kUnknown}, 0.16, 0.30, {0.12, 0.12, 0.2, 0.2, 0.5}}}};
    return cases;
}

std::shared_ptr<const data::BinnedSplit> load_case(std::string_view name, const data::DataRoot& root) {
    data::DatasetSpec spec;
    spec.name = name;
    spec.stand_in = data::StandIn::if_missing;
    data::Split split = data::load_split(spec, root);
    if (name == "covertype") split.train = repeated(split.train, kCovertypeRows);
    split.test = {};
    const data::BinningOptions binning{name == "covertype" ? 255 : 0, data::BinRule::quantile};
    return std::make_shared<const data::BinnedSplit>(testing::bin(std::move(split), binning));
}

boosting::Recipe recipe_of(std::string_view booster, std::int64_t gap, std::int64_t rounds) {
    boosting::GradientOptions common;
    common.rounds = rounds;
    const boosting::AbcOptions abc{
        common, selectors::BaseClassOptions("gap", {{"gap", std::max<std::int64_t>(gap, 1)}})};
    boosting::Recipe recipe;
    learners::RegressionTreeOptions tree;
    tree.min_leaf_rows = 10;
    recipe.learner = tree;
    if (booster == "mart")
        recipe.booster = boosting::MartOptions{common};
    else if (booster == "logitboost")
        recipe.booster = boosting::LogitboostOptions{common};
    else if (booster == "abc_mart")
        recipe.booster = boosting::AbcMartOptions{abc};
    else if (booster == "abc_logitboost")
        recipe.booster = boosting::AbcLogitboostOptions{abc};
    else
        throw UsageError(unknown_name_message("booster", std::string(booster), kBoosters));
    return recipe;
}

}  // namespace reboost::bench_abc
