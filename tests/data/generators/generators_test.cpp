#include "data/generators/generators.hpp"

#include "core/checksum.hpp"
#include "data/data_files.hpp"
#include "data/load/load.hpp"
#include "support/load_split.hpp"

#include <cmath>
#include <set>
#include <string>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::data;

namespace {

double mean(const Dataset& dataset, std::size_t feature, std::int32_t of_class) {
    double sum = 0, count = 0;
    for (std::size_t i = 0; i < dataset.rows(); ++i) {
        if (dataset.labels.class_of_row[i] != of_class) continue;
        sum += dataset.columns[feature].at(i);
        count += 1;
    }
    return sum / count;
}

double deviation(const Dataset& dataset, std::size_t feature, std::int32_t of_class) {
    const double centre = mean(dataset, feature, of_class);
    double sum = 0, count = 0;
    for (std::size_t i = 0; i < dataset.rows(); ++i) {
        if (dataset.labels.class_of_row[i] != of_class) continue;
        sum += std::pow(dataset.columns[feature].at(i) - centre, 2);
        count += 1;
    }
    return std::sqrt(sum / count);
}

double count_class(const Dataset& dataset, std::int32_t of_class) {
    double count = 0;
    for (const std::int32_t c : dataset.labels.class_of_row)
        count += c == of_class ? 1 : 0;
    return count;
}

std::string row_text(const Dataset& dataset, std::size_t row) {
    std::string text;
    for (const Column& column : dataset.columns)
        text += " " + std::to_string(static_cast<int>(column.at(row)));
    return text;
}

}  // namespace

TEST_CASE("parity follows opt2009's footnote 3 and the ten values of y give a sum of stumps") {
    Rng rng(1);
    const Dataset parity = draw_parity(5000, rng);
    CHECK(parity.features() == 10);
    CHECK(parity.labels.classes == 1);
    for (std::size_t i = 0; i < parity.rows(); ++i) {
        const float x = parity.columns[0].at(i);
        const int y = 2 * (static_cast<int>(std::floor(x)) % 2) - 1;
        REQUIRE(parity.labels.at(i, 0) == y);
        REQUIRE((x >= 0 && x <= 10));
        // y = Σ_{j=1..9} (−1)^{j+1} φ_j with φ_j = +1 where x ≥ j: why every edge is at least 1/9.
        int sum = 0;
        for (int j = 1; j <= 9; ++j)
            sum += (j % 2 == 1 ? 1 : -1) * (x >= static_cast<float>(j) ? 1 : -1);
        REQUIRE(sum == y);
    }
    CHECK(count_class(parity, 1) == Approx(2500).margin(150));
    CHECK(mean(parity, 5, 0) == Approx(5).margin(0.2));
}

TEST_CASE("twonorm and ringnorm have the stated means and deviations") {
    Rng rng(2);
    const double a = 2 / std::sqrt(20.0);
    const Dataset two = draw_twonorm(20000, rng);
    CHECK(mean(two, 3, 0) == Approx(a).margin(0.04));
    CHECK(mean(two, 19, 1) == Approx(-a).margin(0.04));
    CHECK(deviation(two, 0, 0) == Approx(1).margin(0.03));
    const Dataset ring = draw_ringnorm(20000, rng);
    CHECK(mean(ring, 3, 0) == Approx(0).margin(0.06));
    CHECK(deviation(ring, 3, 0) == Approx(2).margin(0.05));
    CHECK(mean(ring, 3, 1) == Approx(a / 2).margin(0.04));
    CHECK(deviation(ring, 3, 1) == Approx(1).margin(0.03));
}

TEST_CASE("the Bayes rule of twonorm errs on 2.3% of its rows") {
    Rng rng(3);
    const Dataset two = draw_twonorm(20000, rng);
    int wrong = 0;
    for (std::size_t i = 0; i < two.rows(); ++i) {
        double sum = 0;
        for (const Column& column : two.columns)
            sum += column.at(i);
        wrong += (sum > 0) != (two.labels.class_of_row[i] == 0) ? 1 : 0;
    }
    CHECK(wrong / 20000.0 == Approx(0.023).margin(0.004));  // Φ(−2) = 0.0228
}

