#pragma once
/// Generated data sets, but for those in the shape of the Orange data (orange_like.hpp).
#include "core/rng.hpp"
#include "data/dataset.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace reboost::data {

/// Columns "x1" … of floats, row by row: `fill(row, x)` sets the features x of a row and returns its class.
/// Columns of integers 0..255 are packed into bytes.
template <class Fill>
Dataset float_table(std::size_t rows, std::size_t features, std::vector<std::string> class_names, Fill fill) {
    std::vector<std::vector<float>> columns(features, std::vector<float>(rows));
    std::vector<std::int32_t> classes(rows);
    std::vector<double> x(features);
    for (std::size_t row = 0; row < rows; ++row) {
        classes[row] = fill(row, std::span<double>(x));
        for (std::size_t j = 0; j < features; ++j)
            columns[j][row] = static_cast<float>(x[j]);
    }
    Dataset dataset;
    for (std::vector<float>& values : columns) {
        const std::string name = "x" + std::to_string(dataset.columns.size() + 1);
        dataset.columns.push_back({name, ColumnKind::numeric, {}, std::move(values)});
        pack_bytes(dataset.columns.back());
    }
    dataset.labels = Labels::from_classes(std::move(classes), std::move(class_names));
    return dataset;
}

// Problems of Breiman, "Bias, variance, and arcing classifiers" (1996), and Breiman, Friedman, Olshen &
// Stone, "Classification and regression trees" (1984), and the parity set of opt2009, footnote 3
// (drawn.cpp)

/// opt2009 footnote 3: d = 10, x uniform in [0,10], y = 2(⌊x^(1)⌋ mod 2) − 1. Only the first feature matters,
/// and no single stump is better than edge 1/9 on it.
Dataset draw_parity(std::size_t rows, Rng& rng);
/// d = 20; classes N(a·1, I) and N(−a·1, I), a = 2/√20. Bayes error 2.3%.
Dataset draw_twonorm(std::size_t rows, Rng& rng);
/// d = 20; class 0 is N(a·1, I) or N(−a·1, I) evenly, class 1 is N((a,−a,a,…), I), a = 2/√20.
Dataset draw_threenorm(std::size_t rows, Rng& rng);
/// d = 20; class 0 is N(0, 4I), class 1 is N(a·1, I), a = 1/√20. Bayes error 1.3%.
Dataset draw_ringnorm(std::size_t rows, Rng& rng);
/// d = 21, three classes: x = u·h_a + (1−u)·h_b + N(0, I), u uniform, h the triangular waves around 7, 15 and
/// 11; classes mix (1,2), (1,3), (2,3).
Dataset draw_waveform(std::size_t rows, Rng& rng);

// Sets of the UCI repository that follow from a rule: they are listed, not downloaded (enumerable.cpp)

/// All 958 boards at the end of a game of tic-tac-toe in which x moved first (Aha 1991), in the order of
/// UCI's file; nine nominal columns of x, o, b; positive: x has won (626 boards).
Dataset list_tic_tac_toe();
/// All 625 loads of weights and distances 1..5; class by left and right product: L, B (balanced), R.
Dataset list_balance_scale();
/// The test set of the MONK's problems 1, 2 and 3 (Thrun et al. 1991): all 432 robots by the rule.
Dataset list_monks(int problem);
/// The published training rows of problem 1 (124), 2 (169), 3 (122, six of them with a flipped label).
Dataset list_monks_training(int problem);

// UCI's poker hands (Cattral & Oppacher): suit and rank of five cards, ten classes (poker.cpp)

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

// Multi-class Gaussian mixtures on a grid: what stands in for a benchmark set that cannot be had
// (drawn.cpp)

/// The shape that is imitated: features, classes, the grid of the values, and how sparse they are.
struct MixtureShape {
    std::size_t features = 16;
    std::size_t classes = 10;
    double low = 0, high = 100;  ///< range of the values
    double step = 1;             ///< distance of neighbouring values; 0: not quantised
    double zero_share = 0;  ///< share of values below the floor, which are set to `low` (images' background)
    std::size_t factors = 8;  ///< hidden dimensions in which the classes lie
    std::size_t clouds = 3;   ///< normal clouds per class
    double spread = 0.45;     ///< deviation inside a cloud, in units of the distance between clouds' centres
};

/// Rows of one problem, whose centres and loadings `problem` seeds for both parts; `rng` draws the rows.
Dataset draw_mixture(const MixtureShape& shape, std::size_t rows, std::uint64_t problem, Rng& rng);

// Yahoo! Webscope data set 2 in shape and costs, as ijcai2015 uses it (drawn.cpp)

/// 519 features with costs {.1, .5, 1, 2, 5, 10, 15, 20}, labels relevant or not.
///
/// The relevance model: each row has a hidden relevance z ~ N(0,1) and is relevant if z + 0.4 N(0,1) > −0.25
/// (about 59% of the rows). Feature j of a tier sees z with correlation signal·u_j, u_j uniform in (0.2, 1)
/// (1 for the feature of cost 20), the rest of it half shared by all features of its tier and half its own;
/// then squeezed by Φ and rounded to 0 … 255. A third of the features of cost 2 and less are 0 in
/// half of the rows. `problem` seeds what belongs to features, `rng` the rows. Columns are named
/// "x<number>@<cost>".
Dataset draw_webscope(std::size_t rows, std::uint64_t problem, Rng& rng);

// M-Image (MNIST with background images, Larochelle et al., ICML 2007): MNIST's own digits on patches of
// synthetic natural images, which are dead leaves (Lee, Mumford & Huang, Occlusion models for natural images,
// IJCV 2001): discs of uniform grey fall on each other, their radii with density r⁻³. They have edges and
// occlusion as in photographs, and a power spectrum near 1/f² (digits_on_patches.cpp)

/// A square image, row by row, values in [0,1].
struct GreyImage {
    std::size_t side = 0;
    std::vector<float> pixels;
    float at(std::size_t row, std::size_t column) const { return pixels[row * side + column]; }
};

/// One image. Radii lie between 2 and side/2; about ten discs cover each pixel, the last one is seen. A
/// grey ramp of random slope lies on each disc. `side` ≥ 8.
GreyImage draw_dead_leaves(std::size_t side, Rng& rng);

/// Counts changes of draw_digits_on_patches.
inline constexpr int kDigitsOnPatchesRevision = 1;
/// Draws `rows` + `test_rows` different images of `mnist` (its parts put together; 28×28 byte columns), in
/// random order, and lays each over a patch of its own: a pixel is ink + (1 − ink)·background, ink =
/// grey/255, kept with 256 levels in [0,1]. Training and test patches come from the same twenty images, as in
/// the original. Throws UsageError where MNIST has fewer images than asked for.
Split draw_digits_on_patches(const Split& mnist, std::size_t rows, std::size_t test_rows, std::uint64_t seed);

}  // namespace reboost::data
