#include "learners/options.hpp"

namespace reboost::learners {

void describe(Fields& field, StumpOptions& o) {
    field("binning", o.binning, {"how columns become codes"});
}

void describe(Fields& field, ProductOptions& o) {
    field("terms", o.terms, {"m, the number of stumps in a product", 1, 64});
    field("max_cycles", o.max_cycles,
          {"at most this many passes over the terms; 0: until the edge stops growing", 0, 1000});
    field("binning", o.binning, {"how columns become codes"});
}

void describe(Fields& field, TreeOptions& o) {
    field("size", o.size, {"N", 1, 4096});
    field("count", o.count, {"what N counts"});
    field("leaf_votes", o.leaf_votes, {"what a leaf votes"});
    field("growth", o.growth, {"the leaf split next: the one whose stump raises the edge most, or least"});
    field("binning", o.binning, {"how columns become codes"});
}

void describe(Fields& field, RegressionTreeOptions& o) {
    field("leaves", o.leaves, {"J, the number of leaves (2J - 1 nodes are numbered in 16 bits)", 2, 32768});
    field("min_leaf_rows", o.min_leaf_rows,
          {"no leaf has fewer rows (10 reproduces abc2010's Table 2)", 1, 1e9});
    field("min_split_rows", o.min_split_rows,
          {"a node with fewer rows stays a leaf, whatever min_leaf_rows allows", 2, 1e9});
    field("binning", o.binning, {"how columns become codes"});
}

}  // namespace reboost::learners
