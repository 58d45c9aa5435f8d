/// Sets of the UCI repository that follow from a rule; poker hands.
#include "core/mapped.hpp"
#include "core/order.hpp"
#include "data/file_error.hpp"
#include "data/generators/generators.hpp"
#include "data/prepare/binarise.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include <fmt/format.h>

namespace reboost::data {
namespace {

using Board = std::array<int, 9>;  // 0: x, 1: o, 2: blank

bool has_line(const Board& board, int player) {
    constexpr std::array<std::array<std::size_t, 3>, 8> kLines{
        {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}}};
    return std::ranges::any_of(kLines, [&](const auto& line) {
        return std::ranges::all_of(line, [&](std::size_t s) { return board[s] == player; });
    });
}

/// Whether a game ends with this board: the player of the last move has a line, or the board is full.
bool is_end(const Board& board) {
    const auto x = std::ranges::count(board, 0), o = std::ranges::count(board, 1);
    const bool x_line = has_line(board, 0), o_line = has_line(board, 1);
    if (x_line) return !o_line && x == o + 1;
    if (o_line) return x == o;
    return x == 5 && o == 4;
}

std::array<int, 6> robot(int number) {
    constexpr std::array<int, 6> kValues{3, 3, 2, 3, 4, 2};
    std::array<int, 6> a{};
    for (std::size_t j = 6; j-- > 0;) {
        a[j] = number % kValues[j] + 1;
        number /= kValues[j];
    }
    return a;
}

bool monks_rule(int problem, const std::array<int, 6>& a) {
    if (problem == 1) return a[0] == a[1] || a[4] == 1;
    if (problem == 2) return std::ranges::count(a, 1) == 2;
    if (problem == 3) return (a[4] == 3 && a[3] == 1) || (a[4] != 4 && a[1] != 3);
    throw UsageError("the MONK's problems are 1, 2 and 3");
}

/// Deals five of 52 cards without replacement.
Hand deal(Rng& rng) {
    Hand hand{};
    std::array<bool, 52> taken{};
    for (Card& card : hand) {
        std::size_t number = rng.below(52);
        while (taken[number])
            number = rng.below(52);
        taken[number] = true;
        card = {static_cast<int>(number / 13) + 1, static_cast<int>(number % 13) + 1};
    }
    return hand;
}

/// Deals a hand of class 8 or 9; all hands of the class are equally likely, the cards in random order.
Hand deal_straight_flush(Rng& rng, bool royal) {
    const int suit = 1 + static_cast<int>(rng.below(4));
    // A straight begins with rank 1 … 10; the one that begins with 10 is royal.
    const int lowest = royal ? 10 : 1 + static_cast<int>(rng.below(9));
    Hand hand{};
    for (int i = 0; i < 5; ++i)
        hand[static_cast<std::size_t>(i)] = {suit, (lowest + i - 1) % 13 + 1};
    rng.shuffle(std::span<Card>(hand));
    return hand;
}

Dataset table_of(const std::vector<Hand>& hands, bool suits_one_hot) {
    const auto fill = [&](std::size_t row, std::span<double> x) {
        for (std::size_t c = 0; c < 5; ++c) {
            x[2 * c] = hands[row][c].suit;
            x[2 * c + 1] = hands[row][c].rank;
        }
        return poker_class(hands[row]);
    };
    const std::vector<std::string> names{"S1", "C1", "S2", "C2", "S3", "C3", "S4", "C4", "S5", "C5"};
    const Dataset dataset = float_table(hands.size(), names, numbered(10), fill);
    return suits_one_hot ? one_hot_suits(dataset) : dataset;
}

}  // namespace

Dataset list_tic_tac_toe() {
    constexpr int kBoards = 19683;  // 3^9
    std::array<std::vector<float>, 9> values;
    std::vector<std::int32_t> classes;
    for (const bool won : {true, false})
        for (int number = 0; number < kBoards; ++number) {
            Board board{};
            for (std::size_t s = 9, rest = static_cast<std::size_t>(number); s-- > 0; rest /= 3)
                board[s] = static_cast<int>(rest % 3);
            if (!is_end(board) || has_line(board, 0) != won) continue;
            classes.push_back(won ? 1 : 0);
            for (std::size_t s = 0; s < board.size(); ++s)
                values[s].push_back(static_cast<float>(board[s]));
        }
    Dataset dataset;
    for (std::size_t s = 0; s < values.size(); ++s)
        dataset.columns.push_back(
            {"square" + std::to_string(s + 1), ColumnKind::nominal, {"x", "o", "b"}, std::move(values[s])});
    dataset.labels = Labels::from_classes(std::move(classes), {"negative", "positive"});
    return dataset;
}

