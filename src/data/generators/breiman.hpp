#pragma once
/// Synthetic problems of Breiman, "Bias, variance, and arcing classifiers" (1996), and Breiman, Friedman,
/// Olshen & Stone, "Classification and regression trees" (1984), and the parity set of opt2009, footnote 3.
#include "core/rng.hpp"
#include "data/dataset.hpp"

namespace reboost::data {

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

}  // namespace reboost::data
