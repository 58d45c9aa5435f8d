/// Row samplers alone, their sums over many draws, and the trees that are grown on their samples.
#include "boosting/gradient/gradient_data.hpp"
#include "boosting/rows/sampler.hpp"
#include "core/error.hpp"
#include "support/team.hpp"

#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <numeric>
#include <regex>
#include <set>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::testing;
using boosting::GradientScores;
using boosting::RowSample;
using boosting::RowSampler;

namespace {

/// Two classes; row i is of class 0 with the probability given.
GradientScores with_probabilities(const std::vector<double>& p) {
    GradientScores scores(std::vector<std::int32_t>(p.size(), 0), 2);
    for (std::size_t i = 0; i < p.size(); ++i)
        scores.scores().of_class(0)[i] = std::log(p[i] / (1 - p[i]));
    scores.refresh(testing::alone());
    return scores;
}

GradientScores random_scores(std::size_t rows, std::size_t classes) {
    Rng rng(21);
    std::vector<std::int32_t> truth(rows);
    for (std::int32_t& k : truth)
        k = static_cast<std::int32_t>(rng.below(classes));
    GradientScores scores(truth, classes);
    for (std::size_t k = 0; k < classes; ++k)
        for (double& f : scores.scores().of_class(k))
            f = 2 * rng.normal();
    scores.refresh(testing::alone());
    return scores;
}

/// Σ (r − p) of class 0 over all rows, or over a sample with its multipliers.
double gradient_sum(const GradientScores& scores, const RowSample& sample) {
    double sum = 0;
    for (const std::uint32_t row : sample.rows)
        sum += sample.multipliers[row] *
               ((scores.probabilities().true_class[row] == 0 ? 1 : 0) - scores.known().probability[row]);
    return sum;
}

struct Moments {
    double mean = 0, deviation = 0;
};
Moments moments(const std::vector<double>& values) {
    const double n = static_cast<double>(values.size());
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
    double squares = 0;
    for (const double value : values)
        squares += (value - mean) * (value - mean);
    return {mean, std::sqrt(squares / (n - 1))};
}

void check_unbiased(RowSampler& sampler, const GradientScores& scores) {
    std::vector<double> sums, counts;
    for (int draw = 0; draw < 4000; ++draw) {
        const RowSample sample = sampler.draw(scores.probabilities());
        REQUIRE(std::ranges::is_sorted(sample.rows));
        sums.push_back(gradient_sum(scores, sample));
        double count = 0;
        for (const std::uint32_t row : sample.rows)
            count += sample.multipliers[row];
        counts.push_back(count);
    }
    std::vector<std::uint32_t> all(scores.rows());
    std::iota(all.begin(), all.end(), 0U);
    const std::vector<double> ones(scores.rows(), 1.0);
    const Moments sum = moments(sums), count = moments(counts);
    CHECK(sum.deviation > 0);
    CHECK(std::abs(sum.mean - gradient_sum(scores, {all, ones})) < 4 * sum.deviation / std::sqrt(4000));
    CHECK(std::abs(count.mean - static_cast<double>(scores.rows())) <=
          4 * count.deviation / std::sqrt(4000) + 1e-9);
}

boosting::BoosterOptions with_rows(boosting::BoosterOptions method, const boosting::RowSamplerOptions& rows,
                                   double row_sampling = 1) {
    std::visit(
        [&](auto& o) {
            if constexpr (requires { o.row_sampling; }) {
                o.rows = rows;
                o.row_sampling = row_sampling;
            }
        },
        method);
    return method;
}

std::vector<boosting::BoosterOptions> methods() {
    return {boosting::MartOptions{rounds(6)}, boosting::LogitboostOptions{rounds(6)},
            boosting::AbcMartOptions{abc(6, selectors::BaseClassOptions("gap", {{"gap", 2}}))},
            boosting::AbcLogitboostOptions{abc(6, selectors::BaseClassOptions("gap", {{"gap", 2}}))}};
}

}  // namespace

