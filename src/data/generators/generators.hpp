#pragma once
/// Generated data sets, except those that imitate the Orange data (orange_like.hpp).
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

/// Makes a data set with float columns of these names: `fill(row, x)` sets the features x of a row and
/// returns its class. Columns of integers 0 … 255 are packed into bytes.
template <class Fill>
Dataset float_table(std::size_t rows, const std::vector<std::string>& names,
                    std::vector<std::string> class_names, Fill fill) {
    std::vector<std::vector<float>> columns(names.size(), std::vector<float>(rows));
    std::vector<std::int32_t> classes(rows);
    std::vector<double> x(names.size());
    for (std::size_t row = 0; row < rows; ++row) {
        classes[row] = fill(row, std::span<double>(x));
        for (std::size_t j = 0; j < x.size(); ++j)
            columns[j][row] = static_cast<float>(x[j]);
    }
    Dataset dataset;
    for (std::size_t j = 0; j < x.size(); ++j) {
        dataset.columns.push_back({names[j], ColumnKind::numeric, {}, std::move(columns[j])});
        pack_bytes(dataset.columns.back());
    }
    dataset.labels = Labels::from_classes(std::move(classes), std::move(class_names));
    return dataset;
}

// Problems of Breiman, "Bias, variance, and arcing classifiers" (1996), and of Breiman, Friedman, Olshen &
// Stone, "Classification and regression trees" (1984), and the parity set of opt2009, footnote 3 (drawn.cpp)

/// opt2009 footnote 3: d = 10, x uniform in [0,10], y = 2(⌊x^(1)⌋ mod 2) − 1. Only the first feature matters,
/// and no single stump has an edge above 1/9.
Dataset draw_parity(std::size_t rows, Rng& rng);
/// d = 20; classes N(a·1, I) and N(−a·1, I), a = 2/√20. Bayes error 2.3%.
Dataset draw_twonorm(std::size_t rows, Rng& rng);
/// d = 20; class 0 is N(a·1, I) or N(−a·1, I) evenly, class 1 is N((a,−a,a,…), I), a = 2/√20.
Dataset draw_threenorm(std::size_t rows, Rng& rng);
/// d = 20; class 0 is N(0, 4I), class 1 is N(a·1, I), a = 1/√20. Bayes error 1.3%.
Dataset draw_ringnorm(std::size_t rows, Rng& rng);
/// d = 21, three classes: x = u·h_a + (1−u)·h_b + N(0, I) with u uniform. h_1, h_2, h_3 are triangular waves
/// around 7, 15 and 11; the classes mix (h_1,h_2), (h_1,h_3), (h_2,h_3).
Dataset draw_waveform(std::size_t rows, Rng& rng);

// Sets of the UCI repository that follow from a rule, so that no download is needed (uci.cpp)

/// All 958 boards at the end of a game of tic-tac-toe in which x moved first (Aha 1991), in the order of
/// UCI's file. Nine nominal columns with the levels x, o, b; positive: x has won (626 boards).
Dataset list_tic_tac_toe();
/// All 625 weights and distances 1 … 5. Class: the side with the larger product, L or R; B if equal.
Dataset list_balance_scale();
/// The robots of the MONK's problem 1, 2 or 3 (Thrun et al. 1991) of these numbers, 1 … 432 in the order of
/// their attributes; without numbers all of them, which is the test set. They are labelled by the rule; the
/// labels of those in `flipped` contradict it.
Dataset list_monks(int problem, std::vector<double> numbers = {}, const std::vector<double>& flipped = {});

// UCI's poker hands (Cattral & Oppacher): suit and rank of five cards, ten classes (uci.cpp)

struct Card {
    int suit;  ///< 1 … 4
    int rank;  ///< 1 (ace) … 13 (king)
};
using Hand = std::array<Card, 5>;

/// Returns 0 for nothing, 1 pair, 2 two pairs, 3 three of a kind, 4 straight, 5 flush, 6 full house, 7 four
/// of a kind, 8 straight flush, 9 royal flush. An ace may begin or end a straight.
int poker_class(const Hand& hand);

