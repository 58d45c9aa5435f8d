/// Missing values, nominal columns, the information gain ranker, and streams of columns.
#include "core/error.hpp"
#include "core/rng.hpp"
#include "data/binning.hpp"
#include "data/data_files.hpp"
#include "data/load/load.hpp"
#include "data/prepare/bin_stream.hpp"
#include "support/bin_split.hpp"
#include "support/load_split.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::data;

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

Labels two_classes(std::vector<std::int32_t> classes) {
    return Labels::from_classes(std::move(classes), {"no", "yes"});
}

ColumnParts numeric(std::vector<float> train, std::vector<float> test) {
    return {{"x", ColumnKind::numeric, {}, std::move(train)},
            {"x", ColumnKind::numeric, {}, std::move(test)},
            {}};
}
ColumnParts nominal(std::vector<float> train, std::vector<float> test) {
    const std::vector<std::string> levels{"a", "b", "c"};
    return {{"x", ColumnKind::nominal, levels, std::move(train)},
            {"x", ColumnKind::nominal, levels, std::move(test)},
            {}};
}

std::vector<float> column_values(const Column& column) {
    std::vector<float> all;
    for (std::size_t i = 0; i < column.rows(); ++i)
        all.push_back(column.at(i));
    return all;
}

DatasetSpec with(MissingRule missing, NominalRule nominal = NominalRule::codes) {
    DatasetSpec spec;
    spec.missing_as = missing;
    spec.nominal_as = nominal;
    return spec;
}

BinnedColumn binned(const std::vector<float>& column_values) {
    const Column column{"x", ColumnKind::numeric, {}, column_values};
    return apply_cuts(column, fit_cuts(column, {}));
}

/// Entropy in bits, the plain way.
double entropy(const std::map<std::int32_t, double>& counts) {
    double n = 0, sum = 0;
    for (const auto& [c, count] : counts)
        n += count;
    for (const auto& [c, count] : counts)
        if (count > 0) sum -= count / n * std::log2(count / n);
    return sum;
}

/// The discretisation of Fayyad and Irani on rows in order, trying every cut: Σ |part| · entropy.
double mdl_parts(std::vector<std::pair<float, std::int32_t>> rows) {
    std::sort(rows.begin(), rows.end());
    std::map<std::int32_t, double> all;
    for (const auto& row : rows)
        all[row.second] += 1;
    const auto n = static_cast<double>(rows.size());
    const double whole = entropy(all);
    double best = whole;
    std::size_t cut = 0;
    std::map<std::int32_t, double> best_left, best_right;
    for (std::size_t i = 1; i < rows.size(); ++i) {
        if (rows[i].first == rows[i - 1].first) continue;
        std::map<std::int32_t, double> left, right;
        for (std::size_t r = 0; r < rows.size(); ++r)
            (r < i ? left : right)[rows[r].second] += 1;
        const auto share = static_cast<double>(i) / n;
        const double parts = share * entropy(left) + (1 - share) * entropy(right);
        if (parts < best - 1e-12) best = parts, cut = i, best_left = left, best_right = right;
    }
    if (cut == 0) return n * whole;
    const auto k = static_cast<double>(all.size()), k1 = static_cast<double>(best_left.size()),
               k2 = static_cast<double>(best_right.size());
    const double price = std::log2(n - 1) + std::log2(std::pow(3, k) - 2) -
                         (k * whole - k1 * entropy(best_left) - k2 * entropy(best_right));
    if (whole - best <= price / n) return n * whole;
    const auto middle = rows.begin() + static_cast<std::ptrdiff_t>(cut);
    return mdl_parts({rows.begin(), middle}) + mdl_parts({middle, rows.end()});
}

}  // namespace

TEST_CASE("The mean of a training column held in bytes fills the gaps of the test rows", "[transforms]") {
    ColumnParts column = numeric({1, 2, 6}, {kMissing, 4});
    pack_bytes(column.train);
    REQUIRE(std::holds_alternative<std::vector<std::uint8_t>>(column.train.values));
    const Labels labels = two_classes({0, 1, 1});
    const auto filled = prepared(column, with(MissingRule::mean), labels);
    CHECK(column_values(filled.at(0).test) == std::vector<float>{3, 4});
}