TEST_CASE("GOSS keeps the rows of the largest gradients; those drawn stand for the rest") {
    // Gradients 2(1 − p): rows 1, 4 and 6 lead, 6 by being the lower of two equals.
    const GradientScores scores = with_probabilities({0.9, 0.1, 0.8, 0.95, 0.2, 0.85, 0.6, 0.7, 0.99, 0.6});
    const auto sampler =
        make_row_sampler(boosting::RowSamplerOptions("goss", {{"top", 0.3}, {"other", 0.2}}), 1, 10, 1);
    CHECK(sampler->multiplies());
    CHECK_FALSE(sampler->takes_all());
    std::vector<int> drawn(10, 0);
    for (int draw = 0; draw < 200; ++draw) {
        const RowSample sample = sampler->draw(scores.probabilities());
        REQUIRE(sample.rows.size() == 5);
        for (const std::uint32_t row : sample.rows) {
            ++drawn[row];
            const bool top = row == 1 || row == 4 || row == 6;
            REQUIRE(sample.multipliers[row] == (top ? 1 : 3.5));  // (1 − 0.3)/0.2
        }
    }
    for (const std::size_t top : {1, 4, 6})
        CHECK(drawn[top] == 200);
    for (const std::size_t row : {0, 2, 3, 5, 7, 8, 9})
        CHECK(std::abs(drawn[row] - 400.0 / 7) < 30);
}

TEST_CASE("GOSS keeps the rows of the largest gradients among many, too") {
    const GradientScores scores = random_scores(400, 3);
    const auto sampler =
        make_row_sampler(boosting::RowSamplerOptions("goss", {{"top", 0.1}, {"other", 0.1}}), 1, 400, 1);
    const boosting::RowProbabilities known = scores.probabilities();
    const RowSample sample = sampler->draw(known);
    double least_kept = 1, largest_left = 0;
    for (std::size_t row = 0; row < 400; ++row)
        if (sample.multipliers[row] == 1)
            least_kept = std::min(least_kept, known.missed(row));
        else
            largest_left = std::max(largest_left, known.missed(row));
    CHECK(std::ranges::count(sample.multipliers, 1.0) == 40);
    CHECK(largest_left <= least_kept);
}

TEST_CASE("the probability that MVS takes a row is its size over a threshold, and at most 1") {
    CHECK(boosting::mvs_threshold({1, 1, 1, 1}, 2) == 2);
    // 8 is certain; 1 + 1 + 2 are to give one more row.
    CHECK(boosting::mvs_threshold({1, 8, 1, 2}, 2) == 4);
    // 8 and 3 are certain: 3 > (3 + 0.5 + 0.5)/2.
    CHECK(boosting::mvs_threshold({0.5, 3, 8, 0.5}, 3) == 1);
    CHECK(boosting::mvs_threshold({0, 0, 0}, 2) == 0);
    // Ten large ones and 990 of 1e-20, eleven wanted: the small ones share one row.
    std::vector<double> steep(1000, 1e-20);
    std::fill_n(steep.begin(), 10, 1.0);
    CHECK(boosting::mvs_threshold(steep, 11) == Approx(9.9e-18));
    // 10^(−0.04 i), 500 wanted: with exact fractions 2.8e-20.
    for (std::size_t i = 0; i < steep.size(); ++i)
        steep[i] = std::pow(10.0, -0.04 * static_cast<double>(i));
    const double threshold = boosting::mvs_threshold(steep, 500);
    double expected = 0;
    for (const double size : steep)
        expected += std::min(1.0, size / threshold);
    CHECK(expected == Approx(500));

    const GradientScores scores = random_scores(400, 3);
    const auto sampler =
        make_row_sampler(boosting::RowSamplerOptions("mvs", {{"share", 0.25}, {"lambda", 0.1}}), 1, 400, 2);
    double rows = 0;
    for (int draw = 0; draw < 500; ++draw)
        rows += static_cast<double>(sampler->draw(scores.probabilities()).rows.size());
    CHECK(rows / 500 == Approx(100).margin(2));
    // A row that may be left out stands for threshold/size rows.
    const boosting::RowProbabilities known = scores.probabilities();
    const RowSample sample = sampler->draw(known);
    std::set<double> thresholds;
    for (const std::uint32_t row : sample.rows) {
        double size = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            const double p = known.probability[k * known.stride + row];
            const double gradient = (known.true_class[row] == static_cast<std::int32_t>(k) ? 1 : 0) - p;
            size += gradient * gradient + 0.1 * p * p * (1 - p) * (1 - p);
        }
        if (sample.multipliers[row] > 1) thresholds.insert(sample.multipliers[row] * std::sqrt(size));
    }
    REQUIRE(thresholds.size() > 1);
    CHECK(*thresholds.begin() == Approx(*thresholds.rbegin()));
}

