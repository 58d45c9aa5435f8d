#include "data/catalogue/generated_set.hpp"
#include "data/catalogue/groups.hpp"
#include "data/generators/breiman.hpp"
#include "data/generators/enumerable.hpp"
#include "data/generators/float_table.hpp"
#include "data/generators/poker.hpp"

#include <fmt/format.h>

namespace reboost::data {
namespace {

constexpr const char* kBreiman = "Breiman, Bias, variance, and arcing classifiers, 1996";
constexpr const char* kTwoStreams = "training and test rows from two streams of dataset.seed";

CatalogueEntry drawn(std::string name, std::string title, std::string source, std::int64_t train_rows,
                     std::int64_t test_rows, std::int64_t features, std::int64_t classes, std::string label,
                     RowGenerator generator) {
    return {
        .name = std::move(name),
        .title = std::move(title),
        .source = std::move(source),
        .shape = {.train_rows = train_rows, .test_rows = test_rows, .features = features, .classes = classes},
        .split_rule = kTwoStreams,
        .label = std::move(label),
        .seeded = true,
        .sized = true,
        .load = drawn_loader(std::move(generator))};
}

CatalogueEntry listed(std::string name, std::string title, std::string source, std::int64_t rows,
                      std::int64_t features, std::int64_t classes, std::string label,
                      std::function<Dataset()> list) {
    return {.name = std::move(name),
            .title = std::move(title),
            .source = std::move(source),
            .shape = {.train_rows = rows * 2 / 3,
                      .test_rows = rows - rows * 2 / 3,
                      .features = features,
                      .classes = classes},
            .split_rule = "two thirds drawn by dataset.seed train",
            .label = std::move(label),
            .seeded = true,
            .load = listed_loader(std::move(list))};
}

CatalogueEntry monks(int problem) {
    constexpr std::int64_t kTrainingRows[] = {124, 169, 122};
    return {
        .name = fmt::format("monks-{}", problem),
        .title = fmt::format("MONK's problem {}", problem),
        .source = uci("monks-problems/"),
        .shape = {.train_rows = kTrainingRows[problem - 1], .test_rows = 432, .features = 6, .classes = 2},
        .split_rule = "the published training rows; all 432 robots test",
        .label = "by the rule; positive 1",
        .load = [problem](const LoadRequest& request) {
            Split split;
            split.train = list_monks_training(problem);
            split.test = list_monks(problem);
            split.train.name = split.test.name = request.entry.name;
            split.provenance = generator_provenance(request.entry, request.spec, 1);
            return split;
        }};
}

/// Training and test rows follow different rules: two generators.
CatalogueEntry poker(std::string name, bool one_hot) {
    CatalogueEntry entry =
        drawn(std::move(name),
              one_hot ? "poker hands dealt by the rules, suits one-hot, ranks as numbers (abc2010)"
                      : "poker hands dealt by the rules, suit and rank of five cards",
              uci("poker/"), 25010, 100000, one_hot ? 25 : 10, 10, "0 nothing … 9 royal flush", {});
    entry.note =
        "training hands as in UCI's training file: 5 straight and 5 royal flushes in 25,010; test hands "
        "dealt evenly";
    entry.load = [one_hot](const LoadRequest& request) {
        const auto part = [&](bool training) {
            return drawn_loader([=](std::size_t rows, Rng& rng) {
                return training ? draw_poker_training(rows, rng, one_hot)
                                : draw_poker_hands(rows, rng, one_hot);
            });
        };
        DatasetSpec one_row = request.spec;
        one_row.test_rows = 1;
        Split split = part(true)({request.entry, one_row, request.root});
        one_row = request.spec;
        one_row.rows = 1;
        split.test = part(false)({request.entry, one_row, request.root}).test;
        split.provenance = generator_provenance(request.entry, request.spec, 1);
        return split;
    };
    return entry;
}

/// A run must name a data set; a booster that learns from none takes this.
CatalogueEntry no_data() {
    return {.name = "none",
            .title = "no data: two rows that nothing looks at, for the booster bandit_problem",
            .source = "generated",
            .shape = {.train_rows = 2, .test_rows = 2, .features = 1, .classes = 2},
            .split_rule = "the same two rows train and test",
            .label = "the number of the row",
            .load = [](const LoadRequest& request) {
                const auto rows = [] {
                    FloatTable table(2, 1);
                    table.set(1, 0, 1);
                    return std::move(table).finish({0, 1}, {"0", "1"});
                };
                Split split;
                split.train = rows();
                split.test = rows();
                split.train.name = split.test.name = request.entry.name;
                split.provenance = generator_provenance(request.entry, request.spec, 1);
                return split;
            }};
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
        poker("poker-hands", false),
        poker("poker-hands-onehot", true),
        no_data(),
    };
}

}  // namespace reboost::data
