#include "learners/regression/kernels/root_histograms.hpp"

#include "core/rng.hpp"
#include "learners/mh/tree_problem.hpp"

#include <algorithm>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::learners;

namespace {

/// Half of a column's rows or more are in bin 4, or in bin 4 modulo its bins where it has fewer.
data::BinnedMatrix random_matrix(std::size_t rows, Rng& rng) {
    data::BinnedMatrix matrix;
    matrix.rows = rows;
    for (const std::uint32_t bins : {2, 3, 256, 9, 9, 40, 1, 255, 17, 100, 5, 6}) {
        std::vector<std::uint16_t> codes(rows);
        for (auto& code : codes)
            code = static_cast<std::uint16_t>(rng.uniform() < 0.5 ? 4 % bins : rng.below(bins));
        matrix.columns.push_back(testing::column_of(std::move(codes), bins));
    }
    return matrix;
}

}  // namespace

TEST_CASE("a pass over the stored values fills the roots of several trees, both sides of the frequent bin") {
    const std::size_t rows = GENERATE(std::size_t{400}, RootEntries::kTileRows + 3000);
    Rng rng(3, "roots");
    const data::BinnedMatrix matrix = random_matrix(rows, rng);
    const HistogramLayout layout(matrix);
    const RootEntries entries(matrix, layout);
    CHECK(entries.tiles() == (rows == 400 ? 1 : 2));
    std::vector<std::uint32_t> sample;
    for (std::uint32_t row = 0; row < rows; ++row)
        if (rng.below(3) > 0) sample.push_back(row);
    RootScratch scratch;
    for (std::size_t trees = 1; trees <= kRootTrees; ++trees) {
        std::vector<TreeRoot> roots(trees);
        std::vector<TreeRoot*> asked;
        for (TreeRoot& root : roots) {
            root.gradients.reset(rows, {});
            for (std::size_t word = 0; word < 2 * rows; ++word)
                root.gradients.words[word] = rng.below(1000);
            root.sums.assign(2 * layout.slots(), 77);  // of another tree
            asked.push_back(&root);
        }
        fill_roots(layout, entries, sample, asked, scratch);
        for (const TreeRoot& root : roots) {
            AlignedVector<std::uint64_t> expected(2 * layout.slots());
            add_rows(layout, sample, RowGradients(root.gradients), expected);
            CHECK(std::ranges::equal(root.sums, expected));
        }
    }
}
