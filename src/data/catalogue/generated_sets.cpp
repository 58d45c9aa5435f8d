#include "data/catalogue/entries.hpp"
#include "data/generators/breiman.hpp"
#include "data/generators/enumerable.hpp"
#include "data/generators/float_table.hpp"
#include "data/generators/poker.hpp"

#include <fmt/format.h>

namespace reboost::data {
namespace {

constexpr const char* kBreiman = "Breiman, Bias, variance, and arcing classifiers, 1996";

/// Rows that a rule draws one by one.
CatalogueEntry drawn(std::string name, std::string title, std::string source, std::int64_t train_rows,
                     std::int64_t test_rows, std::int64_t features, std::int64_t classes, std::string label,
                     Dataset (*rule)(std::size_t rows, Rng& rng)) {
    return drawn_set({.name = std::move(name),
                      .title = std::move(title),
                      .source = std::move(source),
                      .shape = {train_rows, test_rows, features, classes},
                      .label = std::move(label)},
                     [rule](const Draw& draw) { return rule(draw.rows, draw.rng); });
}

/// A set that can be listed whole.
CatalogueEntry listed(std::string name, std::string title, std::string source, std::int64_t rows,
                      std::int64_t features, std::int64_t classes, std::string label, Dataset (*list)()) {
    return {.name = std::move(name),
            .title = std::move(title),
            .source = std::move(source),
            .shape = {rows * 2 / 3, rows - rows * 2 / 3, features, classes},
            .split_rule = kTwoThirds,
            .label = std::move(label),
            .seeded = true,
            .load = from_rule([list](const LoadRequest& request) {
                return two_parts(list(), request.entry.shape.train_rows, request);
            })};
}

CatalogueEntry monks(int problem) {
    constexpr std::int64_t kTrainingRows[] = {124, 169, 122};
    return {.name = fmt::format("monks-{}", problem),
            .title = fmt::format("MONK's problem {}", problem),
            .source = uci("monks-problems/"),
            .shape = {kTrainingRows[problem - 1], 432, 6, 2},
            .split_rule = "the published training rows; all 432 robots test",
            .label = "by the rule; positive 1",
            .load = from_rule([problem](const LoadRequest&) {
                return Split{list_monks_training(problem), list_monks(problem), {}};
            })};
}

/// Training and test rows follow different rules.
CatalogueEntry poker(std::string name, std::string title, std::int64_t features, bool one_hot) {
    return drawn_set(
        {.name = std::move(name),
         .title = std::move(title),
         .source = uci("poker/"),
         .shape = {25010, 100000, features, 10},
         .label = "0 nothing … 9 royal flush",
         .note = "training hands as in UCI's training file: 5 straight and 5 royal flushes in 25,010; test "
                 "hands dealt evenly"},
        [one_hot](const Draw& draw) {
            return draw.training ? draw_poker_training(draw.rows, draw.rng, one_hot)
                                 : draw_poker_hands(draw.rows, draw.rng, one_hot);
        });
}

Dataset two_rows() {
    FloatTable table(2, 1);
    table.set(1, 0, 1);
    return std::move(table).finish({0, 1}, {"0", "1"});
}

/// A run must name a data set; a booster that learns from none takes this.
CatalogueEntry no_data() {
    return {.name = "none",
            .title = "no data: two rows that nothing looks at, for the booster bandit_problem",
            .source = "generated",
            .shape = {2, 2, 1, 2},
            .split_rule = "the same two rows train and test",
            .label = "the number of the row",
            .load = from_rule([](const LoadRequest&) {
                return Split{two_rows(), two_rows(), {}};
            })};
}

}  // namespace

std::vector<CatalogueEntry> generated_sets() {
    return {
        drawn("parity", "ten uniform features of which one decides by the parity of its integer part",
              "opt2009, footnote 3", 1000, 1000, 10, 2, "positive: floor(x1) is odd", draw_parity),
        drawn("twonorm", "two normal classes, twenty features", kBreiman, 300, 3000, 20, 2,
              "class 1 is positive", draw_twonorm),
        drawn("threenorm", "three normal clouds, two classes, twenty features", kBreiman, 300, 3000, 20, 2,
              "class 1 is positive", draw_threenorm),
        drawn("ringnorm", "a wide normal class around a narrow one, twenty features", kBreiman, 300, 3000, 20,
              2, "class 1 is positive", draw_ringnorm),
        drawn("waveform", "mixtures of two of three triangular waves, 21 positions",
              "Breiman, Friedman, Olshen & Stone, Classification and regression trees, 1984, p. 49", 300,
              5000, 21, 3, "which two waves", draw_waveform),
        listed("tic-tac-toe", "all boards at the end of a game of tic-tac-toe", uci("tic-tac-toe/"), 958, 9,
               2, "positive: x has won", list_tic_tac_toe),
        listed("balance-scale", "where a scale tips, all 625 loads", uci("balance-scale/"), 625, 4, 3,
               "L, B, R", list_balance_scale),
        monks(1),
        monks(2),
        monks(3),
        poker("poker-hands", "poker hands dealt by the rules, suit and rank of five cards", 10, false),
        poker("poker-hands-onehot",
              "poker hands dealt by the rules, suits one-hot, ranks as numbers (abc2010)", 25, true),
        no_data(),
    };
}

}  // namespace reboost::data
