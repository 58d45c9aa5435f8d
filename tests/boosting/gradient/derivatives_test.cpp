#include "boosting/gradient/scores.hpp"
#include "core/rng.hpp"
#include "support/team.hpp"

#include <cmath>
#include <numeric>

#include <catch2/catch.hpp>

using namespace reboost;
using boosting::GradientScores;

namespace {

/// −ln p of the true class, plainly (abc2010 eq. 1 and 3).
double loss_by_definition(const std::vector<double>& f, std::size_t truth) {
    long double sum = 0;
    for (const double value : f)
        sum += std::exp(static_cast<long double>(value));
    return static_cast<double>(std::log(sum) - static_cast<long double>(f[truth]));
}

struct Example {
    std::vector<double> f;
    std::size_t truth;
};

Example example(Rng& rng, std::size_t classes, double spread) {
    Example e{std::vector<double>(classes), rng.below(classes)};
    for (double& value : e.f)
        value = spread * rng.normal();
    return e;
}

GradientScores scores_of(const std::vector<Example>& examples) {
    std::vector<std::int32_t> truth;
    for (const Example& e : examples)
        truth.push_back(static_cast<std::int32_t>(e.truth));
    GradientScores scores(truth, examples[0].f.size());
    for (std::size_t i = 0; i < examples.size(); ++i)
        for (std::size_t k = 0; k < examples[i].f.size(); ++k)
            scores.scores().of_class(k)[i] = examples[i].f[k];
    scores.refresh(testing::alone());
    return scores;
}

struct Derivatives {
    std::vector<double> gradient, hessian;
};
/// What a tree of class `k` fits, on all rows.
Derivatives target_of(const GradientScores& scores, std::size_t k, std::int64_t base = -1) {
    const boosting::ClassPair pair{k, base};
    const boosting::ClassTargets targets(scores, {&pair, 1});
    learners::TargetTile tile;
    Derivatives all;
    for (std::size_t begin = 0; begin < scores.rows(); begin += learners::kTargetRows) {
        const std::size_t count = std::min(learners::kTargetRows, scores.rows() - begin);
        targets.open(begin, count, tile);
        const auto values = targets.of_tree(0, tile);
        all.gradient.insert(all.gradient.end(), values.gradient, values.gradient + count);
        all.hessian.insert(all.hessian.end(), values.hessian, values.hessian + count);
    }
    return all;
}

double loss_after(const GradientScores& scores, const std::vector<boosting::ClassStep>& steps,
                  std::size_t base) {
    const boosting::Step step{base, steps};
    double loss = 0;
    scores.losses_after({&step, 1}, testing::alone(), {&loss, 1});
    return loss;
}

}  // namespace

TEST_CASE("the loss of eq. 3 agrees with the plain formula, over 40 powers of ten") {
    Rng rng(1);
    for (const double spread : {0.0, 0.1, 3.0, 30.0})
        for (const std::size_t rows : {std::size_t{37}, 2 * boosting::kLossChunk + 5}) {
            std::vector<Example> examples;
            for (std::size_t i = 0; i < rows; ++i)
                examples.push_back(example(rng, 5, spread));
            const GradientScores scores = scores_of(examples);
            double expected = 0;
            for (const Example& e : examples)
                expected += loss_by_definition(e.f, e.truth);
            CHECK(scores.loss() == Approx(expected).epsilon(1e-12));
        }
    const GradientScores certain = scores_of({{{90, 0, 0}, 0}});
    CHECK(certain.loss() == Approx(2 * std::exp(-90.0)).epsilon(1e-12).margin(0));
    CHECK(target_of(certain, 0).gradient[0] == Approx(2 * std::exp(-90.0)).epsilon(1e-12).margin(0));
}

TEST_CASE("the loss of two classes is ln(1 + q) to the last digits") {
    for (int i = 0; i < 2000; ++i) {
        const double margin = 0.02 * i;
        CHECK(scores_of({{{margin, 0}, 0}}).loss() ==
              Approx(std::log1p(std::exp(-margin))).epsilon(1e-15).margin(0));
    }
}

