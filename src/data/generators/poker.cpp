#include "core/error.hpp"
#include "data/generators/generators.hpp"
#include "data/prepare/binarise.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace reboost::data {
namespace {

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

std::vector<Hand> deal_hands(std::size_t rows, Rng& rng) {
    std::vector<Hand> hands(rows);
    std::ranges::generate(hands, [&] { return deal(rng); });
    return hands;
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

Dataset draw_poker_hands(std::size_t rows, Rng& rng, bool one_hot_suits) {
    return table_of(deal_hands(rows, rng), one_hot_suits);
}

Dataset draw_poker_training(std::size_t rows, Rng& rng, bool one_hot_suits) {
    std::vector<Hand> hands = deal_hands(rows, rng);
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
        throw DataError(
            fmt::format("{} columns, expected ten: suit and rank of five cards", raw.columns.size()));
    Dataset wide{raw.name, {}, raw.labels};
    for (std::size_t card = 0; card < kCards; ++card) {
        const Column& suit = raw.columns[2 * card];
        for (std::size_t row = 0; row < raw.rows(); ++row)
            if (const float value = suit.at(row); value != 1 && value != 2 && value != 3 && value != 4)
                throw DataError(
                    fmt::format("row {}: suit {:g} of card {}, expected 1 to 4", row, value, card + 1));
        for (int s = 1; s <= 4; ++s)
            wide.columns.push_back(indicator(suit, fmt::format("S{}={}", card + 1, s),
                                             [s](float value) { return value == static_cast<float>(s); }));
        wide.columns.push_back(raw.columns[2 * card + 1]);
        wide.columns.back().name = fmt::format("C{}", card + 1);
    }
    return wide;
}

}  // namespace reboost::data