TEST_CASE("missing values: +infinity leaves the column alone, the mean is that of the training rows") {
    const Labels labels = two_classes({0, 1, 0, 1});
    const DatasetSpec infinity = with(MissingRule::infinity);
    CHECK(std::isnan(prepared(numeric({1, 2, kMissing, 9}, {kMissing}), infinity, labels)[0].test.at(0)));
    const DatasetSpec mean = with(MissingRule::mean);
    const auto filled = prepared(numeric({1, 2, kMissing, 9}, {kMissing, 100}), mean, labels);
    REQUIRE(filled.size() == 1);
    CHECK(column_values(filled[0].train) == std::vector<float>{1, 2, 4, 9});
    CHECK(column_values(filled[0].test) == std::vector<float>{4, 100});
    CHECK(column_values(prepared(nominal({2, 1, 2, kMissing}, {kMissing}), mean, labels)[0].test) ==
          std::vector<float>{2});
}

TEST_CASE("a bin of its own: the column comes twice, with missing values on either side") {
    const Labels labels = two_classes({0, 1, 0, 1});
    const DatasetSpec rules = with(MissingRule::own_bin);
    CHECK(prepared(numeric({1, 2, 3, 4}, {kMissing}), rules, labels).size() == 1);
    auto twice = prepared(numeric({1, 2, kMissing, 4}, {kMissing, 3}), rules, labels);
    REQUIRE(twice.size() == 2);
    CHECK(twice[1].train.name == "x=missing");
    CHECK(column_values(twice[1].test) == std::vector<float>{-kInfinity, 3});
    BinnedSplit split;
    split.train.rows = 4, split.test.rows = 2;
    for (ColumnParts& column : twice)
        append_column(std::move(column), {}, split);
    CHECK(split.train.columns[0].at(2) == 3);  // above all values
    CHECK(split.train.columns[1].at(2) == 0);  // below all values
    CHECK(split.cuts[1].cuts[0] == 1);
    CHECK(split.test.columns[1].at(0) == 0);
}

TEST_CASE("one-hot makes a column per level, the most frequent first, and one of the missing values") {
    const Labels labels = two_classes({0, 1, 0, 1});
    const DatasetSpec rules = with(MissingRule::infinity, NominalRule::one_hot);
    const auto columns = prepared(nominal({2, 0, 2, kMissing}, {1, kMissing, 2}), rules, labels);
    REQUIRE(columns.size() == 3);  // level b has no training row
    CHECK(columns[0].train.name == "x=c");
    CHECK(column_values(columns[0].train) == std::vector<float>{1, 0, 1, 0});
    CHECK(column_values(columns[0].test) == std::vector<float>{0, 0, 1});
    CHECK(columns[1].train.name == "x=a");
    CHECK(columns[2].train.name == "x=missing");
    CHECK(column_values(columns[2].test) == std::vector<float>{0, 1, 0});
    CHECK(prepared(numeric({1, 2, 3, 4}, {}), rules, labels).size() == 1);
}

TEST_CASE("levels in the order of their share of positives, so that a cut is the best subset") {
    // a: 1 of 1 positive, b: 0 of 2, c: 1 of 3
    const Labels labels = two_classes({1, 0, 0, 1, 0, 0});
    const DatasetSpec rules = with(MissingRule::infinity, NominalRule::class_ratio);
    const auto columns = prepared(nominal({0, 1, 1, 2, 2, 2}, {0, 1, 2, kMissing}), rules, labels);
    REQUIRE(columns.size() == 1);
    CHECK(column_values(columns[0].train) == std::vector<float>{2, 0, 0, 1, 1, 1});
    CHECK(columns[0].train.levels.empty());
    CHECK(std::isnan(columns[0].test.at(3)));
    const Labels three = Labels::from_classes({0, 1, 2}, {"p", "q", "r"});
    CHECK_THROWS_WITH(prepared(nominal({0, 1, 2}, {}), rules, three), Catch::Contains("two classes"));
}