TEST_CASE("first and second derivatives (4) agree with differences of the loss") {
    Rng rng(2);
    std::vector<Example> examples;
    for (int i = 0; i < 25; ++i)
        examples.push_back(example(rng, 4, 1.5));
    const GradientScores scores = scores_of(examples);
    const double step = 1e-4;
    for (std::size_t i = 0; i < examples.size(); ++i) {
        for (std::size_t k = 0; k < 4; ++k) {
            Example up = examples[i], down = examples[i];
            up.f[k] += step;
            down.f[k] -= step;
            const double above = loss_by_definition(up.f, up.truth),
                         below = loss_by_definition(down.f, down.truth);
            const double here = loss_by_definition(examples[i].f, examples[i].truth);
            CHECK(-target_of(scores, k).gradient[i] == Approx((above - below) / (2 * step)).margin(1e-7));
            CHECK(target_of(scores, k).hessian[i] ==
                  Approx((above - 2 * here + below) / (step * step)).margin(1e-6));
        }
    }
}

TEST_CASE("derivatives (10) and (11) agree with differences of the loss under the sum-to-zero constraint") {
    Rng rng(3);
    const std::size_t classes = 5;
    std::vector<Example> examples;
    for (int i = 0; i < 19; ++i)
        examples.push_back(example(rng, classes, 1.0));
    const GradientScores scores = scores_of(examples);
    const double step = 1e-4;
    for (std::size_t base = 0; base < classes; ++base) {
        for (std::size_t k = 0; k < classes; ++k) {
            if (k == base) continue;
            const auto [gradient, hessian] = target_of(scores, k, static_cast<std::int64_t>(base));
            for (std::size_t i = 0; i < examples.size(); ++i) {
                // F_base = −Σ of the others: what F_k gains, F_base loses.
                Example up = examples[i], down = examples[i];
                up.f[k] += step, up.f[base] -= step;
                down.f[k] -= step, down.f[base] += step;
                const double above = loss_by_definition(up.f, up.truth),
                             below = loss_by_definition(down.f, down.truth);
                const double here = loss_by_definition(examples[i].f, examples[i].truth);
                CHECK(-gradient[i] == Approx((above - below) / (2 * step)).margin(1e-7));
                CHECK(hessian[i] == Approx((above - 2 * here + below) / (step * step)).margin(1e-6));
            }
        }
    }
}

TEST_CASE("swapping class and base turns the gradient's sign and leaves the Hessian, to the last bit") {
    Rng rng(4);
    std::vector<Example> examples;
    for (int i = 0; i < 50; ++i)
        examples.push_back(example(rng, 4, 5.0));
    const GradientScores scores = scores_of(examples);
    const auto [g, h] = target_of(scores, 1, 3);
    const auto [g_mirror, h_mirror] = target_of(scores, 3, 1);
    for (std::size_t i = 0; i < 50; ++i)
        CHECK(g[i] == -g_mirror[i]);
    CHECK(h == h_mirror);
}

TEST_CASE(
    "the 2 by 2 Hessian of three classes has determinant 9 p0 p1 p2, whatever the base (abc2010 section "
    "2.2)") {
    Rng rng(5);
    for (int trial = 0; trial < 20; ++trial) {
        const Example e = example(rng, 3, 1.0);
        const GradientScores scores = scores_of({e});
        std::vector<double> p(3);
        long double sum = 0;
        for (const double value : e.f)
            sum += std::exp(static_cast<long double>(value));
        for (std::size_t k = 0; k < 3; ++k)
            p[k] = static_cast<double>(std::exp(static_cast<long double>(e.f[k])) / sum);
        for (std::size_t base = 0; base < 3; ++base) {
            const std::size_t j = (base + 1) % 3, k = (base + 2) % 3;
            const double hjj = target_of(scores, j, static_cast<std::int64_t>(base)).hessian[0];
            const double hkk = target_of(scores, k, static_cast<std::int64_t>(base)).hessian[0];
            // ∂²L/∂F_j∂F_k with F_base = −F_j − F_k
            const double hjk = p[base] * (1 - p[base]) + p[base] * p[j] + p[base] * p[k] - p[j] * p[k];
            CHECK(hjj * hkk - hjk * hjk == Approx(9 * p[0] * p[1] * p[2]).epsilon(1e-10));
        }
    }
}

