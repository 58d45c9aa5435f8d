#include "learners/regression/kernels/feature_bundles.hpp"

#include "core/rng.hpp"
#include "learners/regression/tree_builder.hpp"
#include "support/grow_tree.hpp"
#include "support/stored_target.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::learners;

namespace {

/// A column of uniform codes below `bins`; its frequent bin is counted.
data::BinnedColumn column_of(std::size_t rows, std::uint32_t bins, Rng& rng) {
    std::vector<std::uint8_t> codes(rows);
    std::vector<std::uint32_t> counts(bins, 0);
    for (std::uint8_t& code : codes) {
        code = static_cast<std::uint8_t>(rng.below(bins));
        ++counts[code];
    }
    data::BinnedColumn column;
    column.bin_count = bins;
    column.frequent_bin =
        static_cast<std::uint32_t>(std::max_element(counts.begin(), counts.end()) - counts.begin());
    column.frequent_rows = counts[column.frequent_bin];
    column.codes = std::move(codes);
    return column;
}

data::BinnedMatrix matrix_of(std::size_t rows, const std::vector<std::uint32_t>& bins, Rng& rng) {
    data::BinnedMatrix matrix;
    matrix.rows = rows;
    for (const std::uint32_t count : bins)
        matrix.columns.push_back(column_of(rows, count, rng));
    return matrix;
}

/// Adds the columns of a nominal value in one-hot form; of values 0 none is set.
void add_one_hot(data::BinnedMatrix& matrix, std::uint32_t values, Rng& rng) {
    std::vector<std::uint32_t> value(matrix.rows);
    for (std::uint32_t& v : value)
        v = static_cast<std::uint32_t>(rng.below(values));
    for (std::uint32_t v = 1; v < values; ++v) {
        data::BinnedColumn column;
        std::vector<std::uint8_t> codes(matrix.rows);
        // Here zeros stand in the lower bin, there in the upper one.
        column.frequent_bin = v % 2;
        for (std::size_t i = 0; i < matrix.rows; ++i)
            codes[i] =
                static_cast<std::uint8_t>(value[i] == v ? 1 - column.frequent_bin : column.frequent_bin);
        column.bin_count = 2;
        column.frequent_rows =
            static_cast<std::uint32_t>(std::count(codes.begin(), codes.end(), column.frequent_bin));
        column.codes = std::move(codes);
        matrix.columns.push_back(std::move(column));
    }
}

std::vector<GradientHessian> random_gradients(std::size_t rows, Rng& rng) {
    std::vector<GradientHessian> gradients(rows);
    for (GradientHessian& pair : gradients)
        pair = {static_cast<std::int64_t>(rng.below(2000)) - 1000,
                1 + rng.below(500) + (std::uint64_t{1} << 40U)};
    return gradients;
}

}  // namespace

TEST_CASE("sums by bundles equal sums by stored values, for nodes and for roots") {
    Rng rng(3);
    const std::size_t rows = 700;
    for (const auto& bins : std::vector<std::vector<std::uint32_t>>{{4, 4, 13, 4, 4, 13},
                                                                    {1, 5, 7, 1, 7, 5, 3, 3, 2},
                                                                    {16, 16, 16, 16},
                                                                    std::vector<std::uint32_t>(20, 16)}) {
        data::BinnedMatrix matrix = matrix_of(rows, bins, rng);
        add_one_hot(matrix, 41, rng);
        add_one_hot(matrix, 3, rng);
        const HistogramLayout layout(matrix);
        const FeatureBundles bundles(matrix, layout);
        REQUIRE(bundles.useful());
        const std::vector<GradientHessian> gradients = random_gradients(rows, rng);
        std::vector<std::uint32_t> some;
        for (std::uint32_t i = 0; i < rows; ++i)
            if (rng.below(3) > 0) some.push_back(i);
        AlignedVector<std::uint64_t> expected(2 * layout.slots(), 0), found(2 * layout.slots(), 77), scratch;
        const std::uint64_t stored = add_rows(layout, some, gradients, expected);
        const FeatureBundles::Filled filled = bundles.fill(some, gradients, found, scratch);
        GradientHessian total;
        for (const std::uint32_t row : some)
            total += gradients[row];
        CHECK(filled.stored == stored);
        CHECK(filled.total == total);
        CHECK(found == expected);
        std::vector<TreeRoot> roots(3);
        std::vector<TreeRoot*> asked;
        std::vector<std::vector<GradientHessian>> gradients_of_root;
        for (TreeRoot& root : roots) {
            gradients_of_root.push_back(random_gradients(rows, rng));
            root.gradients.reset(rows, {});
            std::memcpy(root.gradients.words.data(), gradients_of_root.back().data(),
                        rows * sizeof(GradientHessian));
            asked.push_back(&root);
        }
        RootScratch root_scratch;
        bundles.fill_roots(some, asked, root_scratch);
        for (const TreeRoot& root : roots) {
            std::fill(expected.begin(), expected.end(), 0);
            add_rows(layout, some, RowGradients(root.gradients), expected);
            CHECK(std::ranges::equal(root.sums, expected));
        }
    }
}

