#pragma once
/// Sets of the UCI repository that follow from a rule: they are listed, not downloaded.
#include "data/dataset.hpp"

namespace reboost::data {

/// All 958 boards at the end of a game of tic-tac-toe in which x moved first (Aha 1991); nine nominal columns
/// of x, o, b; positive: x has won (626 boards). In the order of the squares, x before o before b, positives
/// first, as in UCI's file.
Dataset list_tic_tac_toe();
/// All 625 pairs of weights and distances 1..5; class by left·distance against right·distance: L, B
/// (balanced), R.
Dataset list_balance_scale();
/// The 432 robots of the MONK's problems (Thrun et al. 1991) with problem's 1, 2 or 3 rule, noise-free: the
/// test set.
Dataset list_monks(int problem);
/// The published training rows of problem 1 (124), 2 (169), 3 (122, six of them with a flipped label).
Dataset list_monks_training(int problem);

}  // namespace reboost::data
