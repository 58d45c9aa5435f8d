#include "data/binning.hpp"

#include "core/error.hpp"
#include "core/rng.hpp"
#include "support/bin_split.hpp"

#include <cstdint>
#include <limits>
#include <set>
#include <variant>
#include <vector>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::data;

namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();

Column floats(std::vector<float> values) {
    return {"x", ColumnKind::numeric, {}, std::move(values)};
}
Column bytes(std::vector<std::uint8_t> values) {
    return {"x", ColumnKind::numeric, {}, std::move(values)};
}

std::vector<std::uint32_t> codes(const BinnedColumn& column) {
    std::vector<std::uint32_t> all;
    for (std::size_t i = 0; i < column.rows(); ++i)
        all.push_back(column.at(i));
    return all;
}

}  // namespace

TEST_CASE("exact cuts lie midway between neighbouring distinct values") {
    const Column column = floats({3, 1, 2.5F, 1});
    const BinCuts cuts = fit_cuts(column, {});
    CHECK(cuts.cuts == std::vector<float>{1.75F, 2.75F});
    CHECK_FALSE(cuts.has_missing);
    CHECK(cuts.bin_count() == 3);
    CHECK(cuts.cuts[0] == 1.75F);
    const BinnedColumn binned = apply_cuts(column, cuts);
    CHECK(codes(binned) == std::vector<std::uint32_t>{2, 0, 1, 0});
    CHECK(binned.frequent_bin == 0);
    CHECK(binned.frequent_rows == 2);
}

TEST_CASE("a value on a cut belongs to the upper bin, on test data too") {
    const BinCuts cuts = fit_cuts(floats({0, 1}), {});
    CHECK(cuts.code(0.5F) == 1);
    CHECK(cuts.code(std::nextafterf(0.5F, 0)) == 0);
    CHECK(cuts.code(-100) == 0);
    CHECK(cuts.code(100) == 1);
}

TEST_CASE("neighbouring floats are separated at the upper one") {
    const float low = 1, high = std::nextafterf(1.0F, 2.0F);
    const BinCuts cuts = fit_cuts(floats({high, low}), {});
    REQUIRE(cuts.cuts.size() == 1);
    CHECK(cuts.code(low) == 0);
    CHECK(cuts.code(high) == 1);
}

TEST_CASE("a missing value has the code after all others") {
    const Column column = floats({kMissing, 1, 2});
    const BinCuts cuts = fit_cuts(column, {});
    CHECK(cuts.has_missing);
    CHECK(cuts.bin_count() == 3);
    CHECK(codes(apply_cuts(column, cuts)) == std::vector<std::uint32_t>{2, 0, 1});
}

TEST_CASE("a value missing on test data alone gets the highest code plus one") {
    const BinCuts cuts = fit_cuts(floats({1, 2}), {});
    CHECK(cuts.bin_count() == 2);
    const BinnedColumn binned = apply_cuts(floats({kMissing, 2}), cuts);
    CHECK(codes(binned) == std::vector<std::uint32_t>{2, 1});
    CHECK(binned.bin_count == 3);
}

TEST_CASE("infinities are values like others") {
    const Column column = floats({-kInf, 0, kInf, 1, -kInf});
    const BinCuts cuts = fit_cuts(column, {});
    CHECK(cuts.cuts == std::vector<float>{0, 0.5F, kInf});
    CHECK(codes(apply_cuts(column, cuts)) == std::vector<std::uint32_t>{0, 1, 3, 2, 0});
    const BinCuts extremes = fit_cuts(floats({-kInf, kInf}), {});
    CHECK(extremes.cuts == std::vector<float>{kInf});
    const float most = std::numeric_limits<float>::max();
    CHECK(fit_cuts(floats({-most, most}), {}).cuts == std::vector<float>{0});
}

TEST_CASE("a constant column and a column without any value have no cut") {
    CHECK(fit_cuts(floats({4, 4, 4}), {}).bin_count() == 1);
    CHECK(fit_cuts(bytes({4, 4, 4}), {}).bin_count() == 1);
    const BinCuts missing = fit_cuts(floats({kMissing, kMissing}), {});
    CHECK(missing.cuts.empty());
    CHECK(missing.bin_count() == 2);
    CHECK(codes(apply_cuts(floats({kMissing}), missing)) == std::vector<std::uint32_t>{1});
    CHECK(fit_cuts(floats({}), {}).bin_count() == 1);
}

