#include "boosting/factory/factory.hpp"
#include "boosting/gradient/gradient_data.hpp"
#include "core/error.hpp"
#include "core/fields.hpp"
#include "support/team.hpp"

#include <cmath>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::testing;
using boosting::StopReason;

namespace {

/// Six rows, one column, three classes of two rows each, in order.
data::Dataset six_rows() {
    return dataset({{0, 1, 2, 3, 4, 5}}, {0, 0, 1, 1, 2, 2}, 3);
}

void check_scores(const boosting::GradientBooster& booster,
                  const std::vector<std::vector<double>>& expected) {
    for (std::size_t k = 0; k < expected.size(); ++k)
        for (std::size_t i = 0; i < expected[k].size(); ++i)
            CHECK(booster.scores().scores().of_class(k)[i] == Approx(expected[k][i]).margin(1e-14));
}

double largest_sum(const boosting::GradientBooster& booster) {
    double largest = 0;
    const auto& f = booster.scores().scores();
    for (std::size_t i = 0; i < f.rows(); ++i) {
        double sum = 0;
        for (std::size_t k = 0; k < f.classes(); ++k)
            sum += f.of_class(k)[i];
        largest = std::max(largest, std::abs(sum));
    }
    return largest;
}

const std::vector<boosting::BoosterOptions>& all_methods() {
    static const std::vector<boosting::BoosterOptions> methods{
        boosting::MartOptions{rounds(12)},
        boosting::LogitboostOptions{rounds(12)},
        boosting::AbcMartOptions{abc(12, selectors::BaseClassOptions("gap", {{"gap", 5}}))},
        boosting::AbcLogitboostOptions{abc(12, selectors::BaseClassOptions("gap", {{"gap", 5}}))},
        boosting::AbcLogitboostOptions{abc(12, selectors::BaseClassOptions("worst_class"))},
        boosting::AbcMartOptions{abc(12, selectors::BaseClassOptions("bandit", {{"k", 2}}))},
        boosting::AbcLogitboostOptions{
            abc(12, selectors::BaseClassOptions("fast", {{"classes", 2}, {"gap", 2}, {"warm_up", 3}}))}};
    return methods;
}

}  // namespace

TEST_CASE("one round of mart on six rows agrees with the calculation by hand") {
    // p = 1/3, r − p is 2/3 on the own rows and −1/3 elsewhere, p(1−p) = 2/9. Class 0 parts behind row 1:
    // Newton steps 2/3 · (4/3)/(4/9) = 2 and 2/3 · (−4/3)/(8/9) = −1; class 2 is its mirror image, class 1
    // parts twice: −1, 2, −1.
    auto booster = make(recipe(boosting::MartOptions{rounds(1)}, 3), binned(six_rows()));
    Recorder recorder;
    CHECK(booster->train(recorder) == StopReason::rounds_done);
    check_scores(*booster, {{0.2, 0.2, -0.1, -0.1, -0.1, -0.1},
                            {-0.1, -0.1, 0.2, 0.2, -0.1, -0.1},
                            {-0.1, -0.1, -0.1, -0.1, 0.2, 0.2}});
    CHECK(recorder.rounds.at(0).training_loss == Approx(6 * std::log(1 + 2 * std::exp(-0.3))));
    CHECK(recorder.rounds[0].base_class == -1);
    CHECK(recorder.rounds[0].feature == 0);
}

TEST_CASE("the first round of logitboost equals that of mart: all weights are p(1−p) = 2/9") {
    auto booster = make(recipe(boosting::LogitboostOptions{rounds(1)}, 3), binned(six_rows()));
    Recorder recorder;
    booster->train(recorder);
    check_scores(*booster, {{0.2, 0.2, -0.1, -0.1, -0.1, -0.1},
                            {-0.1, -0.1, 0.2, 0.2, -0.1, -0.1},
                            {-0.1, -0.1, -0.1, -0.1, 0.2, 0.2}});
}