/// Draws `rows` hands, all equally likely, as in UCI's test file; or, if `training`, as in UCI's training
/// file: per 25,010 hands, 5 straight and 5 royal flushes replace hands of class 0.
Dataset draw_poker_hands(std::size_t rows, Rng& rng, bool one_hot_suits, bool training = false);

/// Turns ten columns, suit (1 … 4) and rank (1 … 13) of five cards in turn, into the 25 columns of abc2010's
/// poker sets: per card four columns of 0 and 1 for its suit (S1=1 … S1=4), then its rank (C1). Rows and
/// labels stay the same. Throws DataError if there are not ten columns, or a suit is not 1, 2, 3 or 4.
Dataset one_hot_suits(const Dataset& raw);

// Multi-class Gaussian mixtures on a grid: they replace benchmark sets that are not available (drawn.cpp)

/// Properties of the imitated data set: features, classes, grid of the values, share of zeros.
struct MixtureShape {
    std::size_t features = 16;
    std::size_t classes = 10;
    double low = 0, high = 100;  ///< range of the values
    double step = 1;             ///< distance of neighbouring grid values; 0: no grid
    double zero_share = 0;       ///< share of values set to `low`, the smallest ones (background of images)
    std::int64_t factors = 8;    ///< number of hidden dimensions in which the classes differ
    std::size_t clouds = 3;      ///< normal clouds per class
    double spread = 0.45;        ///< standard deviation inside a cloud; that of the clouds' centres is 1
};

/// `problem` seeds centres and loadings, equal for both parts; `rng` draws the rows.
Dataset draw_mixture(const MixtureShape& shape, std::size_t rows, std::uint64_t problem, Rng& rng);

// Imitates Yahoo! Webscope data set 2 in shape and costs, as ijcai2015 uses it (drawn.cpp)

/// 519 features with costs {.1, .5, 1, 2, 5, 10, 15, 20}; labels: relevant or irrelevant.
///
/// Each row has a hidden relevance z ~ N(0,1) and is relevant if z + 0.4 N(0,1) > −0.25 (about 59% of the
/// rows). Feature j of a cost tier has correlation signal·u_j with z, u_j uniform in (0.2, 1), or 1 for the
/// feature of cost 20. Half of its noise variance is shared by the features of its tier, half is its own. The
/// value is mapped by Φ and rounded to 0 … 255. A third of the features of cost ≤ 2 are 0 in half of the
/// rows. `problem` seeds the features, `rng` draws the rows. Columns are named "x<number>@<cost>".
Dataset draw_webscope(std::size_t rows, std::uint64_t problem, Rng& rng);

// M-Image (MNIST with background images, Larochelle et al., ICML 2007): MNIST's own digits on patches of
// synthetic natural images. These are "dead leaves" (Lee, Mumford & Huang, Occlusion models for natural
// images, IJCV 2001): overlapping grey discs whose radii have density ∝ r⁻³. Like photographs, they have
// edges, occlusion and a power spectrum near 1/f² (digits_on_patches.cpp)

/// A square grey image, row by row, values in [0,1].
struct GreyImage {
    std::size_t side = 0;
    std::vector<float> pixels;
    float at(std::size_t row, std::size_t column) const { return pixels[row * side + column]; }
};

/// Draws one image. Radii are between 2 and side/2 pixels. About ten discs cover each pixel; the last one
/// drawn is visible. The grey of a disc rises linearly in a random direction. Needs `side` ≥ 8.
GreyImage draw_dead_leaves(std::size_t side, Rng& rng);

/// Increase this number if draw_digits_on_patches changes its output; it enters the checksum.
inline constexpr int kDigitsOnPatchesRevision = 1;
/// Draws `rows` + `test_rows` different images from both parts of `mnist` (28×28 byte columns), in random
/// order, and lays each on a patch of its own. A pixel is ink + (1 − ink)·background with ink = grey/255,
/// rounded to multiples of 1/255. All patches come from the same twenty images, as in the original. Throws
/// UsageError if MNIST has too few images.
Split draw_digits_on_patches(const Split& mnist, std::size_t rows, std::size_t test_rows, std::uint64_t seed);

}  // namespace reboost::data
