#include "learners/regression/kernels/quantiser.hpp"

#include "learners/mh/tree_problem.hpp"
#include "learners/regression/kernels/histogram.hpp"
#include "support/stored_target.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::learners;
using testing::random_problem;
using Problem = testing::TreeProblem;

namespace {

/// The quantiser of one tree's target; `weight` empty: each row weighs 1.
Quantiser quantised(const std::vector<std::uint32_t>& rows, std::span<const double> gradient,
                    std::span<const double> weight, bool counts, std::vector<GradientHessian>& gradients,
                    RowForm form = RowForm::two_words) {
    std::vector<double> g(gradient.begin(), gradient.end()), w(weight.begin(), weight.end());
    g.resize(gradients.size());
    w.resize(gradients.size(), 1.0);
    TargetTile tile;
    GradientStore store;
    GradientStore* const kept = &store;
    const testing::StoredTarget target(g, w);
    const auto weights = weight.empty() ? SplitCriterion::mart : SplitCriterion::logit;
    const auto extents = measure_targets(target, rows, gradients.size(), weights, tile);
    const Quantiser quantiser =
        quantise(target, extents, rows, gradients.size(), {weights, counts, form}, {&kept, 1}, tile)[0];
    for (const std::uint32_t row : rows)
        gradients[row] = RowGradients(store)[row];
    return quantiser;
}

}  // namespace

TEST_CASE(
    "a child's histogram is exactly its parent's minus its sibling's, and empty bins are exactly zero") {
    const Problem problem = random_problem(500, 15, 6);
    const HistogramLayout layout(problem.matrix);
    std::vector<GradientHessian> gradients(500);
    quantised(problem.rows, problem.gradient, problem.hessian, true, gradients);
    std::vector<std::uint32_t> left(problem.rows.begin(), problem.rows.begin() + 123),
        right(problem.rows.begin() + 123, problem.rows.end());
    AlignedVector<std::uint64_t> whole(2 * layout.slots()), part(2 * layout.slots()),
        other(2 * layout.slots());
    add_rows(layout, problem.rows, gradients, std::span(whole));
    add_rows(layout, left, gradients, std::span(part));
    add_rows(layout, right, gradients, std::span(other));
    for (std::size_t s = 0; s < whole.size(); ++s)
        REQUIRE(whole[s] - part[s] == other[s]);
    subtract_rows(layout, problem.rows, gradients, std::span(whole));
    CHECK(std::all_of(whole.begin(), whole.end(), [](std::uint64_t v) { return v == 0; }));
}

TEST_CASE("the quantiser keeps values to 2^-30 of the largest and no weight falls to zero") {
    const Problem problem = random_problem(1000, 2, 7);
    std::vector<GradientHessian> gradients(1000);
    std::vector<double> weight = problem.hessian;
    weight[3] = 1e-300;
    for (const bool counts : {false, true}) {
        const Quantiser quantiser = quantised(problem.rows, problem.gradient, weight, counts, gradients);
        GradientHessian sum;
        for (std::size_t i = 0; i < 1000; ++i) {
            CHECK(quantiser.gradient(gradients[i]) * quantiser.gradient_unit ==
                  Approx(problem.gradient[i]).margin(0x1p-30));
            CHECK(quantiser.weight(gradients[i]) * quantiser.weight_unit ==
                  Approx(weight[i]).margin(0x1p-30));
            CHECK(quantiser.weight(gradients[i]) >= 1);
            sum += gradients[i];
        }
        CHECK(sum == quantiser.total);
        if (counts) CHECK(sum.weight >> quantiser.count_shift == 1000);
    }
}

TEST_CASE("rows of a longer matrix land on the quantiser as all rows of a shorter one do") {
    for (const std::size_t count : {1, 8, 1003}) {
        Problem problem = random_problem(count, 2, 8);
        for (const bool counts : {false, true})
            for (const bool weighted : {true, false}) {
                const std::span<const double> weight =
                    weighted ? std::span<const double>(problem.hessian) : std::span<const double>{};
                std::vector<GradientHessian> all(count), some(count + 1);
                const Quantiser one = quantised(problem.rows, problem.gradient, weight, counts, all);
                const Quantiser other = quantised(problem.rows, problem.gradient, weight, counts, some);
                CHECK(one.total == other.total);
                CHECK(one.gradient_unit == other.gradient_unit);
                CHECK(one.weight_unit == other.weight_unit);
                CHECK(some.back() == GradientHessian{});
                some.pop_back();
                CHECK(some == all);
            }
    }
}