TEST_CASE("one round of abc-logitboost with base class 0 on six rows agrees with the calculation by hand") {
    // Class 1 against 0: gradient −1, +1, 0 on the three pairs of rows, Hessian 2/3, so Newton steps
    // −1.5, 1.5, 0.
    auto booster = make(
        recipe(boosting::AbcLogitboostOptions{abc(1, selectors::BaseClassOptions("fixed", {{"base", 0}}))},
               3),
        binned(six_rows()));
    Recorder recorder;
    booster->train(recorder);
    check_scores(*booster, {{0.3, 0.3, -0.15, -0.15, -0.15, -0.15},
                            {-0.15, -0.15, 0.15, 0.15, 0, 0},
                            {-0.15, -0.15, 0, 0, 0.15, 0.15}});
    const double expected =
        2 * std::log(1 + 2 * std::exp(-0.45)) + 4 * std::log(1 + std::exp(-0.3) + std::exp(-0.15));
    CHECK(recorder.rounds.at(0).training_loss == Approx(expected));
    CHECK(recorder.rounds[0].base_class == 0);
}

TEST_CASE("the exhaustive search takes the base class with the smallest loss") {
    const auto data = binned(bands(300, 4, 4, 7));
    Recorder exhaustive;
    make(recipe(boosting::AbcLogitboostOptions{abc(1, selectors::BaseClassOptions("exhaustive"))}), data)
        ->train(exhaustive);
    double smallest = 1e300;
    std::int64_t best = -1;
    for (std::int64_t base = 0; base < 4; ++base) {
        Recorder fixed;
        make(recipe(boosting::AbcLogitboostOptions{
                 abc(1, selectors::BaseClassOptions("fixed", {{"base", base}}))}),
             data)
            ->train(fixed);
        if (fixed.rounds[0].training_loss < smallest) {
            smallest = fixed.rounds[0].training_loss;
            best = base;
        }
    }
    CHECK(exhaustive.rounds[0].base_class == best);
    CHECK(exhaustive.rounds[0].training_loss == smallest);
}

TEST_CASE("the tree of base b and class k is the mirror of that of (k, b), node for node") {
    const auto data = binned(bands(400, 5, 4, 8));
    boosting::GradientScores scores(data->train_labels.class_of_row, 4);
    Rng rng(3);
    for (std::size_t k = 0; k < 4; ++k)
        for (double& f : scores.scores().of_class(k))
            f = rng.normal();
    scores.refresh(testing::alone());
    std::vector<std::uint32_t> rows(data->train.rows);
    for (std::uint32_t i = 0; i < rows.size(); ++i)
        rows[i] = i;
    for (const auto criterion : {learners::SplitCriterion::mart, learners::SplitCriterion::logit}) {
        boosting::GradientForest forest(data->train, data->cuts, {}, {criterion, {}, false},
                                        testing::alone());
        for (std::size_t b = 0; b < 4; ++b) {
            for (std::size_t k = b + 1; k < 4; ++k) {
                std::vector<boosting::TreeJob> jobs(2);
                jobs[0].k = k, jobs[0].base = static_cast<std::int64_t>(b);
                jobs[1].k = b, jobs[1].base = static_cast<std::int64_t>(k);
                forest.grow(scores, jobs, {rows, {}}, nullptr);
                CHECK(jobs[0].tree.leaves() > 2);
                CHECK(jobs[0].tree == boosting::negated(jobs[1].tree));
            }
        }
    }
}

TEST_CASE("an exhaustive step asks for K (K − 1)/2 trees, a single base for K − 1") {
    std::vector<boosting::TreeJob> jobs;
    boosting::list_pairs(std::vector<std::uint32_t>{0, 1, 2, 3, 4}, 5, jobs);
    CHECK(jobs.size() == 10);
    boosting::list_pairs(std::vector<std::uint32_t>{2}, 5, jobs);
    CHECK(jobs.size() == 4);
    boosting::list_pairs(std::vector<std::uint32_t>{1, 3}, 5, jobs);
    CHECK(jobs.size() == 7);
}