TEST_CASE("levels of equal shares of positives keep the order of their names") {
    // a: 1 of 2 positive, b: 2 of 4, c: 0 of 1
    const Labels labels = two_classes({1, 0, 1, 0, 1, 0, 0});
    const DatasetSpec rules = with(MissingRule::infinity, NominalRule::class_ratio);
    const auto columns = prepared(nominal({0, 0, 1, 1, 1, 1, 2}, {0, 1, 2}), rules, labels);
    REQUIRE(columns.size() == 1);
    CHECK(column_values(columns[0].test) == std::vector<float>{1, 2, 0});
}

TEST_CASE("information gain by hand: a perfect column, a useless one, a constant one, a nominal one") {
    std::vector<std::int32_t> classes;
    std::vector<float> perfect, useless;
    for (int i = 0; i < 64; ++i) {
        classes.push_back(i < 32 ? 0 : 1);
        perfect.push_back(static_cast<float>(i));
        useless.push_back(static_cast<float>((i * 37) % 64));
    }
    InformationGain gain(two_classes(classes));
    CHECK(gain.score(binned(perfect), false) == Approx(1));
    CHECK(gain.score(binned(useless), false) == 0);
    CHECK(gain.score(binned(useless), true) == Approx(1));  // plain gain: every value is a level
    CHECK(gain.score(binned(std::vector<float>(64, 3)), false) == 0);
}

TEST_CASE("information gain cuts columns of more classes than 3^k has doubles for") {
    std::vector<std::int32_t> classes;
    std::vector<std::string> names;
    std::vector<float> perfect;
    for (int c = 0; c < 700; ++c) {
        names.push_back("c" + std::to_string(c));
        for (int i = 0; i < 4; ++i) {
            classes.push_back(c);
            perfect.push_back(static_cast<float>(c < 350 ? 0 : 1));
        }
    }
    InformationGain gain(Labels::from_classes(std::move(classes), std::move(names)));
    CHECK(gain.score(binned(perfect), false) == Approx(1));  // which half, of log2(700) bits
}

TEST_CASE("the discretisation equals the plain one that tries every cut") {
    Rng rng(8);
    std::size_t kept = 0;
    for (int trial = 0; trial < 60; ++trial) {
        const std::size_t n = 40 + rng.below(200);
        const auto distinct = 2 + rng.below(30);
        const double signal = rng.uniform(0, 2);
        std::vector<std::int32_t> classes;
        std::vector<float> x;
        std::vector<std::pair<float, std::int32_t>> rows;
        std::map<std::int32_t, double> all;
        for (std::size_t i = 0; i < n; ++i) {
            classes.push_back(static_cast<std::int32_t>(rng.below(trial % 2 == 0 ? 2 : 3)));
            x.push_back(std::round(static_cast<float>(rng.below(distinct)) +
                                   static_cast<float>(signal * 5 * classes.back())));
            rows.emplace_back(x.back(), classes.back());
            all[classes.back()] += 1;
        }
        const Labels labels =
            trial % 2 == 0 ? two_classes(classes) : Labels::from_classes(classes, {"a", "b", "c"});
        const double expected = entropy(all) - mdl_parts(rows) / static_cast<double>(n);
        const double found = InformationGain(labels).score(binned(x), false);
        CHECK(found == Approx(expected).margin(1e-9));
        kept += found > 0 ? 1 : 0;
    }
    CHECK(kept > 10);
    CHECK(kept < 60);
}