TEST_CASE("columns that are mostly one value, or of many bins, are not bundled") {
    Rng rng(4);
    data::BinnedMatrix sparse = matrix_of(300, std::vector<std::uint32_t>(20, 2), rng);
    for (data::BinnedColumn& column : sparse.columns) {
        column.codes = std::vector<std::uint8_t>(300, 0);
        std::get<std::vector<std::uint8_t>>(column.codes)[7] = 1;
        column.frequent_bin = 0;
        column.frequent_rows = 299;
    }
    CHECK_FALSE(FeatureBundles(sparse, HistogramLayout(sparse)).useful());
    const data::BinnedMatrix wide = matrix_of(300, {200, 200, 200}, rng);
    CHECK_FALSE(FeatureBundles(wide, HistogramLayout(wide)).useful());
}

TEST_CASE("one-hot columns are one unit, others are not") {
    Rng rng(6);
    // 42 values times 6 are one bundle, for 1.8 stored values per row.
    data::BinnedMatrix matrix = matrix_of(300, {6}, rng);
    add_one_hot(matrix, 42, rng);
    CHECK(FeatureBundles(matrix, HistogramLayout(matrix)).useful());
    // One row with all of them, and the columns of zeros and ones are six bundles.
    for (std::size_t j = 1; j < matrix.columns.size(); ++j) {
        auto& codes = std::get<std::vector<std::uint8_t>>(matrix.columns[j].codes);
        const auto stored = static_cast<std::uint8_t>(1 - matrix.columns[j].frequent_bin);
        if (codes[7] != stored) --matrix.columns[j].frequent_rows;
        codes[7] = stored;
    }
    CHECK_FALSE(FeatureBundles(matrix, HistogramLayout(matrix)).useful());
}

TEST_CASE("where rows are many, a few more additions than stored values are taken for their shorter rows") {
    Rng rng(7);
    CHECK_FALSE([&] {
        const data::BinnedMatrix few = matrix_of(3000, {100, 100, 100}, rng);
        return FeatureBundles(few, HistogramLayout(few)).useful();
    }());
    data::BinnedMatrix many = matrix_of(70000, {100, 100, 100}, rng);
    CHECK(FeatureBundles(many, HistogramLayout(many)).useful());
    many.columns.resize(20, many.columns[0]);  // their sums would leave the cache
    CHECK_FALSE(FeatureBundles(many, HistogramLayout(many)).useful());
    // Never where one column's bins do not fit a code.
    many.columns.resize(10);
    data::BinnedColumn& wide = many.columns[5];
    std::vector<std::uint16_t> codes(many.rows);
    for (std::size_t i = 0; i < codes.size(); ++i)
        codes[i] = static_cast<std::uint16_t>(i % 300);
    wide.bin_count = 300;
    wide.frequent_bin = 0;
    wide.frequent_rows = static_cast<std::uint32_t>(std::count(codes.begin(), codes.end(), 0));
    wide.codes = std::move(codes);
    CHECK_FALSE(FeatureBundles(many, HistogramLayout(many)).useful());
}

TEST_CASE("a tree grown with bundles is the tree grown without") {
    Rng rng(5);
    data::BinnedMatrix matrix = matrix_of(2000, {4, 4, 13, 4, 4, 13, 2, 2}, rng);
    add_one_hot(matrix, 9, rng);
    const HistogramLayout layout(matrix);
    const FeatureBundles bundles(matrix, layout);
    REQUIRE(bundles.useful());
    std::vector<double> gradient(2000), hessian(2000);
    for (std::size_t i = 0; i < 2000; ++i) {
        gradient[i] = rng.uniform(-1, 1);
        hessian[i] = rng.uniform(0.01, 0.25);
    }
    std::vector<std::uint32_t> rows(2000);
    std::iota(rows.begin(), rows.end(), 0U);
    RegressionTreeOptions options;
    options.min_leaf_rows = 5;
    for (const SplitCriterion criterion : {SplitCriterion::mart, SplitCriterion::logit}) {
        RegressionTreeBuilder plain({matrix, {}, layout}, options, criterion);
        RegressionTreeBuilder bundled({matrix, {}, layout, &bundles}, options, criterion);
        std::vector<std::uint16_t> leaves(2000), other_leaves(2000);
        const testing::StoredTarget target(gradient, hessian);
        const RegressionTree one = testing::grow_tree(plain, target, {}, rows, leaves);
        const RegressionTree other = testing::grow_tree(bundled, target, {}, rows, other_leaves);
        CHECK(one == other);
        CHECK(leaves == other_leaves);
        CHECK(one.leaves() == 20);
        CHECK(plain.work() == bundled.work());
    }
}