TEST_CASE("the loss has the same bits for one, two and four threads") {
    Rng rng(6);
    std::vector<Example> examples;
    for (int i = 0; i < 10001; ++i)
        examples.push_back(example(rng, 3, 2.0));
    GradientScores scores = scores_of(examples);
    const double one = scores.loss();
    for (const int threads : {2, 4}) {
        scores.refresh(*testing::team_of(threads));
        CHECK(scores.loss() == one);
    }
}

TEST_CASE("the loss after a step is that of the scores after it, by factors and without") {
    constexpr std::size_t kClasses = 5, kRows = boosting::kLossChunk + 43, kNodes = 63;
    Rng rng(7);
    // Spread 100: true classes less likely than e^-184, which factors leave to the scores.
    for (const double spread : {0.0, 0.1, 3.0, 30.0, 100.0})
        for (std::size_t base = 0; base < kClasses; ++base) {
            std::vector<Example> examples;
            for (std::size_t i = 0; i < kRows; ++i) {
                examples.push_back(example(rng, kClasses, spread));
                double& closing = examples.back().f[base];
                closing = 0;
                closing = -std::accumulate(examples.back().f.begin(), examples.back().f.end(), 0.0);
            }
            const GradientScores scores = scores_of(examples);
            std::vector<std::vector<std::uint16_t>> nodes(kClasses);
            std::vector<std::vector<double>> values(kClasses), factors(kClasses);
            std::vector<boosting::ClassStep> steps(kClasses);
            double expected = 0;
            for (std::size_t k = 0; k < kClasses; ++k) {
                if (k == base || k == (base + 1) % kClasses) continue;  // the base; a class without a tree
                const double sign = k % 2 == 0 ? 1 : -1;
                for (std::size_t node = 0; node < kNodes; ++node)
                    values[k].push_back(2 * rng.normal());
                factors[k].resize(values[k].size());
                std::vector<double> signed_values(values[k]);
                for (double& value : signed_values)
                    value *= sign;
                boosting::softmax_kernels().exponentials(signed_values.data(), signed_values.size(),
                                                         factors[k].data());
                nodes[k].resize((kRows + 7) / 8 * 8, 0);
                for (std::size_t i = 0; i < kRows; ++i) {
                    nodes[k][i] = static_cast<std::uint16_t>(rng.below(kNodes));
                    examples[i].f[k] += signed_values[nodes[k][i]];
                    examples[i].f[base] -= signed_values[nodes[k][i]];
                }
                steps[k] = {nodes[k].data(), values[k].data(), sign, factors[k].data()};
            }
            for (const Example& e : examples)
                expected += loss_by_definition(e.f, e.truth);
            INFO("spread " << spread << ", base " << base);
            CHECK(loss_after(scores, steps, base) == Approx(expected).epsilon(1e-12));
            for (boosting::ClassStep& step : steps)
                step.factor_of_node = nullptr;
            CHECK(loss_after(scores, steps, base) == Approx(expected).epsilon(1e-12));
        }
}

TEST_CASE("factors are those of the library to the last digits") {
    std::vector<double> values, factors(301);
    for (int i = -150; i <= 150; ++i)
        values.push_back(i * 0.999);
    boosting::softmax_kernels().exponentials(values.data(), values.size(), factors.data());
    for (std::size_t i = 0; i < values.size(); ++i)
        CHECK(factors[i] == Approx(std::exp(values[i])).epsilon(1e-15).margin(0));
}