TEST_CASE("sums over a sample with its multipliers are right in the mean") {
    const GradientScores scores = random_scores(300, 3);
    const auto goss =
        make_row_sampler(boosting::RowSamplerOptions("goss", {{"top", 0.2}, {"other", 0.1}}), 1, 300, 3);
    check_unbiased(*goss, scores);
    const auto mvs =
        make_row_sampler(boosting::RowSamplerOptions("mvs", {{"share", 0.3}, {"lambda", 0.5}}), 1, 300, 4);
    check_unbiased(*mvs, scores);
}

TEST_CASE("a sampler that would take every row is none: the same bits as without it") {
    const auto data = binned(bands(300, 5, 4, 41), bands(60, 5, 4, 42));
    for (const auto& method : methods()) {
        auto plain = make(recipe(method), data);
        Recorder recorder;
        plain->train(recorder);
        for (const boosting::RowSamplerOptions& rows :
             {boosting::RowSamplerOptions("goss", {{"top", 1}, {"other", 0.1}}),
              boosting::RowSamplerOptions("goss", {{"top", 0.7}, {"other", 0.3}}),
              boosting::RowSamplerOptions("mvs", {{"share", 1}, {"lambda", 0.1}})}) {
            auto sampled = make(recipe(with_rows(method, rows)), data);
            sampled->train(recorder);
            CHECK(model_of(*sampled) == model_of(*plain));
        }
    }
}

TEST_CASE(
    "multipliers of one grow logitboost's trees bit for bit, and multipliers stand for copies of a row") {
    const auto data = binned(bands(240, 4, 3, 43));
    GradientScores scores(data->train_labels.class_of_row, 3);
    std::vector<std::uint32_t> rows(240);
    std::iota(rows.begin(), rows.end(), 0U);
    const auto trees = [&](learners::SplitCriterion criterion, const RowSample& sample,
                           const data::BinnedSplit& of, const GradientScores& by) {
        learners::RegressionTreeOptions options;
        options.min_split_rows = 2;  // copies of one row are not split, however many they are
        boosting::GradientForest forest(of.train, of.cuts, options,
                                        {criterion, {1, 0.1, 50}, !sample.multipliers.empty()},
                                        testing::alone());
        std::vector<boosting::TreeJob> jobs(3);
        for (std::size_t k = 0; k < 3; ++k)
            jobs[k].k = k;
        forest.grow(by, jobs, sample, nullptr);
        std::vector<learners::RegressionTree> grown;
        for (const boosting::TreeJob& job : jobs)
            grown.push_back(job.tree);
        return grown;
    };
    Rng rng(47);  // at equal scores all second derivatives were the same, and mart's trees logitboost's
    for (std::size_t k = 0; k < 3; ++k)
        for (double& f : scores.scores().of_class(k))
            f = 2 * rng.normal();
    scores.refresh(testing::alone());
    const std::vector<double> ones(240, 1.0);
    CHECK(trees(learners::SplitCriterion::logit, {rows, ones}, *data, scores) ==
          trees(learners::SplitCriterion::logit, {rows, {}}, *data, scores));

    // Rows 0, 3, 6 … count twice: once by a multiplier, once by standing there twice.
    std::vector<double> twice(240, 1.0);
    std::vector<std::uint32_t> repeated;
    for (std::uint32_t i = 0; i < 240; ++i) {
        repeated.push_back(i);
        if (i % 3 == 0) repeated.push_back(i), twice[i] = 2;
    }
    const auto longer = binned(bands(240, 4, 3, 43).subset(repeated));
    GradientScores of_longer(longer->train_labels.class_of_row, 3);
    for (std::size_t k = 0; k < 3; ++k)
        for (std::size_t i = 0; i < repeated.size(); ++i)
            of_longer.scores().of_class(k)[i] = scores.scores().of_class(k)[repeated[i]];
    of_longer.refresh(testing::alone());
    std::vector<std::uint32_t> all(repeated.size());
    std::iota(all.begin(), all.end(), 0U);
    for (const auto criterion : {learners::SplitCriterion::mart, learners::SplitCriterion::logit}) {
        const auto multiplied = trees(criterion, {rows, twice}, *data, scores);
        const auto copied = trees(criterion, {all, {}}, *longer, of_longer);
        for (std::size_t k = 0; k < 3; ++k) {
            REQUIRE(multiplied[k].nodes.size() == copied[k].nodes.size());
            for (std::size_t node = 0; node < copied[k].nodes.size(); ++node) {
                CHECK(multiplied[k].nodes[node].feature == copied[k].nodes[node].feature);
                CHECK(multiplied[k].nodes[node].threshold == copied[k].nodes[node].threshold);
                CHECK(multiplied[k].nodes[node].value == Approx(copied[k].nodes[node].value).epsilon(1e-9));
            }
        }
    }
}

