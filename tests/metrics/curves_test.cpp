#include "metrics/curves.hpp"

#include "core/error.hpp"
#include "core/rng.hpp"

#include <cmath>
#include <limits>
#include <numeric>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::metrics;

namespace {

std::vector<std::int64_t> rounds_to(std::int64_t last) {
    std::vector<std::int64_t> rounds(static_cast<std::size_t>(last));
    std::iota(rounds.begin(), rounds.end(), 1);
    return rounds;
}

}  // namespace

TEST_CASE("the smoothed error averages the rounds from 4t/5 to t") {
    const auto rounds = rounds_to(10);
    const std::vector<double> errors{10, 9, 8, 7, 6, 5, 4, 3, 2, 1};
    const auto smoothed = smoothed_error(rounds, errors);
    CHECK(smoothed[0] == 10);           // round 1
    CHECK(smoothed[3] == 7);            // 16/5 … 4: round 4
    CHECK(smoothed[4] == Approx(6.5));  // 4 … 5
    CHECK(smoothed[9] == Approx(2));    // 8 … 10
}

TEST_CASE("the smoothed error uses only the rounds that were measured") {
    const std::vector<std::int64_t> rounds{1, 10, 80, 95, 100};
    const std::vector<double> errors{5, 4, 3, 2, 1};
    const auto smoothed = smoothed_error(rounds, errors);
    CHECK(smoothed[1] == 4);
    CHECK(smoothed[4] == Approx(2));
}

TEST_CASE("the asymptotic error is the smoothed error at the last round, with its spread") {
    const auto rounds = rounds_to(10);
    const std::vector<double> errors{9, 9, 9, 9, 9, 9, 9, 1, 2, 3};
    const auto result = asymptotic_error(rounds, errors);
    CHECK(result.mean == Approx(2));
    CHECK(result.standard_deviation == Approx(1));
    CHECK(asymptotic_error(std::vector<std::int64_t>{1}, std::vector<double>{4}).standard_deviation == 0);
    CHECK_THROWS_AS(asymptotic_error({}, {}), UsageError);
    CHECK_THROWS_AS(smoothed_error(rounds, std::vector<double>{1}), UsageError);
}

TEST_CASE("smoothing agrees with its definition on random curves with gaps") {
    Rng rng(5);
    std::vector<std::int64_t> rounds;
    std::vector<double> errors;
    for (std::int64_t t = 1; rounds.size() < 400; t += 1 + static_cast<std::int64_t>(rng.below(4))) {
        rounds.push_back(t);
        errors.push_back(rng.uniform());
    }
    const auto smoothed = smoothed_error(rounds, errors);
    for (std::size_t i = 0; i < rounds.size(); ++i) {
        double sum = 0;
        int count = 0;
        for (std::size_t j = 0; j <= i; ++j)
            if (static_cast<double>(rounds[j]) >= 0.8 * static_cast<double>(rounds[i]) - 1e-9) {
                sum += errors[j];
                ++count;
            }
        CHECK(smoothed[i] == Approx(sum / count).epsilon(1e-12));
    }
}

TEST_CASE("a threshold is reached where the smoothed curve first meets it") {
    const std::vector<double> smoothed = smoothed_error(rounds_to(5), std::vector<double>{5, 4, 3, 2, 0});
    CHECK(first_at_most(smoothed, 3) == 2);
    CHECK(first_at_most(smoothed, 1) == 4);  // (2 + 0) / 2
    CHECK_FALSE(first_at_most(smoothed, 0.5));
}

TEST_CASE("the summary of a run holds where its curves end, the features used, and where its edges fall") {
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    using Rounds = std::vector<std::uint64_t>;
    using Numbers = std::vector<double>;
    using Counts = std::vector<std::int32_t>;
    Archive curves;
    curves.put("round", Rounds{1, 2, 9, 10});
    curves.put("test_error", Numbers{0.25, kNone, 0.5, 0.25});
    curves.put("test_auc", Numbers(4, kNone));
    curves.put("test_short", Numbers{8, 4, 2});
    curves.put_shaped("test_matrix", Numbers{1, 2, 3, 4}, {2, 2});
    curves.put("test_names", std::vector<std::string>(4, "x"));
    curves.put("train_error", Numbers(4, 1));
    curves.put("validation/round", Rounds{4, 5});
    curves.put("validation/error", Numbers{0.5, 0.25});
    curves.put("feature", std::vector<std::int64_t>{7, 3, 7});
    curves.put("edge", Numbers{0.5, 0.75, 0.5, 0.25});
    curves.put("log_exponential_loss", Numbers{3, 2});
    curves.put("eval_cpu_seconds", Numbers{5, 9});
    const Archive summary = summary_of(curves);
    CHECK(summary.arrays().size() == 13);
    const Numbers ends = summary.get<double>("test_error");
    CHECK(ends == Numbers{0.375, std::sqrt(0.03125), 0.25});
    CHECK(summary.get<double>("last/test_error") == Numbers{0.25});
    CHECK(summary.get<double>("test_short") == Numbers{2, 0, 2});
    CHECK(summary.get<double>("last/test_short") == Numbers{2});
    CHECK(summary.get<double>("validation_error")[0] == 0.375);
    CHECK(summary.get<double>("last/validation_error") == Numbers{0.25});
    CHECK(summary.get<std::int32_t>("feature_counts/feature") == Counts{3, 7});
    CHECK(summary.get<std::int32_t>("feature_counts/count") == Counts{1, 2});
    CHECK(summary.get<double>("edges/log_sum")[0] ==
          Approx(0.5 * std::log(0.75 * 0.4375 * 0.75 * 0.9375)).epsilon(1e-14));
    CHECK(summary.get<std::int32_t>("edges/round") == Counts{1, 4});
    CHECK(summary.get<double>("edges/minimum") == Numbers{0.5, 0.25});
    CHECK(summary.get<double>("last/log_exponential_loss") == Numbers{2});
    CHECK(summary.get<double>("evaluation_seconds") == Numbers{9});

    Archive empty;
    empty.put("round", Rounds{});
    for (const char* name : {"test_error", "edge", "log_exponential_loss", "eval_cpu_seconds"})
        empty.put(name, Numbers{});
    CHECK(summary_of(empty).empty());
}