TEST_CASE("gap 1 equals the exhaustive search") {
    const auto data = binned(bands(200, 4, 3, 9));
    auto gap =
        make(recipe(boosting::AbcLogitboostOptions{abc(8, selectors::BaseClassOptions("gap", {{"gap", 1}}))}),
             data);
    auto exhaustive =
        make(recipe(boosting::AbcLogitboostOptions{abc(8, selectors::BaseClassOptions("exhaustive"))}), data);
    Recorder recorder;
    gap->train(recorder);
    exhaustive->train(recorder);
    Archive first, second;
    save_state(gap->model(), first);
    save_state(exhaustive->model(), second);
    CHECK(first == second);
}

TEST_CASE("the base class is searched in rounds 1, G + 1, 2G + 1 and kept in between") {
    const auto data = binned(bands(300, 4, 5, 10));
    auto booster = make(
        recipe(boosting::AbcMartOptions{abc(9, selectors::BaseClassOptions("gap", {{"gap", 4}}))}), data);
    Recorder recorder;
    booster->train(recorder);
    std::vector<std::uint64_t> work;
    for (std::size_t m = 0; m < 9; ++m)
        work.push_back(recorder.rounds[m].work - (m > 0 ? recorder.rounds[m - 1].work : 0));
    for (const std::size_t searched : {0U, 4U, 8U})
        CHECK(work[searched] > 2 * work[1]);
    for (const std::size_t kept : {1U, 2U, 3U})
        CHECK(recorder.rounds[kept].base_class == recorder.rounds[0].base_class);
    for (const std::size_t kept : {5U, 6U, 7U})
        CHECK(recorder.rounds[kept].base_class == recorder.rounds[4].base_class);
}

TEST_CASE("with two classes abc equals the plain method") {
    const auto data = binned(bands(300, 4, 2, 11));
    REQUIRE(data->train_labels.classes == 1);
    auto plain = make(recipe(boosting::LogitboostOptions{rounds(10)}), data);
    auto exhaustive = make(
        recipe(boosting::AbcLogitboostOptions{abc(10, selectors::BaseClassOptions("exhaustive"))}), data);
    Recorder one, two;
    plain->train(one);
    exhaustive->train(two);
    for (std::size_t m = 0; m < 10; ++m)
        CHECK(one.rounds[m].training_loss == Approx(two.rounds[m].training_loss).epsilon(1e-10));
    for (std::size_t i = 0; i < 300; ++i)
        CHECK(plain->scores().scores().of_class(1)[i] ==
              Approx(exhaustive->scores().scores().of_class(1)[i]).epsilon(1e-9).margin(1e-10));
}

TEST_CASE("the abc methods keep every row's scores at sum zero") {
    const auto data = binned(bands(300, 4, 5, 12));
    for (const auto& method : all_methods()) {
        if (base_of<boosting::AbcOptions>(method) == nullptr) continue;
        auto booster = make(recipe(method), data);
        Recorder recorder;
        booster->train(recorder);
        CHECK(largest_sum(*booster) < 1e-9);
    }
}

TEST_CASE("the training loss falls in every method, and the model predicts the training scores") {
    const auto data = binned(bands(300, 4, 4, 13), bands(100, 4, 4, 14));
    for (const auto& method : all_methods()) {
        auto booster = make(recipe(method), data);
        Recorder recorder;
        booster->train(recorder);
        CHECK(recorder.rounds.back().training_loss < 0.8 * 300 * std::log(4.0));
        CHECK(recorder.evaluations.back().round == 12);
        const Matrix<double> scores = boosting::predict_gradient_scores(model_of(*booster), data->train);
        for (std::size_t k = 0; k < 4; ++k)
            for (std::size_t i = 0; i < 300; ++i)
                REQUIRE(scores(i, k) == booster->scores().scores().of_class(k)[i]);
    }
}

TEST_CASE("the model has the same bits for one, two and four threads") {
    const auto data = binned(bands(500, 6, 5, 15));
    for (const auto& method : all_methods()) {
        Recorder recorder;
        auto one = make(recipe(method), data, 1);
        one->train(recorder);
        for (const int threads : {2, 4}) {
            auto more = make(recipe(method), data, threads);
            more->train(recorder);
            CHECK(model_of(*one) == model_of(*more));
        }
    }
}

