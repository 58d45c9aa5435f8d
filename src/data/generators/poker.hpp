#pragma once
/// UCI's poker hands (Cattral & Oppacher): suit 1..4 and rank 1..13 (ace 1) of five cards, ten classes.
#include "core/rng.hpp"
#include "data/dataset.hpp"

#include <array>
#include <cstddef>

namespace reboost::data {

struct Card {
    int suit;  ///< 1 … 4
    int rank;  ///< 1 (ace) … 13 (king)
};
using Hand = std::array<Card, 5>;

/// 0 nothing, 1 pair, 2 two pairs, 3 three of a kind, 4 straight, 5 flush, 6 full house, 7 four of a kind,
/// 8 straight flush, 9 royal flush. The ace closes a straight at both ends.
int poker_class(const Hand& hand);

/// `rows` hands, as UCI's test file: dealt evenly.
Dataset draw_poker_hands(std::size_t rows, Rng& rng, bool one_hot_suits);
/// As UCI's training file: 5 straight and 5 royal flushes in 25,010 hands replace dealt hands of class 0.
Dataset draw_poker_training(std::size_t rows, Rng& rng, bool one_hot_suits);

/// The columns of abc2010's poker sets. From ten columns, suit (1 … 4) and rank (1 … 13) of five cards in
/// turn, to 25: the suit of each card as four columns of 0 and 1 (S1=1 … S1=4), then its rank as a number
/// (C1). Rows and labels stay. Throws DataError where the columns are not ten, or a suit is not 1, 2, 3 or 4.
Dataset one_hot_suits(const Dataset& raw);

}  // namespace reboost::data
