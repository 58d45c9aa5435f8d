#include "bench/recipes.hpp"
#include "bench/results.hpp"
#include "bench/running_booster.hpp"
#include "core/rng.hpp"
#include "learners/mh/kernels/kernel_table.hpp"
#include "support/bin_split.hpp"

#include <utility>

namespace reboost::bench {
namespace {

struct Size {
    std::size_t rows = 8000, features = 64, classes = 16;
};

/// Bytes drawn uniformly and classes at random: every column takes the dense form, every edge is small and
/// positive.
std::shared_ptr<const data::BinnedSplit> draw_noise(const Size& size) {
    Rng rng(1, "linearity");
    data::Split split;
    for (std::size_t j = 0; j < size.features; ++j) {
        std::vector<std::uint8_t> values(size.rows);
        for (std::uint8_t& value : values)
            value = static_cast<std::uint8_t>(rng.below(256));
        data::Column column;
        column.name = "x" + std::to_string(j + 1);
        column.values = std::move(values);
        split.train.columns.push_back(std::move(column));
    }
    split.test.columns = split.train.subset({}).columns;
    std::vector<std::int32_t> classes(size.rows);
    for (std::int32_t& label : classes)
        label = static_cast<std::int32_t>(rng.below(size.classes));
    std::vector<std::string> names;
    for (std::size_t l = 0; l < size.classes; ++l)
        names.push_back(std::to_string(l));
    split.train.labels = data::Labels::from_classes(std::move(classes), names);
    split.test.labels = data::Labels::from_classes({}, names);
    split.train.name = split.test.name = "noise";
    return std::make_shared<data::BinnedSplit>(testing::bin(std::move(split)));
}

void add_point(Ladder& ladder, std::size_t x, const Size& size, double work_factor) {
    const RoundCost cost = measure_rounds(make_recipe(LearnerKind::stump, SelectorKind::full, size.features),
                                          draw_noise(size), 5, 0.15);
    ladder.x.push_back(static_cast<double>(x));
    ladder.ms.push_back(cost.least_ms);
    ladder.work.push_back(cost.work_per_round * work_factor);
}

void fit(Ladder& ladder) {
    ladder.time_fit = fit_line(ladder.x, ladder.ms);
    ladder.work_fit = fit_line(ladder.x, ladder.work);
    ladder.time_power = growth_power(ladder.x, ladder.ms);
    ladder.work_power = growth_power(ladder.x, ladder.work);
}

Ladder climb(const std::string& variable) {
    Ladder ladder;
    ladder.variable = variable;
    if (variable == "n") {
        ladder.fixed = "d=64, K=16";
        for (const std::size_t n : {4000, 8000, 16000, 32000, 64000})
            add_point(ladder, n, {.rows = n}, 1);
    } else if (variable == "d") {
        ladder.fixed = "n=8000, K=16";
        for (const std::size_t d : {32, 64, 128, 256, 512})
            add_point(ladder, d, {.features = d}, 1);
    } else if (variable == "K") {
        ladder.fixed = "n=8000, d=64, one kernel's width";
        for (const std::size_t k : {4, 8, 16, 32, 48, 64})
            add_point(ladder, k, {.classes = k}, static_cast<double>(learners::padded_classes(k)));
    } else {
        ladder.fixed = "n=8000, d=64, K in pieces of 64";
        for (const std::size_t k : {128, 192, 256, 384, 512})
            add_point(ladder, k, {.classes = k}, static_cast<double>(learners::padded_classes(k)));
    }
    fit(ladder);
    return ladder;
}

}  // namespace

std::vector<Ladder> measure_linearity(const BenchOptions& options) {
    std::vector<Ladder> ladders;
    for (const std::string variable : {"n", "d", "K", "K>64"})
        if (options.wants("linearity/" + variable)) ladders.push_back(climb(variable));
    return ladders;
}

}  // namespace reboost::bench