TEST_CASE("a run resumed in the middle of a gap equals the straight run") {
    const auto data = binned(bands(300, 5, 4, 16), bands(80, 5, 4, 17));
    for (auto method : all_methods()) {
        for (const bool sampled : {false, true}) {
            std::visit(
                [&](auto& o) {
                    if constexpr (requires { o.row_sampling; }) o.row_sampling = sampled ? 0.5 : 1.0;
                },
                method);
            auto spec = recipe(method);
            if (sampled) spec.selector = selectors::SelectorOptions("random", {{"k", 3}});
            Recorder straight, first, second;
            auto whole = make(spec, data);
            whole->train(straight);
            auto begun = make(spec, data);
            first.stop_after = 7;
            REQUIRE(begun->train(first) == StopReason::interrupted);
            Archive state;
            begun->save(state);
            auto resumed = make(spec, data);
            resumed->load(state);
            Archive taken;
            take_state(*begun, taken);
            CHECK(taken == state);
            CHECK(resumed->train(second) == StopReason::rounds_done);
            CHECK(model_of(*whole) == model_of(*resumed));
            REQUIRE(second.rounds.size() == 5);
            for (std::size_t m = 0; m < 5; ++m) {
                CHECK(second.rounds[m].round == 8 + m);
                CHECK(second.rounds[m].training_loss == straight.rounds[7 + m].training_loss);
                CHECK(second.rounds[m].base_class == straight.rounds[7 + m].base_class);
                CHECK(second.rounds[m].work == straight.rounds[7 + m].work);
            }
            CHECK(second.evaluations.back().log_loss == straight.evaluations.back().log_loss);
        }
    }
}

TEST_CASE("a checkpoint whose trees split on columns that the data does not have is refused") {
    data::Dataset wide = bands(60, 3, 3, 5);
    std::swap(wide.columns[0], wide.columns[2]);  // the last two columns tell the classes
    data::Dataset narrow = wide;
    narrow.columns.resize(1);
    auto booster = make(recipe(boosting::MartOptions{rounds(3)}), binned(wide));
    Recorder recorder;
    booster->train(recorder);
    Archive state;
    booster->save(state);
    make(recipe(boosting::MartOptions{rounds(3)}), binned(wide))->load(state);
    auto other = make(recipe(boosting::MartOptions{rounds(3)}), binned(narrow));
    CHECK_THROWS_WITH(other->load(state), Catch::Contains("but the data has 1"));
}

TEST_CASE("row and feature sampling report the loss of all rows") {
    const auto data = binned(bands(400, 4, 3, 18));
    for (const bool features_too : {false, true}) {
        boosting::LogitboostOptions options{rounds(5)};
        options.row_sampling = 0.3;
        auto spec = recipe(options);
        if (features_too) spec.selector = selectors::SelectorOptions("random", {{"k", 2}});
        auto booster = make(spec, data);
        Recorder recorder;
        booster->train(recorder);
        double loss = 0;
        const auto& f = booster->scores().scores();
        for (std::size_t i = 0; i < 400; ++i) {
            double sum = 0;
            for (std::size_t k = 0; k < 3; ++k)
                sum += std::exp(f.of_class(k)[i]);
            loss +=
                std::log(sum) - f.of_class(static_cast<std::size_t>(data->train_labels.class_of_row[i]))[i];
        }
        CHECK(recorder.rounds.back().training_loss == Approx(loss).epsilon(1e-12));
        CHECK(recorder.rounds.back().work < 5 * 3 * 6 * 400);
    }
}

TEST_CASE("training stops when the loss falls below the floor, and says so") {
    boosting::LogitboostOptions options{rounds(5000)};
    options.shrinkage = 1;
    options.loss_floor = 1e-9;
    auto booster = make(recipe(options), binned(six_rows()));
    Recorder recorder;
    CHECK(booster->train(recorder) == StopReason::loss_vanished);
    CHECK(recorder.rounds.back().training_loss < 1e-9);
    CHECK(recorder.rounds.size() < 200);
}