TEST_CASE("the ranker keeps columns that inform about any of the tasks, fitted on training rows alone") {
    DatasetSpec spec;
    spec.name = "orange-like-churn";
    spec.rows = 2000, spec.test_rows = 200, spec.features = 400;
    const BinnedSplit all = load_binned(spec, {}, {});
    CHECK(all.train.features() == 400);
    CHECK(all.validation.rows == 200);
    CHECK(all.validation.columns.size() == 400);
    spec.selection = SelectionRule::information_gain;
    const BinnedSplit kept = load_binned(spec, {}, {});
    CHECK(kept.train.features() > 5);
    CHECK(kept.train.features() < 80);
    CHECK(kept.cuts.size() == kept.train.features());
    CHECK(kept.test.columns.size() == kept.train.features());
    // What the held-out rows hold does not matter.
    Split other = load_split(spec, {});
    other.test.labels = two_classes(std::vector<std::int32_t>(200, 1));
    for (Column& column : other.test.columns)
        column.values = std::vector<float>(200, 1);
    const Split same = load_split(spec, {});
    CHECK(bin_stream(stream_of(std::move(other)), spec, {}).feature_names ==
          bin_stream(stream_of(same), spec, {}).feature_names);
}

TEST_CASE("a stream binned block by block equals the set loaded whole") {
    DatasetSpec spec;
    spec.name = "orange-like-appetency";
    spec.rows = 3000, spec.test_rows = 300, spec.features = 50;
    const BinnedSplit streamed = load_binned(spec, {}, {});
    const BinnedSplit whole = testing::bin(load_split(spec, {}));
    REQUIRE(streamed.train.features() == whole.train.features());
    for (std::size_t j = 0; j < whole.train.features(); ++j) {
        CHECK(streamed.cuts[j].cuts == whole.cuts[j].cuts);
        CHECK(streamed.train.columns[j].codes == whole.train.columns[j].codes);
        CHECK(streamed.validation.columns[j].codes == whole.validation.columns[j].codes);
        CHECK(streamed.test.columns[j].codes == whole.test.columns[j].codes);
        CHECK(streamed.train.columns[j].frequent_rows == whole.train.columns[j].frequent_rows);
    }
    CHECK(streamed.train_labels.y == whole.train_labels.y);
    CHECK(streamed.provenance.sha256 == whole.provenance.sha256);
}

TEST_CASE("sorted rows: ascending values, rows ascending among equals, NaN left out") {
    Rng rng(4);
    std::vector<float> column_values{0.0F, -0.0F, kInfinity, -kInfinity, kMissing, 1e-40F, -1e-40F, 3, -3};
    for (int i = 0; i < 5000; ++i)
        column_values.push_back(
            i % 7 == 0 ? kMissing : static_cast<float>(std::round(rng.normal() * 50) * (i % 2 ? 1.0 : 1e30)));
    const std::vector<ValueOfRow> sorted = sort_rows(column_values);
    CHECK(sorted.size() == static_cast<std::size_t>(std::count_if(column_values.begin(), column_values.end(),
                                                                  [](float v) { return !std::isnan(v); })));
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        REQUIRE(column_values[sorted[i].row] == sorted[i].value);
        if (i > 0)
            REQUIRE((sorted[i - 1].value < sorted[i].value ||
                     (sorted[i - 1].value == sorted[i].value && sorted[i - 1].row < sorted[i].row)));
    }
    CHECK(sort_rows({}).empty());
}

TEST_CASE("codes by merging sorted rows are those of a binary search a value") {
    Rng rng(6);
    std::vector<float> train, other;
    for (int i = 0; i < 6000; ++i) {
        train.push_back(i % 50 == 0 ? kMissing : static_cast<float>(rng.normal()));
        other.push_back(i % 60 == 0 ? kMissing : static_cast<float>(2 * rng.normal()));
    }
    for (const std::int64_t bins : {0, 12, 300}) {
        const Column column{"x", ColumnKind::numeric, {}, train};
        const BinCuts cuts = fit_cuts(column, {bins, BinRule::quantile});
        const BinnedColumn codes = apply_cuts({"x", ColumnKind::numeric, {}, other}, cuts);
        for (std::size_t i = 0; i < other.size(); ++i)
            REQUIRE(codes.at(i) == cuts.code(other[i]));
    }
}