TEST_CASE("threenorm's first class has two clouds, its second one") {
    Rng rng(4);
    const double a = 2 / std::sqrt(20.0);
    const Dataset three = draw_threenorm(20000, rng);
    CHECK(mean(three, 0, 0) == Approx(0).margin(0.05));
    CHECK(deviation(three, 0, 0) == Approx(std::sqrt(1 + a * a)).margin(0.03));
    CHECK(mean(three, 0, 1) == Approx(a).margin(0.04));
    CHECK(mean(three, 1, 1) == Approx(-a).margin(0.04));
}

TEST_CASE("waveform's classes have the means of their two waves, as UCI's file has") {
    Rng rng(5);
    const Dataset ours = draw_waveform(30000, rng);
    CHECK(mean(ours, 6, 0) == Approx(3).margin(0.08));   // half of the wave around 7
    CHECK(mean(ours, 14, 0) == Approx(3).margin(0.08));  // half of the wave around 15
    CHECK(mean(ours, 10, 0) == Approx(2).margin(0.08));
    CHECK(mean(ours, 10, 1) == Approx(4).margin(0.08));
    DatasetSpec spec;
    spec.name = "waveform-uci";
    const DataRoot root = real_data();
    if (!have("waveform-uci")) return;
    const Dataset theirs = load_split(spec, root).train;
    for (std::int32_t c = 0; c < 3; ++c)
        for (std::size_t j = 0; j < 21; ++j) {
            INFO("class " << c << " position " << j + 1);
            CHECK(mean(ours, j, c) == Approx(mean(theirs, j, c)).margin(0.2));
            CHECK(deviation(ours, j, c) == Approx(deviation(theirs, j, c)).margin(0.2));
        }
}

TEST_CASE("tic-tac-toe has 958 different boards, 626 of them won by x") {
    const Dataset boards = list_tic_tac_toe();
    CHECK(boards.rows() == 958);
    CHECK(count_class(boards, 1) == 626);
    std::set<std::string> distinct;
    for (std::size_t i = 0; i < boards.rows(); ++i)
        distinct.insert(row_text(boards, i));
    CHECK(distinct.size() == 958);
    CHECK(row_text(boards, 0) == " 0 0 0 0 1 1 0 1 1");  // x,x,x,x,o,o,x,o,o: UCI's first row
}

TEST_CASE("balance-scale has 288 left, 49 balanced and 288 right loads") {
    const Dataset scale = list_balance_scale();
    CHECK(count_class(scale, 0) == 288);
    CHECK(count_class(scale, 1) == 49);
    CHECK(count_class(scale, 2) == 288);
    CHECK(row_text(scale, 1) == " 1 1 1 2");
    CHECK(scale.labels.class_of_row[1] == 2);
}

TEST_CASE("the MONK's training rows are the published files, byte for byte") {
    const char* const sums[] = {"d9c328b6f0e095ab10f7bc8468f1d2141f3d08be73e665c3bf0a62994c922606",
                                "7ebcc278005737caad0cd52e6aa31256a2c3174da8047faf4ac3a9d35edbdaa8",
                                "726f258f80be06af4bb2d8831789514a663f5813e47429211fe19dcd367966f8"};
    for (int problem = 1; problem <= 3; ++problem) {
        DatasetSpec spec;
        spec.name = "monks-" + std::to_string(problem);
        const auto [training, all, provenance, none] = load_split(spec, {});
        std::string text;
        for (std::size_t i = 0; i < training.rows(); ++i) {
            std::size_t number = 0;
            while (row_text(all, number) != row_text(training, i))
                ++number;
            text += " " + std::to_string(training.labels.class_of_row[i]) + row_text(training, i) + " data_" +
                    std::to_string(number + 1) + "\n";
        }
        CHECK(sha256_hex(text) == sums[problem - 1]);
    }
}

TEST_CASE("the MONK's test sets have the documented positives") {
    CHECK(count_class(list_monks(1), 1) == 216);
    CHECK(count_class(list_monks(2), 1) == 142);
    CHECK(count_class(list_monks(3), 1) == 228);
}

