#include "core/error.hpp"
#include "data/generators/generators.hpp"

#include <algorithm>
#include <array>
#include <numeric>
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

[[noreturn]] void refuse_problem() {
    throw UsageError("the MONK's problems are 1, 2 and 3");
}

bool monks_rule(int problem, const std::array<int, 6>& a) {
    if (problem == 1) return a[0] == a[1] || a[4] == 1;
    if (problem == 2) return std::ranges::count(a, 1) == 2;
    if (problem == 3) return (a[4] == 3 && a[3] == 1) || (a[4] != 4 && a[1] != 3);
    refuse_problem();
}

struct MonksTraining {
    std::vector<int> numbers;  ///< robot numbers, 1 … 432, in the order of their attributes
    std::vector<int> flipped;  ///< numbers of the robots whose label contradicts the rule
};

/// The robots in the published training files of problems 1, 2 and 3 (UCI monks-problems).
const MonksTraining kMonksTraining[]{
    {{5,   6,   19,  22,  27,  28,  37,  39,  42,  50,  51,  53,  56,  57,  61,  62,  64,  67,  72,  76,  86,
      87,  88,  92,  93,  94,  99,  103, 107, 111, 114, 116, 117, 119, 120, 124, 130, 132, 134, 135, 136, 137,
      139, 143, 144, 149, 150, 153, 154, 156, 157, 159, 160, 167, 172, 173, 176, 181, 184, 188, 191, 195, 196,
      197, 206, 209, 210, 212, 214, 216, 217, 222, 223, 224, 227, 239, 241, 249, 253, 258, 261, 264, 270, 273,
      274, 275, 286, 289, 290, 297, 300, 308, 313, 316, 324, 326, 332, 337, 344, 346, 352, 361, 362, 366, 377,
      379, 383, 385, 387, 392, 398, 400, 402, 403, 404, 408, 409, 414, 415, 416, 426, 428, 430, 432},
     {}},
    {{4,   7,   9,   10,  11,  13,  15,  19,  23,  25,  26,  37,  39,  40,  42,  44,  50,  58,  60,
      61,  62,  63,  65,  66,  68,  69,  70,  71,  72,  75,  79,  85,  87,  89,  90,  93,  94,  95,
      96,  98,  100, 101, 102, 107, 108, 110, 111, 116, 117, 120, 125, 126, 127, 130, 134, 136, 139,
      145, 148, 149, 156, 162, 164, 166, 167, 169, 172, 175, 179, 184, 185, 186, 188, 190, 192, 197,
      200, 201, 205, 213, 214, 215, 217, 220, 222, 223, 224, 225, 228, 229, 233, 235, 236, 240, 241,
      242, 246, 249, 253, 254, 256, 258, 259, 263, 266, 267, 269, 272, 273, 275, 278, 285, 286, 288,
      295, 298, 300, 302, 303, 304, 305, 306, 308, 310, 313, 316, 317, 318, 319, 320, 323, 330, 331,
      332, 336, 338, 340, 341, 342, 346, 347, 353, 355, 357, 358, 361, 364, 365, 366, 369, 371, 372,
      374, 377, 382, 384, 385, 387, 389, 390, 398, 409, 417, 419, 421, 422, 425, 427, 432},
     {}},
    {{2,   3,   4,   5,   7,   9,   12,  16,  28,  32,  36,  39,  40,  41,  42,  45,  46,  53,  59,  60,  61,
      65,  66,  67,  68,  70,  71,  77,  80,  81,  83,  84,  89,  91,  92,  99,  103, 110, 111, 113, 117, 121,
      122, 123, 128, 134, 136, 143, 145, 146, 151, 152, 153, 154, 164, 166, 167, 172, 183, 186, 198, 200, 202,
      203, 209, 212, 213, 214, 216, 220, 226, 229, 230, 239, 245, 249, 251, 252, 254, 261, 266, 268, 271, 277,
      280, 281, 283, 288, 289, 291, 293, 304, 306, 312, 315, 326, 328, 329, 340, 343, 349, 354, 364, 366, 370,
      377, 382, 383, 390, 391, 400, 401, 403, 404, 407, 409, 410, 420, 422, 425, 430, 432},
     {5, 61, 203, 213, 214, 391}}};

Dataset robots(const std::vector<int>& numbers, const std::vector<int>& flipped, int problem) {
    Dataset dataset = float_table(numbers.size(), 6, {"0", "1"}, [&](std::size_t row, std::span<double> x) {
        const auto a = robot(numbers[row] - 1);
        std::ranges::copy(a, x.begin());
        const bool flip = std::ranges::find(flipped, numbers[row]) != flipped.end();
        return monks_rule(problem, a) != flip ? 1 : 0;
    });
    for (std::size_t j = 0; j < 6; ++j)
        dataset.columns[j].name = "a" + std::to_string(j + 1);
    return dataset;
}

}  // namespace

Dataset list_tic_tac_toe() {
    constexpr int kBoards = 19683;  // 3^9
    std::vector<Board> boards[2];
    for (int number = 0; number < kBoards; ++number) {
        Board board{};
        for (std::size_t s = 9, rest = static_cast<std::size_t>(number); s-- > 0; rest /= 3)
            board[s] = static_cast<int>(rest % 3);
        if (is_end(board)) boards[has_line(board, 0) ? 0 : 1].push_back(board);
    }
    Dataset dataset;
    std::vector<std::int32_t> classes(boards[0].size(), 1);
    classes.resize(boards[0].size() + boards[1].size(), 0);
    boards[0].insert(boards[0].end(), boards[1].begin(), boards[1].end());
    for (std::size_t s = 0; s < 9; ++s) {
        std::vector<float> values;
        for (const Board& board : boards[0])
            values.push_back(static_cast<float>(board[s]));
        dataset.columns.push_back(
            {"square" + std::to_string(s + 1), ColumnKind::nominal, {"x", "o", "b"}, std::move(values)});
    }
    dataset.labels = Labels::from_classes(std::move(classes), {"negative", "positive"});
    return dataset;
}

Dataset list_balance_scale() {
    Dataset dataset = float_table(625, 4, {"L", "B", "R"}, [](std::size_t row, std::span<double> x) {
        const int number = static_cast<int>(row);
        const std::array<int, 4> value{number / 125 + 1, number / 25 % 5 + 1, number / 5 % 5 + 1,
                                       number % 5 + 1};
        std::ranges::copy(value, x.begin());
        const int left = value[0] * value[1], right = value[2] * value[3];
        return left > right ? 0 : left == right ? 1 : 2;
    });
    constexpr std::array<const char*, 4> kNames{"left_weight", "left_distance", "right_weight",
                                                "right_distance"};
    for (std::size_t j = 0; j < 4; ++j)
        dataset.columns[j].name = kNames[j];
    return dataset;
}

Dataset list_monks(int problem) {
    std::vector<int> all(432);
    std::iota(all.begin(), all.end(), 1);
    return robots(all, {}, problem);
}

Dataset list_monks_training(int problem) {
    if (problem < 1 || problem > 3) refuse_problem();
    const MonksTraining& rows = kMonksTraining[problem - 1];
    return robots(rows.numbers, rows.flipped, problem);
}

}  // namespace reboost::data