TEST_CASE("trees on a sample with multipliers learn, resume and do not depend on threads") {
    const auto data = binned(bands(600, 5, 3, 44), bands(300, 5, 3, 45));
    for (const boosting::RowSamplerOptions& rows :
         {boosting::RowSamplerOptions("goss", {{"top", 0.2}, {"other", 0.2}}),
          boosting::RowSamplerOptions("mvs", {{"share", 0.3}, {"lambda", 0.1}})}) {
        for (const auto& method : methods()) {
            const boosting::Recipe wanted = recipe(with_rows(method, rows));
            Recorder straight, first, second, threaded;
            auto whole = make(wanted, data), begun = make(wanted, data), resumed = make(wanted, data);
            whole->train(straight);
            CHECK(straight.rounds.back().training_loss < straight.rounds.front().training_loss);
            first.stop_after = 3;
            REQUIRE(begun->train(first) == boosting::StopReason::interrupted);
            Archive state;
            begun->save(state);
            resumed->load(state);
            resumed->train(second);
            CHECK(model_of(*resumed) == model_of(*whole));
            auto more = make(wanted, data, 3);
            more->train(threaded);
            CHECK(model_of(*more) == model_of(*whole));
        }
    }
}

TEST_CASE("uniform rows take one draw per row, so that the draws of later rounds are known") {
    const GradientScores scores = random_scores(20, 2);
    const auto sampler = make_row_sampler(boosting::RowSamplerOptions("uniform"), 0.4, 20, 5);
    Rng rng(5, "row sampling");
    for (int round = 0; round < 2; ++round) {
        std::vector<std::uint32_t> wanted;
        for (std::uint32_t row = 0; row < 20; ++row)
            if (rng.uniform() * (20 - row) < 8.0 - static_cast<double>(wanted.size())) wanted.push_back(row);
        const RowSample sample = sampler->draw(scores.probabilities());
        CHECK(std::vector<std::uint32_t>(sample.rows.begin(), sample.rows.end()) == wanted);
    }
}

TEST_CASE("a share of uniform rows and another sampler exclude each other") {
    const auto data = binned(bands(50, 3, 3, 46));
    const auto both =
        recipe(with_rows(boosting::MartOptions{rounds(2)}, boosting::RowSamplerOptions("goss"), 0.5));
    CHECK_THROWS_WITH(boosting::make_booster(both, data, {}),
                      Catch::Contains("row_sampling") && Catch::Contains("goss"));
}

TEST_CASE("every row sampler draws ascending rows, and goes on where a saved one stopped") {
    const GradientScores scores = random_scores(300, 3);
    for (const auto& entry : RowSampler::entries()) {
        INFO(entry.name());
        const boosting::RowSamplerOptions options(entry.name());
        const auto sampler = make_row_sampler(options, 0.5, 300, 6),
                   resumed = make_row_sampler(options, 0.5, 300, 7);
        for (int round = 0; round < 3; ++round) {
            const std::span<const std::uint32_t> rows = sampler->draw(scores.probabilities()).rows;
            REQUIRE_FALSE(rows.empty());
            CHECK(std::ranges::adjacent_find(rows, std::greater_equal{}) == rows.end());
            CHECK(rows.back() < 300);
        }
        Archive state;
        sampler->save(state);
        resumed->load(state);
        CHECK(std::ranges::equal(sampler->draw(scores.probabilities()).rows,
                                 resumed->draw(scores.probabilities()).rows));
    }
}

TEST_CASE("each row sampler that is defined is listed") {
    std::set<std::string> defined, listed;
    for (const auto& entry : RowSampler::entries())
        listed.insert(std::string(entry.name()));
    const std::regex entry(R"(\nextern const Entry<RowSampler> (\w+) =)");
    for (const auto& file : std::filesystem::directory_iterator(REBOOST_SOURCE_DIR "/src/boosting/rows")) {
        std::ifstream stream(file.path());
        const std::string text{std::istreambuf_iterator<char>(stream), {}};
        for (std::sregex_iterator found(text.begin(), text.end(), entry), end; found != end; ++found)
            defined.insert((*found)[1]);
    }
    CHECK(defined == listed);
}
