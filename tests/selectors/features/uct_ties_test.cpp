#include "selectors/features/uct_tree.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::selectors;

TEST_CASE("among children of equal index UCT takes the one created first") {
    UctTree tree(3, 0);
    Rng rng(4);
    while (tree.size() < 4) {
        const auto child = tree.descend(UctTree::kRoot, rng);
        tree.visit(UctTree::kRoot, 0);
        tree.visit(child, 0);
    }
    for (int step = 0; step < 5; ++step) {
        const auto child = tree.descend(UctTree::kRoot, rng);
        CHECK(child == 1);
        tree.visit(UctTree::kRoot, 0);
        tree.visit(child, 0);
    }
}
