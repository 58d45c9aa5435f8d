/// What a bandit over base classes is paid, as the booster reports it.
#include "boosting/gradient/gradient_data.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::testing;

TEST_CASE("a bandit over base classes is paid by the drop of the loss, with one class a round or two") {
    const auto data = binned(bands(300, 4, 4, 7));
    for (const std::int64_t k : {1, 2}) {
        const selectors::BaseClassOptions bandit("bandit", {{"k", k}});
        auto booster = make(recipe(boosting::AbcLogitboostOptions{abc(12, bandit)}), data);
        double before = booster->scores().loss();
        Recorder recorder;
        booster->train(recorder);
        std::vector<double> drops(4, 0.0);  // of the rounds whose base class it was
        for (const boosting::RoundRecord& round : recorder.rounds) {
            drops[static_cast<std::size_t>(round.base_class)] += (before - round.training_loss) / before;
            before = round.training_loss;
        }
        Archive summary;
        booster->summarise(summary);
        const auto& means = summary.get<double>("base_class_mean_reward");
        const auto& pulls = summary.get<std::uint64_t>("base_class_pulls");
        for (std::size_t base = 0; base < 4; ++base) {
            const double paid = means[base] * static_cast<double>(pulls[base]);
            CAPTURE(k, base);
            CHECK(paid > 0);
            CHECK(means[base] < 1);
            if (k == 1)
                CHECK(paid == Approx(drops[base]));
            else
                CHECK(paid >= Approx(drops[base]));
        }
    }
}
