#pragma once
/// Sets of the UCI repository that follow from a rule: they are listed, not downloaded.
#include "data/dataset.hpp"

namespace reboost::data {

/// All 958 boards at the end of a game of tic-tac-toe in which x moved first (Aha 1991), in the order of
/// UCI's file; nine nominal columns of x, o, b; positive: x has won (626 boards).
Dataset list_tic_tac_toe();
/// All 625 loads of weights and distances 1..5; class by left and right product: L, B (balanced), R.
Dataset list_balance_scale();
/// The test set of the MONK's problems 1, 2 and 3 (Thrun et al. 1991): all 432 robots by the rule.
Dataset list_monks(int problem);
/// The published training rows of problem 1 (124), 2 (169), 3 (122, six of them with a flipped label).
Dataset list_monks_training(int problem);

}  // namespace reboost::data
