/// What each candidate for the base class would leave, against a plain computation (abc2010 Algorithm 2,
/// lines 8 to 13).
#include "boosting/gradient/abc_step.hpp"

#include "boosting/gradient/gradient_data.hpp"
#include "support/team.hpp"

#include <numeric>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::testing;
using boosting::GradientForest;
using boosting::GradientScores;

namespace {

double value_of(const learners::RegressionTree& tree, const data::BinnedMatrix& matrix, std::size_t row) {
    std::size_t at = 0;
    while (!tree.nodes[at].is_leaf()) {
        const learners::RegressionNode& node = tree.nodes[at];
        const bool above = matrix.columns[static_cast<std::size_t>(node.feature)].at(row) >= node.threshold;
        at = static_cast<std::size_t>(above ? node.right : node.left);
    }
    return tree.nodes[at].value;
}

/// Σ −ln p after the step with base class `base`, from the trees alone.
double plain_loss(const GradientScores& scores, const boosting::AbcStep& step, const data::BinnedSplit& data,
                  std::size_t base) {
    const std::size_t classes = scores.classes();
    double loss = 0;
    for (std::size_t i = 0; i < scores.rows(); ++i) {
        std::vector<double> f(classes, 0.0);
        for (std::size_t k = 0; k < classes; ++k) {
            if (k == base) continue;
            f[k] = scores.scores().of_class(k)[i];
            for (const boosting::TreeJob& job : step.jobs()) {
                const auto lower = static_cast<std::size_t>(job.base);
                if (lower == base && job.k == k) f[k] += value_of(job.tree, data.train, i);
                if (lower == k && job.k == base) f[k] -= value_of(job.tree, data.train, i);  // the mirror
            }
            f[base] -= f[k];
        }
        const double most = *std::ranges::max_element(f);
        double sum = 0;
        for (const double value : f)
            sum += std::exp(value - most);
        loss += std::log(sum) + most - f[static_cast<std::size_t>(data.train_labels.class_of_row[i])];
    }
    return loss;
}

/// Scores of sum 0 that a few rounds could have left.
GradientScores some_scores(const data::BinnedSplit& data, std::size_t classes) {
    GradientScores scores(data.train_labels.class_of_row, classes);
    Rng rng(11);
    for (std::size_t k = 0; k + 1 < classes; ++k)
        for (double& f : scores.scores().of_class(k))
            f = 0.5 * rng.normal();
    boosting::close_sum_to_zero(scores.scores(), classes - 1, 0, scores.rows());
    scores.refresh(testing::alone());
    return scores;
}

std::vector<std::uint32_t> every(std::size_t step, std::size_t rows) {
    std::vector<std::uint32_t> chosen;
    for (std::size_t i = 0; i < rows; i += step)
        chosen.push_back(static_cast<std::uint32_t>(i));
    return chosen;
}

}  // namespace

TEST_CASE("the loss of each base class is that of the step it would take") {
    const std::size_t classes = 4;
    const auto data = binned(bands(5000, 5, classes, 31));  // more rows than one chunk of losses
    const GradientScores scores = some_scores(*data, classes);
    // Large steps leave the range in which factors take the place of exponentials.
    const double shrinkage = GENERATE(0.1, 1.0, 40.0);
    const std::size_t sampled = GENERATE(1, 3);
    const int threads = GENERATE(1, 3);
    CAPTURE(shrinkage, sampled, threads);
    const auto team = testing::team_of(threads);
    GradientForest forest(data->train, data->cuts, {}, {learners::SplitCriterion::logit, {1, shrinkage, 50}},
                          *team);
    const std::vector<std::uint32_t> rows = every(sampled, data->train.rows);
    boosting::AbcStep step(classes);
    const std::vector<std::uint32_t> candidates{0, 1, 3};
    step.try_candidates(scores, forest, candidates, {rows, {}}, nullptr, *team);
    REQUIRE(step.jobs().size() == 6);
    REQUIRE(step.losses().size() == candidates.size());
    for (std::size_t c = 0; c < candidates.size(); ++c)
        CHECK(step.losses()[c] == Approx(plain_loss(scores, step, *data, candidates[c])).epsilon(1e-11));
}

