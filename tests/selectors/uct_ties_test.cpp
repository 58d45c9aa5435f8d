#include "selectors/uct.hpp"

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

TEST_CASE("a child whose index equals that of an unvisited one goes before it") {
    UctTree tree(2, 0);  // without exploration the index is the mean reward, and U(0,1) of an unvisited child
    Rng rng(4);
    const auto first = tree.descend(UctTree::kRoot, rng);
    Rng ahead = rng;
    tree.visit(UctTree::kRoot, 0);
    tree.visit(first, ahead.uniform());  // what the unvisited child will draw
    CHECK(tree.descend(UctTree::kRoot, rng) == first);
}