TEST_CASE("a loss that equals the floor does not end the training, neither in its round nor resumed") {
    boosting::LogitboostOptions options{rounds(3)};
    Recorder plain, recorder;
    make(recipe(options), binned(six_rows()))->train(plain);
    options.loss_floor = plain.rounds.back().training_loss;
    auto booster = make(recipe(options), binned(six_rows()));
    CHECK(booster->train(recorder) == StopReason::rounds_done);
    CHECK(recorder.rounds.size() == 3);
    CHECK(booster->train(recorder) == StopReason::rounds_done);
}

TEST_CASE("a rare class does not diverge") {
    data::Dataset set = bands(2000, 4, 3, 19);
    std::vector<std::int32_t> truth = set.labels.class_of_row;
    truth[17] = truth[1017] = 3;
    set.labels = data::Labels::from_classes(truth, class_names(4));
    for (const boosting::BoosterOptions& method :
         {boosting::BoosterOptions{boosting::MartOptions{rounds(150)}},
          boosting::BoosterOptions{boosting::LogitboostOptions{rounds(150)}}}) {
        auto booster = make(recipe(method, 20), binned(set));
        Recorder recorder;
        booster->train(recorder);
        for (std::size_t m = 1; m < recorder.rounds.size(); ++m)
            CHECK(recorder.rounds[m].training_loss < 1.05 * recorder.rounds[m - 1].training_loss);
    }
}

TEST_CASE("fewer than two classes, several labels a row and other learners are refused") {
    data::Dataset single = six_rows();
    single.labels.classes = 1;
    single.labels.class_names = {"only"};
    single.labels.class_of_row.assign(6, 0);
    single.labels.y.assign(6, 1);
    const auto one_class = binned(single);
    const auto make_any = [](const boosting::Recipe& recipe, const auto& data) {
        return boosting::make_booster(recipe, data, {});
    };
    CHECK_THROWS_AS(make_any(recipe(boosting::AbcMartOptions{}), one_class), UsageError);
    CHECK_THROWS_WITH(make_any(recipe(boosting::AbcMartOptions{}), one_class),
                      Catch::Contains("at least two classes"));
    data::Dataset several = six_rows();
    several.labels = data::Labels::multi_label(std::vector<std::int8_t>(18, 1), class_names(3));
    CHECK_THROWS_AS(make_any(recipe(boosting::MartOptions{}), binned(several)), UsageError);
    auto wrong_learner = recipe(boosting::MartOptions{});
    wrong_learner.learner = learners::StumpOptions{};
    CHECK_THROWS_AS(make_any(wrong_learner, binned(six_rows())), UsageError);
    CHECK_THROWS_AS(
        make_any(
            recipe(boosting::AbcMartOptions{abc(1, selectors::BaseClassOptions("fixed", {{"base", 3}}))}),
            binned(six_rows())),
        UsageError);
}

TEST_CASE("a random or bandit feature selector drives the nodes' search") {
    const auto data = binned(bands(300, 6, 3, 20));
    for (const selectors::SelectorOptions& selector : {selectors::SelectorOptions("random", {{"k", 2}}),
                                                       selectors::SelectorOptions("bandit", {{"k", 2}})}) {
        auto spec =
            recipe(boosting::AbcLogitboostOptions{abc(20, selectors::BaseClassOptions("gap", {{"gap", 5}}))});
        spec.selector = selector;
        auto booster = make(spec, data);
        Recorder recorder;
        booster->train(recorder);
        CHECK(recorder.rounds.back().training_loss < 0.8 * 300 * std::log(3.0));
        CHECK(recorder.rounds.back().edge > 0);
        CHECK(recorder.rounds.back().edge <= 1);
        Archive summary;
        booster->summarise(summary);
        CHECK(summary.contains("base_class_chosen"));
    }
}