Dataset list_balance_scale() {
    const std::vector<std::string> names{"left_weight", "left_distance", "right_weight", "right_distance"};
    return float_table(625, names, {"L", "B", "R"}, [](std::size_t row, std::span<double> x) {
        const int number = static_cast<int>(row);
        const std::array<int, 4> value{number / 125 + 1, number / 25 % 5 + 1, number / 5 % 5 + 1,
                                       number % 5 + 1};
        std::ranges::copy(value, x.begin());
        const int left = value[0] * value[1], right = value[2] * value[3];
        return left > right ? 0 : left == right ? 1 : 2;
    });
}

Dataset list_monks(int problem, std::vector<double> numbers, const std::vector<double>& flipped) {
    if (numbers.empty())
        numbers = mapped_to<std::vector<double>>(indices<int>(432), [](int i) { return i + 1; });
    return float_table(numbers.size(), numbered(6, "a", 1), {"0", "1"}, [&](std::size_t row, auto x) {
        const auto a = robot(static_cast<int>(numbers[row]) - 1);
        std::ranges::copy(a, x.begin());
        const bool flip = std::ranges::find(flipped, numbers[row]) != flipped.end();
        return monks_rule(problem, a) != flip ? 1 : 0;
    });
}

int poker_class(const Hand& hand) {
    std::array<int, 14> count{};
    std::array<int, 5> ranks{};
    for (std::size_t i = 0; i < hand.size(); ++i) {
        ranks[i] = hand[i].rank;
        ++count[static_cast<std::size_t>(hand[i].rank)];
    }
    std::ranges::sort(ranks);
    std::ranges::sort(count, std::greater<>());
    if (count[0] == 4) return 7;
    if (count[0] == 3) return count[1] == 2 ? 6 : 3;
    if (count[0] == 2) return count[1] == 2 ? 2 : 1;
    const bool flush = std::ranges::count(hand, hand[0].suit, &Card::suit) == 5;
    const bool to_ace = ranks == std::array{1, 10, 11, 12, 13};
    if (to_ace || ranks[4] == ranks[0] + 4) return !flush ? 4 : to_ace ? 9 : 8;  // the ranks are distinct
    return flush ? 5 : 0;
}

Dataset draw_poker_hands(std::size_t rows, Rng& rng, bool one_hot_suits, bool training) {
    std::vector<Hand> hands(rows);
    std::ranges::generate(hands, [&] { return deal(rng); });
    if (!training) return table_of(hands, one_hot_suits);
    const auto extra = static_cast<int>(std::floor(5.0 * static_cast<double>(rows) / 25010.0 + 0.5));
    std::size_t place = 0;
    for (int i = 0; i < 2 * extra; ++i) {
        while (place < rows && poker_class(hands[place]) != 0)
            ++place;
        if (place < rows) hands[place++] = deal_straight_flush(rng, i % 2 == 1);
    }
    rng.shuffle(std::span<Hand>(hands));
    return table_of(hands, one_hot_suits);
}

Dataset one_hot_suits(const Dataset& raw) {
    constexpr std::size_t kCards = 5;
    if (raw.columns.size() != 2 * kCards)
        throw error<DataError>("{} columns, expected ten: suit and rank of five cards", raw.columns.size());
    Dataset wide{raw.name, {}, raw.labels};
    for (std::size_t card = 0; card < kCards; ++card) {
        const Column& suit = raw.columns[2 * card];
        for (std::size_t row = 0; row < raw.rows(); ++row)
            if (const float value = suit.at(row); value != 1 && value != 2 && value != 3 && value != 4)
                throw error<DataError>("row {}: suit {:g} of card {}, expected 1 to 4", row, value, card + 1);
        for (int s = 1; s <= 4; ++s)
            wide.columns.push_back(indicator(suit, fmt::format("S{}={}", card + 1, s),
                                             [s](float value) { return value == static_cast<float>(s); }));
        wide.columns.push_back(raw.columns[2 * card + 1]);
        wide.columns.back().name = fmt::format("C{}", card + 1);
    }
    return wide;
}

}  // namespace reboost::data
