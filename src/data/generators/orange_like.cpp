#include "data/generators/orange_like.hpp"

#include "core/error.hpp"
#include "core/order.hpp"
#include "core/rng.hpp"
#include "data/raw_table.hpp"
#include "files/atomic_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

namespace reboost::data {
namespace {

constexpr std::size_t kDeviates = 24;
constexpr std::size_t kMostLevels = 5000;
/// ρ of each task: the correlation of its utility with the score that decides its labels.
constexpr std::array<double, kOrangeTasks.size()> kKnowable{0.65, 0.8, 0.9};

/// Returns the utility u_t of a task, which has variance 1; each task uses seven deviates of its own.
double utility(const float* z, std::size_t task) {
    const float* const own = z + 7 * task;
    const double singles = 0.6 * own[0] + 0.45 * own[1] + 0.35 * own[2] + 0.25 * own[3];
    const double product = 0.35 * own[4] * own[5];
    const double square = 0.25 * (own[6] * own[6] - 1);
    constexpr double kVariance = 0.36 + 0.2025 + 0.1225 + 0.0625 + 0.1225 + 2 * 0.0625;
    return (singles + product + square) / std::sqrt(kVariance);
}

double round_to(double value, double step) {
    return std::round(value / step) * step;
}

}  // namespace

OrangeLike::OrangeLike(const OrangeShape& shape, std::size_t rows, std::uint64_t seed)
    : shape_(shape), rows_(rows), seed_(seed), hidden_(rows * kDeviates) {
    Rng rng(seed, "orange-like rows");
    for (float& z : hidden_)
        z = static_cast<float>(rng.normal());
    for (std::size_t j = 0; j < shape.features; ++j)
        rules_.push_back(draw_rule(j));
    draw_labels();
}

OrangeLike::Rule OrangeLike::draw_rule(std::size_t column) const {
    Rng rng(seed_, fmt::format("orange-like rule {}", column));
    constexpr std::array<double, 6> kKindShares{0.35, 0.2, 0.15, 0.15, 0.13, 0.02};
    Rule rule{};
    rule.kind = nominal(column) ? Kind::texts : static_cast<Kind>(rng.discrete(kKindShares));
    rule.deviate = static_cast<std::uint8_t>(rng.below(kDeviates));
    rule.missing_deviate = static_cast<std::uint8_t>(rng.below(kDeviates));
    const double luck = rng.uniform();
    const double loading = luck < shape_.strong                 ? rng.uniform(0.4, 0.9)
                           : luck < shape_.strong + shape_.weak ? rng.uniform(0.05, 0.3)
                                                                : 0.0;
    rule.loading = static_cast<float>(rng.below(2) == 0 ? loading : -loading);
    rule.level = static_cast<float>(rng.uniform());
    rule.width = static_cast<float>(rng.uniform());
    const double share = rng.uniform() < 0.2 ? 0.3 * std::pow(rng.uniform(), 2) : 0;
    // Negative: missing at random. Positive: missing more often in rows with a high `missing_deviate`.
    rule.missing = static_cast<float>(rng.below(2) == 0 ? share : -share);
    return rule;
}

void OrangeLike::draw_labels() {
    for (std::size_t task = 0; task < kOrangeTasks.size(); ++task) {
        Rng rng(seed_, fmt::format("orange-like labels {}", task));
        const double known = kKnowable[task];
        std::vector<double> scores(rows_);
        for (std::size_t i = 0; i < rows_; ++i)
            scores[i] = known * utility(hidden_.data() + i * kDeviates, task) +
                        std::sqrt(1 - known * known) * rng.normal();
        const auto positives = static_cast<std::size_t>(
            std::round(kOrangeTasks[task].positive_share * static_cast<double>(rows_)));
        std::vector<std::uint32_t> order = indices<std::uint32_t>(rows_);
        std::nth_element(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(positives), order.end(),
                         [&](std::uint32_t a, std::uint32_t b) { return scores[a] > scores[b]; });
        labels_[task].assign(rows_, -1);
        for (std::size_t i = 0; i < positives; ++i)
            labels_[task][order[i]] = 1;
    }
}

/// `seen`: standard normal deviate that the column's values are made of.
float OrangeLike::value_of(const Rule& rule, double seen) const {
    const double level = rule.level, width = rule.width;
    switch (rule.kind) {
        case Kind::counts: {
            const double above = seen - (0.2 + 1.5 * level);  // zero for most rows
            return above <= 0 ? 0.0F : static_cast<float>(std::floor(std::exp((0.8 + 1.5 * width) * above)));
        }
        case Kind::amounts:
            return static_cast<float>(round_to(std::exp(6 * level + (0.5 + 1.5 * width) * seen), 0.01));
        case Kind::multiples: {
            const double step = 1 + std::floor(9 * level);
            return static_cast<float>(step * std::floor(std::exp(1 + 2 * width + 0.8 * seen)));
        }
        case Kind::decimals:
            return static_cast<float>(round_to((1 + 100 * level * level) * (seen + 4 * width - 2), 0.001));
        case Kind::grades:
            return static_cast<float>(std::floor((2 + 10 * level) / (1 + std::exp(-1.7 * seen))));
        case Kind::constant:
            return static_cast<float>(std::floor(3 * level));
        case Kind::texts: {
            const double levels = 2 + std::floor(std::exp(level * std::log(double{kMostLevels} - 2)));
            return static_cast<float>(std::floor(std::pow(levels, 1 / (1 + std::exp(-1.7 * seen)))) - 1);
        }
    }
    return kMissing;
}

std::string OrangeLike::name(std::size_t column) const {
    return fmt::format("Var{}", column + 1);
}

std::string OrangeLike::level(std::size_t column, std::size_t number) const {
    constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    // The odd multiplier permutes the 62^4 texts, so two levels of a column never have the same text.
    constexpr std::size_t kTexts = 62 * 62 * 62 * 62;
    std::size_t code = (number * 7368787 + column * 104729 + 11) % kTexts;
    std::string text;
    for (int i = 0; i < 4; ++i, code /= kLetters.size())
        text += kLetters[code % kLetters.size()];
    return text;
}

void OrangeLike::draw(std::size_t column, std::size_t block, std::span<float> values) const {
    const Rule& rule = rules_[column];
    Rng rng(seed_, fmt::format("orange-like column {} block {}", column, block));
    const double loading = rule.loading, rest = std::sqrt(1 - loading * loading);
    const float* z = hidden_.data() + block * kBlockRows * kDeviates;
    for (float& value : values) {
        const double seen = loading * static_cast<double>(z[rule.deviate]) + rest * rng.normal();
        value = value_of(rule, seen);
        if (rule.missing != 0) {
            const double lean = rule.missing > 0 ? std::exp(0.8 * z[rule.missing_deviate] - 0.32) : 1;
            if (rng.uniform() < std::abs(rule.missing) * lean) value = kMissing;
        }
        z += kDeviates;
    }
}

Column OrangeLike::column(std::size_t j) const {
    std::vector<float> values(rows_);
    for (std::size_t begin = 0; begin < rows_; begin += kBlockRows)
        draw(j, begin / kBlockRows, std::span(values).subspan(begin, std::min(kBlockRows, rows_ - begin)));
    Column column{name(j), nominal(j) ? ColumnKind::nominal : ColumnKind::numeric, {}, {}};
    if (nominal(j)) {
        Dictionary seen;
        std::vector<float> index_of(kMostLevels, kMissing);
        for (float& value : values) {
            if (std::isnan(value)) continue;
            float& index = index_of[static_cast<std::size_t>(value)];
            if (std::isnan(index)) index = seen.index_of(level(j, static_cast<std::size_t>(value)));
            value = index;
        }
        column.levels = sort_levels(seen, values);
    }
    column.values = std::move(values);
    return column;
}

std::uint64_t write_orange_files(const OrangeLike& rows, const std::string& folder, const std::string& size,
                                 std::size_t chunks) {
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    const std::string stem = fmt::format("{}/orange_{}_train", folder, size);
    std::uint64_t bytes = 0;
    const std::size_t features = rows.shape().features;
    std::vector<float> values;  // of a block of rows, column by column
    std::size_t block_begin = 0, block_end = 0;
    for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
        const std::string path = stem + (chunks == 1 ? ".data" : fmt::format(".data.chunk{}", chunk + 1));
        std::ofstream file(path, std::ios::binary);
        const auto require = [&path](bool good) {
            if (!good) throw IoError::from_errno("cannot write " + path, errno);
        };
        std::string text;
        for (std::size_t j = 0; chunk == 0 && j < features; ++j)
            text += rows.name(j) + (j + 1 < features ? '\t' : '\n');
        for (std::size_t i = chunk * rows.rows() / chunks; i < (chunk + 1) * rows.rows() / chunks; ++i) {
            if (i >= block_end) {
                block_begin = i - i % OrangeLike::kBlockRows;
                block_end = std::min(rows.rows(), block_begin + OrangeLike::kBlockRows);
                const std::size_t count = block_end - block_begin;
                values.resize(count * features);
                for (std::size_t j = 0; j < features; ++j)
                    rows.draw(j, block_begin / OrangeLike::kBlockRows,
                              std::span(values).subspan(j * count, count));
            }
            for (std::size_t j = 0; j < features; ++j) {
                const float value = values[j * (block_end - block_begin) + i - block_begin];
                if (j > 0) text.push_back('\t');
                if (!std::isnan(value))  // a number as the shortest text that reads back as this float
                    text += rows.nominal(j) ? rows.level(j, static_cast<std::size_t>(value))
                                            : fmt::format("{}", value);
            }
            text.push_back('\n');
            bytes += text.size();
            require(static_cast<bool>(file.write(text.data(), static_cast<std::streamsize>(text.size()))));
            text.clear();
        }
        file.close();
        require(static_cast<bool>(file));
    }
    for (std::size_t task = 0; task < kOrangeTasks.size(); ++task) {
        std::string text;
        for (const std::int8_t y : rows.labels()[task])
            text += std::to_string(y) + '\n';
        files::write_text(fmt::format("{}_{}.labels", stem, kOrangeTasks[task].name), text);
    }
    return bytes;
}

}  // namespace reboost::data