TEST_CASE("negative and positive zero are one value") {
    const Column column = floats({-0.0F, 0.0F, 0.5F});
    CHECK(fit_cuts(column, {}).cuts == std::vector<float>{0.25F});
}

TEST_CASE("byte columns and float columns of the same values get the same codes") {
    Rng rng(1);
    std::vector<std::uint8_t> raw;
    std::vector<float> same;
    for (int i = 0; i < 1003; ++i) {
        raw.push_back(static_cast<std::uint8_t>(rng.below(90) * 2 + 7));
        same.push_back(raw.back());
    }
    const BinCuts from_bytes = fit_cuts(bytes(raw), {}), from_floats = fit_cuts(floats(same), {});
    CHECK(from_bytes.cuts == from_floats.cuts);
    CHECK(codes(apply_cuts(bytes(raw), from_bytes)) == codes(apply_cuts(floats(same), from_floats)));
}

TEST_CASE("code widths follow the number of bins") {
    const auto column_of = [](std::size_t distinct) {
        std::vector<float> values;
        for (std::size_t i = 0; i < distinct; ++i)
            values.push_back(static_cast<float>(i) * 0.5F);
        return floats(std::move(values));
    };
    const auto width = [&](std::size_t distinct) {
        const Column column = column_of(distinct);
        return apply_cuts(column, fit_cuts(column, {})).codes.index();
    };
    CHECK(width(256) == 0);
    CHECK(width(257) == 1);
    CHECK(width(65536) == 1);
    CHECK(width(65537) == 2);
}

TEST_CASE("exact codes order rows as their values do") {
    Rng rng(5);
    for (int trial = 0; trial < 20; ++trial) {
        std::vector<float> values;
        std::set<float> distinct;
        for (int i = 0; i < 200; ++i) {
            const float v =
                trial % 2 ? static_cast<float>(rng.normal()) : static_cast<float>(rng.below(30)) - 10;
            values.push_back(v);
            distinct.insert(v);
        }
        const Column column = floats(values);
        const BinCuts cuts = fit_cuts(column, {});
        REQUIRE(cuts.bin_count() == distinct.size());
        const BinnedColumn binned = apply_cuts(column, cuts);
        for (std::size_t i = 0; i < values.size(); ++i) {
            const auto rank = std::distance(distinct.begin(), distinct.find(values[i]));
            REQUIRE(binned.at(i) == static_cast<std::uint32_t>(rank));
            for (std::uint32_t t = 1; t < cuts.bin_count(); ++t)
                REQUIRE((binned.at(i) >= t) == (values[i] >= cuts.cuts[t - 1]));
        }
    }
}

TEST_CASE("quantile bins hold about equally many rows") {
    std::vector<float> values;
    for (int i = 0; i < 1000; ++i)
        values.push_back(static_cast<float>(i * i));
    const Column column = floats(values);
    const BinCuts cuts = fit_cuts(column, {.max_bins = 4});
    REQUIRE(cuts.bin_count() == 4);
    std::vector<int> counts(4);
    for (const std::uint32_t code : codes(apply_cuts(column, cuts)))
        ++counts[code];
    CHECK(counts == std::vector<int>{250, 250, 250, 250});
}

TEST_CASE("quantile bins part a heavy value from the rest") {
    std::vector<float> values(90, 0);
    for (int i = 1; i <= 10; ++i)
        values.push_back(static_cast<float>(i));
    const BinCuts cuts = fit_cuts(floats(values), {.max_bins = 4});
    REQUIRE_FALSE(cuts.cuts.empty());
    CHECK(cuts.cuts.front() == 0.5F);
    CHECK(cuts.bin_count() <= 4);
}