TEST_CASE("the step that is taken leaves the loss that was predicted") {
    const std::size_t classes = 3;
    const auto data = binned(bands(300, 4, classes, 32));
    GradientScores scores = some_scores(*data, classes);
    GradientForest forest(data->train, data->cuts, {}, {learners::SplitCriterion::mart, {}},
                          testing::alone());
    boosting::AbcStep abc(classes);
    abc.try_candidates(scores, forest, std::vector<std::uint32_t>{0, 1, 2}, {every(1, 300), {}}, nullptr,
                       testing::alone());
    const std::vector<double> predicted(abc.losses().begin(), abc.losses().end());
    for (std::size_t base = 0; base < classes; ++base) {
        GradientScores after = scores;
        boosting::Step step{base, std::vector<boosting::ClassStep>(classes)};
        std::vector<std::vector<double>> values(classes);
        for (std::size_t k = 0; k < classes; ++k) {
            if (k == base) continue;
            const boosting::TreeJob& job = abc.job(k, base);
            for (const learners::RegressionNode& node : job.tree.nodes)
                values[k].push_back((job.k == k ? 1 : -1) * node.value);
            step.of_class[k] = {job.node_of_row.data(), values[k].data()};
        }
        after.take(step, testing::alone());
        CHECK(after.loss() == Approx(predicted[base]).epsilon(1e-11));
    }
}

TEST_CASE("a single candidate is not compared") {
    const auto data = binned(bands(200, 4, 3, 33));
    const GradientScores scores = some_scores(*data, 3);
    GradientForest forest(data->train, data->cuts, {}, {learners::SplitCriterion::logit, {}},
                          testing::alone());
    boosting::AbcStep step(3);
    step.try_candidates(scores, forest, std::vector<std::uint32_t>{1}, {every(1, 200), {}}, nullptr,
                        testing::alone());
    CHECK(step.jobs().size() == 2);
    CHECK(step.losses().empty());
}

TEST_CASE("near-limit steps of many classes leave the loss that logarithms give") {
    // Each tree's values are below the limit for factors, but not their sum over the classes: p of the base
    // class would be divided by e^-1500. Rows of other classes lie among those of class 0, and pay for all
    // trees.
    const std::size_t classes = 12;
    std::vector<float> x(60, 0.0F);
    std::vector<std::int32_t> truth(60, 0);
    for (std::int32_t k = 1; k < static_cast<std::int32_t>(classes); ++k)
        for (int i = 0; i < 6; ++i) {
            x.push_back(i == 0 ? 0.0F : 1.0F);
            truth.push_back(k);
        }
    const auto data = binned(dataset({x}, truth, classes));
    GradientScores scores(data->train_labels.class_of_row, classes);
    scores.refresh(testing::alone());
    std::vector<std::uint32_t> candidates(classes);
    std::iota(candidates.begin(), candidates.end(), 0U);
    const auto tried = [&](double shrinkage) {
        learners::RegressionTreeOptions options;
        options.min_split_rows = 2;
        GradientForest forest(data->train, data->cuts, options,
                              {learners::SplitCriterion::logit, {1, shrinkage, 50}}, testing::alone());
        boosting::AbcStep step(classes);
        step.try_candidates(scores, forest, candidates, {every(1, data->train.rows), {}}, nullptr,
                            testing::alone());
        return step;
    };
    const auto largest = [](const boosting::TreeJob& job) {
        double most = 0;
        for (const learners::RegressionNode& node : job.tree.nodes)
            most = std::max(most, std::abs(node.value));
        return most;
    };
    double most = 0, sum = 0;
    const boosting::AbcStep whole = tried(1);
    for (const boosting::TreeJob& job : whole.jobs())
        most = std::max(most, largest(job));
    const boosting::AbcStep step = tried(0.95 * boosting::kMostStep / most);
    for (const boosting::TreeJob& job : step.jobs()) {
        REQUIRE(largest(job) < boosting::kMostStep);
        if (job.base == 0) sum += largest(job);
    }
    REQUIRE(sum > 1000);
    for (std::size_t c = 0; c < candidates.size(); ++c)
        CHECK(step.losses()[c] == Approx(plain_loss(scores, step, *data, candidates[c])).epsilon(1e-11));
}