TEST_CASE("poker hands of each class are named rightly") {
    CHECK(poker_class({{{1, 1}, {1, 10}, {1, 11}, {1, 12}, {1, 13}}}) == 9);
    CHECK(poker_class({{{1, 9}, {1, 10}, {1, 11}, {1, 12}, {1, 13}}}) == 8);
    CHECK(poker_class({{{2, 5}, {2, 1}, {2, 3}, {2, 2}, {2, 4}}}) == 8);
    CHECK(poker_class({{{1, 4}, {2, 4}, {3, 4}, {4, 4}, {1, 9}}}) == 7);
    CHECK(poker_class({{{1, 4}, {2, 4}, {3, 4}, {4, 9}, {1, 9}}}) == 6);
    CHECK(poker_class({{{3, 4}, {3, 2}, {3, 13}, {3, 9}, {3, 8}}}) == 5);
    CHECK(poker_class({{{1, 1}, {2, 10}, {1, 11}, {1, 12}, {1, 13}}}) == 4);
    CHECK(poker_class({{{1, 1}, {2, 2}, {1, 3}, {1, 4}, {1, 5}}}) == 4);
    CHECK(poker_class({{{1, 4}, {2, 4}, {3, 4}, {4, 8}, {1, 9}}}) == 3);
    CHECK(poker_class({{{1, 4}, {2, 4}, {3, 8}, {4, 8}, {1, 9}}}) == 2);
    CHECK(poker_class({{{1, 4}, {2, 4}, {3, 1}, {4, 8}, {1, 9}}}) == 1);
    CHECK(poker_class({{{1, 12}, {2, 13}, {3, 1}, {4, 2}, {1, 3}}}) == 0);
}

TEST_CASE("dealt hands have the frequencies of the game") {
    Rng rng(6);
    const Dataset hands = draw_poker_hands(100000, rng, false);
    CHECK(count_class(hands, 0) / 1e5 == Approx(0.501177).margin(0.006));
    CHECK(count_class(hands, 1) / 1e5 == Approx(0.422569).margin(0.006));
    CHECK(count_class(hands, 2) / 1e5 == Approx(0.047539).margin(0.003));
    CHECK(count_class(hands, 3) / 1e5 == Approx(0.021128).margin(0.002));
    for (std::size_t i = 0; i < 1000; ++i) {
        std::set<int> cards;
        for (std::size_t c = 0; c < 5; ++c)
            cards.insert(static_cast<int>(hands.columns[2 * c].at(i) * 100 + hands.columns[2 * c + 1].at(i)));
        REQUIRE(cards.size() == 5);
    }
}

TEST_CASE("training hands have five straight and five royal flushes in 25,010, and 25 one-hot features") {
    Rng rng(7);
    const Dataset hands = draw_poker_hands(25010, rng, true, true);
    CHECK(hands.features() == 25);
    CHECK(count_class(hands, 8) >= 5);
    CHECK(count_class(hands, 8) <= 8);
    CHECK(count_class(hands, 9) >= 5);
    CHECK(count_class(hands, 9) <= 6);
    for (std::size_t i = 0; i < 100; ++i) {
        float suits = 0;
        for (std::size_t s = 0; s < 4; ++s)
            suits += hands.columns[s].at(i);
        REQUIRE(suits == 1);
    }
}

TEST_CASE("our poker rules agree with every label of UCI's training file") {
    const DataRoot root = real_data();
    if (!have("poker-part")) return;
    DatasetSpec spec;
    spec.name = "poker-part";
    const Dataset hands = load_split(spec, root).train;
    std::size_t differing = 0;
    for (std::size_t i = 0; i < hands.rows(); ++i) {
        Hand hand{};
        for (std::size_t c = 0; c < 5; ++c)
            hand[c] = {static_cast<int>(hands.columns[2 * c].at(i)),
                       static_cast<int>(hands.columns[2 * c + 1].at(i))};
        differing += poker_class(hand) != hands.labels.class_of_row[i] ? 1U : 0U;
    }
    CHECK(differing == 0);
}

TEST_CASE("a mixture keeps to its grid and its share of background") {
    const MixtureShape shape{
        .features = 50, .classes = 3, .low = 0, .high = 255, .step = 1, .zero_share = 0.8};
    Rng rng(8);
    const Dataset mixture = draw_mixture(shape, 500, 1, rng);
    double zeros = 0;
    for (const Column& column : mixture.columns) {
        REQUIRE(std::holds_alternative<std::vector<std::uint8_t>>(column.values));
        for (std::size_t i = 0; i < 500; ++i)
            zeros += column.at(i) == 0 ? 1 : 0;
    }
    CHECK(zeros / (50 * 500) == Approx(0.8).margin(0.1));
}