TEST_CASE("equal-width bins divide the range") {
    std::vector<float> values;
    for (int i = 0; i <= 1000; ++i)
        values.push_back(static_cast<float>(i));
    const BinCuts cuts = fit_cuts(floats(values), {.max_bins = 4, .rule = BinRule::equal_width});
    CHECK(cuts.cuts == std::vector<float>{250, 500, 750});
    values.push_back(kInf);
    CHECK(fit_cuts(floats(values), {.max_bins = 4, .rule = BinRule::equal_width}).cuts == cuts.cuts);
}

TEST_CASE("columns of few distinct values stay exact under max_bins") {
    CHECK(fit_cuts(floats({1, 2, 4}), {.max_bins = 3}).cuts == std::vector<float>{1.5F, 3});
}

namespace {

Split small_split() {
    Split split;
    split.train.name = "small";
    split.train.columns = {floats({1, 2, 3}), bytes({0, 255, 0})};
    split.train.columns[1].name = "pixel";
    split.train.labels = Labels::from_classes({0, 1, 0}, {"a", "b"});
    split.test.columns = {floats({2.5F, kMissing}), bytes({128, 127})};
    split.test.labels = Labels::from_classes({1, 1}, {"a", "b"});
    split.provenance.sha256 = "abc";
    return split;
}

}  // namespace

TEST_CASE("a split is binned by cuts fitted on its training part") {
    const BinnedSplit binned = testing::bin(small_split());
    CHECK(binned.name == "small");
    CHECK(binned.feature_names == std::vector<std::string>{"x", "pixel"});
    CHECK(binned.levels.size() == 2);
    CHECK(binned.train.rows == 3);
    CHECK(binned.test.rows == 2);
    CHECK(codes(binned.train.columns[0]) == std::vector<std::uint32_t>{0, 1, 2});
    CHECK(codes(binned.train.columns[1]) == std::vector<std::uint32_t>{0, 1, 0});
    CHECK(codes(binned.test.columns[0]) == std::vector<std::uint32_t>{2, 3});
    CHECK(codes(binned.test.columns[1]) == std::vector<std::uint32_t>{1, 0});
    CHECK(binned.test_labels.y == std::vector<std::int8_t>{1, 1});
    CHECK(binned.provenance.sha256 == "abc");
}

TEST_CASE("a split without test rows is binned with empty test columns") {
    Split split = small_split();
    split.test = {};
    const BinnedSplit binned = testing::bin(std::move(split));
    CHECK(binned.test.rows == 0);
    REQUIRE(binned.test.features() == 2);
    CHECK(binned.test.columns[0].rows() == 0);
}

TEST_CASE("other data is binned under given cuts, if it has as many columns") {
    const Split split = small_split();
    const std::vector<BinCuts> cuts = testing::bin(small_split()).cuts;
    const BinnedMatrix binned = bin_with(split.test, cuts);
    CHECK(codes(binned.columns[0]) == std::vector<std::uint32_t>{2, 3});
    Dataset narrow = split.test;
    narrow.columns.pop_back();
    CHECK_THROWS_AS(bin_with(narrow, cuts), DataError);
}

TEST_CASE(
    "chosen rows of a binned column keep its bins, in either width, and find their own most frequent one") {
    BinnedColumn narrow;
    narrow.codes = std::vector<std::uint8_t>{2, 0, 1, 1, 2};
    narrow.bin_count = 3;
    BinnedColumn wide = narrow;
    wide.codes = std::vector<std::uint16_t>{2, 0, 1, 1, 2};
    BinnedMatrix matrix;
    matrix.rows = 5;
    matrix.columns = {narrow, wide};
    const BinnedMatrix chosen = matrix.subset({4, 0, 1});
    CHECK(chosen.rows == 3);
    REQUIRE(chosen.columns.size() == 2);
    CHECK(std::holds_alternative<std::vector<std::uint8_t>>(chosen.columns[0].codes));
    for (const BinnedColumn& column : chosen.columns) {
        CHECK(column.rows() == 3);
        CHECK(column.bin_count == 3);
        CHECK((column.at(0) == 2 && column.at(1) == 2 && column.at(2) == 0));
        CHECK(column.frequent_bin == 2);
        CHECK(column.frequent_rows == 2);
    }
}
