/// Pools of the budgeted sets: all rows, and as many binary features in their columns' gaps as the paper
/// counts.
#include "data/binning.hpp"
#include "data/catalogue/catalogue.hpp"
#include "data/data_files.hpp"
#include "data/load/load.hpp"
#include "support/bin_split.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::data;

TEST_CASE("the pools' columns have the published numbers of gaps, and all rows of their files") {
    struct Expected {
        const char* name;
        std::size_t rows, columns, binary_features;
    };
    for (const Expected& e :
         {Expected{"sonar-pool", 208, 60, 11196}, Expected{"ionosphere-pool", 351, 34, 8114},
          Expected{"heart-pool", 270, 13, 371}, Expected{"ecoli-pool", 336, 7, 356},
          Expected{"breast-cancer-pool", 699, 9, 81}, Expected{"splice-pool", 3175, 240, 240}}) {
        if (!have(e.name)) continue;
        INFO(e.name);
        DatasetSpec spec;
        spec.name = e.name;
        const BinnedSplit pool = testing::bin(load_split(spec, real_data()));
        CHECK(pool.train.rows == e.rows);
        CHECK(pool.test.rows == 0);
        CHECK(pool.train.features() == e.columns);
        CHECK(pool.train_labels.classes == 1);
        std::size_t features = 0;
        for (const BinnedColumn& column : pool.train.columns)
            features += column.bin_count - 1;
        CHECK(features == e.binary_features);
    }
}
