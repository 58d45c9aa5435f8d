#include "core/error.hpp"
#include "core/mapped.hpp"
#include "core/order.hpp"
#include "data/generators/generators.hpp"

#include <algorithm>
#include <array>
#include <string>

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

}  // namespace reboost::data
