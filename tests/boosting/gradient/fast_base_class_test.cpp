/// Fast ABC-Boost between abc-boost and the plain methods.
#include "boosting/gradient/gradient_data.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::testing;

namespace {

constexpr std::int64_t kRounds = 20;
constexpr std::int64_t kClasses = 5;

std::shared_ptr<const data::BinnedSplit> some_data() {
    static const auto data = binned(bands(400, 4, kClasses, 7), bands(200, 4, kClasses, 8));
    return data;
}

struct Trained {
    std::unique_ptr<boosting::GradientBooster> booster;
    Recorder heard;
};
Trained train(const boosting::BoosterOptions& options) {
    Trained trained{make(recipe(options), some_data()), {}};
    trained.booster->train(trained.heard);
    return trained;
}

Archive ensemble(const Trained& trained) {
    return model_of(*trained.booster).sub("ensemble");
}

template <class Booster>
Booster with(const selectors::BaseClassOptions& base) {
    return {abc(kRounds, base)};
}

template <class Abc, class Plain>
void check_ends() {
    using selectors::BaseClassOptions;
    CHECK(ensemble(train(
              with<Abc>(BaseClassOptions("fast", {{"classes", kClasses}, {"gap", 0}, {"warm_up", 0}})))) ==
          ensemble(train(with<Abc>(selectors::BaseClassOptions("exhaustive")))));
    CHECK(ensemble(train(
              with<Abc>(BaseClassOptions("fast", {{"classes", kClasses}, {"gap", 4}, {"warm_up", 0}})))) ==
          ensemble(train(with<Abc>(selectors::BaseClassOptions("gap", {{"gap", 5}})))));
    CHECK(
        ensemble(train(with<Abc>(BaseClassOptions("fast", {{"classes", 1}, {"gap", 0}, {"warm_up", 0}})))) ==
        ensemble(train(with<Abc>(selectors::BaseClassOptions("worst_class")))));
    CHECK(ensemble(train(
              with<Abc>(BaseClassOptions("fast", {{"classes", 2}, {"gap", 3}, {"warm_up", kRounds}})))) ==
          ensemble(train(Plain{rounds(kRounds)})));
}

}  // namespace

TEST_CASE("fast with s = K, g = 0, w = 0 is abc-boost bit for bit, and with w = T the plain method") {
    check_ends<boosting::AbcMartOptions, boosting::MartOptions>();
    check_ends<boosting::AbcLogitboostOptions, boosting::LogitboostOptions>();
}

TEST_CASE("after the warm-up scores sum to 0, losses fall and the model gives the training scores") {
    const Trained warm = train(with<boosting::AbcLogitboostOptions>(
        selectors::BaseClassOptions("fast", {{"classes", 3}, {"gap", 1}, {"warm_up", 6}})));
    REQUIRE(warm.heard.rounds.size() == kRounds);
    for (std::size_t m = 0; m < kRounds; ++m) {
        CHECK((warm.heard.rounds[m].base_class >= 0) == (m >= 6));
        if (m > 0) CHECK(warm.heard.rounds[m].training_loss < warm.heard.rounds[m - 1].training_loss);
    }
    const auto& f = warm.booster->scores().scores();
    const Matrix<double> predicted =
        boosting::predict_gradient_scores(model_of(*warm.booster), some_data()->train);
    for (std::size_t i = 0; i < f.rows(); ++i) {
        double sum = 0;
        for (std::size_t k = 0; k < f.classes(); ++k) {
            sum += f.of_class(k)[i];
            CHECK(predicted(i, k) == Approx(f.of_class(k)[i]).margin(1e-9));
        }
        CHECK(std::abs(sum) < 1e-12);
    }
}