TEST_CASE("gradients in one word are those in two") {
    // Where they fit and where they do not; some of the rows; weights over thirty powers of two.
    for (const std::size_t count : {1000, 140000, 200000, 600000}) {
        Rng rng(9);
        std::vector<double> gradient(count), hessian(count);
        std::vector<std::uint32_t> most;
        for (std::size_t i = 0; i < count; ++i) {
            hessian[i] = std::ldexp(rng.uniform(), -static_cast<int>(rng.below(30)));
            gradient[i] = rng.normal() * hessian[i];
            if (rng.below(50) > 0) most.push_back(static_cast<std::uint32_t>(i));
        }
        gradient[17] = -6;  // the largest, below 0
        for (const bool weighted : {true, false})
            for (const bool counts : {false, true}) {
                const std::span<const double> weight =
                    weighted ? std::span<const double>(hessian) : std::span<const double>{};
                std::vector<GradientHessian> two(count), one(count);
                const Quantiser quantiser = quantised(most, gradient, weight, counts, two);
                const Quantiser other =
                    quantised(most, gradient, weight, counts, one, RowForm::one_word_if_it_fits);
                CHECK(quantiser.total == other.total);
                CHECK(one == two);
            }
    }
}

TEST_CASE("one word is taken for gradients of many rows, and for weighted ones of very many") {
    const auto weight_bits = [](std::size_t rows, SplitCriterion criterion, bool counts) {
        std::vector<std::uint32_t> all(rows);
        std::iota(all.begin(), all.end(), 0U);
        const std::vector<double> halves(rows, 0.5);
        const testing::StoredTarget target(halves, halves);
        TargetTile tile;
        GradientStore store;
        GradientStore* const kept = &store;
        quantise(target, measure_targets(target, all, rows, criterion, tile), all, rows,
                 {criterion, counts, RowForm::one_word_if_it_fits}, {&kept, 1}, tile);
        return store.format.weight_bits;
    };
    CHECK(weight_bits(100000, SplitCriterion::mart, false) == 0);
    CHECK(weight_bits(140000, SplitCriterion::mart, false) == 1);
    CHECK(weight_bits(140000, SplitCriterion::logit, false) == 0);
    CHECK(weight_bits(600000, SplitCriterion::logit, false) == 31);
    CHECK(weight_bits(600000, SplitCriterion::logit, true) == 25);
}

TEST_CASE("gradients are joined where no sum of gradients of rows that weigh one can leave its bits") {
    const auto joined = [](std::size_t rows, double share, SplitCriterion criterion) {
        // Three rows of each four have the largest gradient times `share`.
        std::vector<std::uint32_t> all(rows);
        std::iota(all.begin(), all.end(), 0U);
        std::vector<double> gradient(rows, -0.9 * share);
        for (std::size_t i = 0; i < rows; i += 4)
            gradient[i] = 0.9;
        const testing::StoredTarget target(gradient, gradient);
        TargetTile tile;
        GradientStore store;
        GradientStore* const kept = &store;
        const Quantiser quantiser =
            quantise(target, measure_targets(target, all, rows, criterion, tile), all, rows,
                     {criterion, true, RowForm::joined_if_sums_fit}, {&kept, 1}, tile)[0];
        if (!store.format.joined) return false;
        // Either sign's rows alone, in one word, are what they are in two.
        for (const bool positive : {false, true}) {
            GradientHessian expected;
            std::uint64_t word = 0;
            for (std::size_t i = 0; i < rows; ++i)
                if ((gradient[i] > 0) == positive) {
                    expected += RowGradients(store)[i];
                    word += store.words[i];
                }
            CHECK(store.format.parts(word) == expected);
        }
        CHECK(quantiser.total.weight == rows);
        return true;
    };
    for (const double share : {1.0, 0.3, 0.01})
        CHECK(joined(8191, share, SplitCriterion::mart));  // share 1: sums reach three quarters of their bits
    CHECK_FALSE(joined(0, 1, SplitCriterion::mart));
    CHECK_FALSE(joined(16000, 1, SplitCriterion::mart));
    CHECK(joined(16000, 0.1, SplitCriterion::mart));
    CHECK_FALSE(joined(100000, 0.1, SplitCriterion::mart));
    CHECK_FALSE(joined(8000, 0.1, SplitCriterion::logit));
}

TEST_CASE("sums of equal weights at the edge of the quantiser do not run into the counts") {
    for (const std::size_t rows : {3UL, 16383UL, 16384UL, 100000UL, 1048576UL}) {
        std::vector<std::uint32_t> all(rows);
        std::iota(all.begin(), all.end(), 0U);
        const std::vector<double> ones(rows, 1.0);
        std::vector<GradientHessian> gradients(rows);
        const Quantiser quantiser = quantised(all, ones, ones, true, gradients);
        GradientHessian sum;
        for (const GradientHessian& pair : gradients)
            sum += pair;
        CHECK(sum.weight >> quantiser.count_shift == rows);
        CHECK(quantiser.weight(sum) * quantiser.weight_unit == static_cast<double>(rows));
        CHECK(quantiser.gradient(sum) * quantiser.gradient_unit == static_cast<double>(rows));
    }
}
