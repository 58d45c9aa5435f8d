#include "data/generators/poker_columns.hpp"

#include "core/error.hpp"

#include <array>
#include <utility>

#include <fmt/format.h>

namespace reboost::data {

Dataset one_hot_suits(const Dataset& raw) {
    constexpr std::size_t kCards = 5, kSuits = 4;
    if (raw.columns.size() != 2 * kCards)
        throw DataError(
            fmt::format("{} columns, expected ten: suit and rank of five cards", raw.columns.size()));
    Dataset wide;
    wide.name = raw.name;
    wide.labels = raw.labels;
    for (std::size_t card = 0; card < kCards; ++card) {
        const Column& suit = raw.columns[2 * card];
        std::array<std::vector<std::uint8_t>, kSuits> is_suit;
        for (auto& column : is_suit)
            column.assign(raw.rows(), 0);
        for (std::size_t row = 0; row < raw.rows(); ++row) {
            const float value = suit.at(row);
            if (value != 1 && value != 2 && value != 3 && value != 4)
                throw DataError(
                    fmt::format("row {}: suit {:g} of card {}, expected 1 to 4", row, value, card + 1));
            is_suit[static_cast<std::size_t>(value) - 1][row] = 1;
        }
        for (std::size_t s = 0; s < kSuits; ++s)
            wide.columns.push_back(
                {fmt::format("S{}={}", card + 1, s + 1), ColumnKind::numeric, {}, std::move(is_suit[s])});
        wide.columns.push_back(raw.columns[2 * card + 1]);
        wide.columns.back().name = fmt::format("C{}", card + 1);
    }
    return wide;
}

}  // namespace reboost::data
