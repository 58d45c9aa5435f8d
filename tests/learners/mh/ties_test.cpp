/// Which of equal cuts a stump takes, in every form that a column may have.
#include "learners/mh/generic_weights.hpp"
#include "learners/mh/learner.hpp"
#include "learners/mh/stump_scanner.hpp"
#include "support/team.hpp"

#include <numeric>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::learners;

namespace {

/// Values 0, 1, 2 with labels +, (+, -), -: the cuts at 1 and at 2 have the same edge. `rows` is a multiple
/// of 4; `zeros` more rows of value 0 come in pairs of opposite labels, so that they change no edge.
data::Dataset tied_rows(std::size_t rows, std::size_t zeros, std::size_t classes) {
    std::vector<float> x;
    std::vector<std::int32_t> truth;
    constexpr float kValues[] = {0, 1, 1, 2};
    constexpr std::int32_t kLabels[] = {1, 1, 0, 0};
    for (std::size_t i = 0; i < rows; ++i) {
        x.push_back(kValues[i % 4]);
        truth.push_back(kLabels[i % 4]);
    }
    for (std::size_t i = 0; i < zeros; ++i) {
        x.push_back(0);
        truth.push_back(static_cast<std::int32_t>(i % 2));
    }
    data::Dataset set;
    set.columns.push_back({"x", data::ColumnKind::numeric, {}, std::move(x)});
    set.labels = data::Labels::from_classes(std::move(truth), reference::class_names(classes));
    return set;
}

ThresholdScore scan(const data::Dataset& set) {
    const auto data = reference::binned(set);
    const SignedWeights weights(data->train_labels, false);
    const ScanColumns columns(data->train, weights.stride());
    StumpScanner scanner(columns, testing::alone());
    const std::vector<std::uint32_t> features{0};
    std::vector<ThresholdScore> scores(1);
    scanner.scan(features, {weights.data(), weights.totals()}, scores, Wanted::every_score);
    return scores.front();
}

}  // namespace

TEST_CASE("of cuts with equal edges the lowest threshold is taken") {
    // A power of two rows, so that weights and their sums are exact; with many zeros the column is kept as
    // lists.
    for (const std::size_t classes : {std::size_t{2}, std::size_t{3}, std::size_t{20}})
        for (const std::size_t zeros : {std::size_t{0}, std::size_t{192}}) {
            INFO(classes << " classes, " << zeros << " more rows of the most frequent value");
            const data::Dataset set = tied_rows(64, zeros, classes);
            const ThresholdScore score = scan(set);
            if (classes == 2) CHECK(score.edge == Approx(32.0 / static_cast<double>(64 + zeros)));
            if (classes == 2 || zeros == 0) CHECK(score.threshold == 1);
        }
}

TEST_CASE("cuts on either side of a bin without rows are the same, and the lower is taken") {
    for (const std::size_t classes : {std::size_t{2}, std::size_t{3}, std::size_t{70}}) {
        INFO(classes << " classes");
        data::Dataset set = tied_rows(64, 0, classes);
        std::vector<std::int32_t> truth(64);
        for (std::size_t i = 0; i < 64; ++i) {  // most rows are 2, whose bin is never read
            std::get<std::vector<float>>(set.columns.front().values)[i] = i < 16   ? 0.0F
                                                                          : i < 18 ? 1.0F
                                                                                   : 2.0F;
            truth[i] = i < 16 ? 1 : 0;
        }
        set.labels = data::Labels::from_classes(std::move(truth), reference::class_names(classes));
        data::BinnedSplit data = *reference::binned(set);
        auto& codes = std::get<std::vector<std::uint8_t>>(data.train.columns.front().codes);
        for (std::uint8_t& code : codes)
            if (code == 1) code = 2;  // bin 1 is empty now
        data.train.columns.front().find_frequent_bin();
        const SignedWeights weights(data.train_labels, false);
        const ScanColumns columns(data.train, weights.stride());
        const ScanWeights scanned{weights.data(), weights.totals()};
        std::vector<ThresholdScore> scores(1);
        StumpScanner(columns, testing::alone())
            .scan(std::vector<std::uint32_t>{0}, scanned, scores, Wanted::every_score);
        CHECK(scores.front().edge > 0);
        CHECK(scores.front().threshold == 1);
        std::vector<std::uint32_t> rows(data.train.rows);
        std::iota(rows.begin(), rows.end(), 0U);
        const ThresholdScore gathered = GatheredScanner(columns).scan(0, rows, scanned);
        CHECK(gathered.edge > 0);
        CHECK(gathered.threshold == 1);
    }
}

TEST_CASE("a class of which the rows above and below a cut weigh alike is voted against above it") {
    const auto data = reference::binned(tied_rows(64, 0, 3));
    const ScanColumns columns(data->train, SignedWeights(data->train_labels, false).stride());
    const ScalarVotes votes(columns, 3);
    Fitted found;
    votes.finish(std::vector<double>{0, 0.5, -0.5}, found);
    const auto vote = [&](std::size_t cell, std::size_t label) {
        return found.signs.at(cell * columns.stride() + label) == 0 ? 1 : -1;
    };
    CHECK(std::vector{vote(0, 0), vote(0, 1), vote(0, 2)} == std::vector{1, -1, 1});
    CHECK(std::vector{vote(1, 0), vote(1, 1), vote(1, 2)} == std::vector{-1, 1, -1});
    CHECK(found.edge == 1);
}
