/// Which of equal cuts a stump takes, in every form that a column may have.
#include "learners/mh/generic_weights.hpp"
#include "learners/mh/stump_scanner.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::learners;

namespace {

/// Values 0, 1, 2 with labels +, (+, -), -: the cuts at 1 and at 2 have the same edge. `rows` is a multiple
/// of 4; `zeros` more rows of value 0 come in pairs of opposite labels, so that they change no edge.
data::Dataset tied(std::size_t rows, std::size_t zeros, std::size_t classes) {
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
    StumpScanner scanner(columns, weights.stride(), 1);
    const std::vector<std::uint32_t> features{0};
    std::vector<ThresholdScore> scores(1);
    scanner.scan(features, {weights.data(), weights.stride(), weights.totals()}, scores, Wanted::every_score);
    return scores.front();
}

}  // namespace

TEST_CASE("of cuts with equal edges the lowest threshold is taken") {
    // A power of two rows, so that weights and their sums are exact; with many zeros the column is kept as
    // lists.
    for (const std::size_t classes : {std::size_t{2}, std::size_t{3}, std::size_t{20}})
        for (const std::size_t zeros : {std::size_t{0}, std::size_t{192}}) {
            INFO(classes << " classes, " << zeros << " more rows of the most frequent value");
            const data::Dataset set = tied(64, zeros, classes);
            const ThresholdScore score = scan(set);
            if (classes == 2) CHECK(score.edge == Approx(32.0 / static_cast<double>(64 + zeros)));
            if (classes == 2 || zeros == 0) CHECK(score.threshold == 1);
        }
}
