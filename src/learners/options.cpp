#include "learners/options.hpp"

namespace reboost::learners {

void describe(Fields& field, RegressionTreeOptions& o) {
    field("leaves", o.leaves, {"J, the number of leaves (2J - 1 nodes are numbered in 16 bits)", 2, 32768});
    field("min_leaf_rows", o.min_leaf_rows,
          {"no leaf has fewer rows (10 reproduces abc2010's Table 2)", 1, 1e9});
    field("min_split_rows", o.min_split_rows,
          {"a node with fewer rows stays a leaf, whatever min_leaf_rows allows", 2, 1e9});
    field("binning", o.binning, {"how columns become codes"});
}

}  // namespace reboost::learners
