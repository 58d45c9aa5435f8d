#include "data/prepare/bin_stream.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace reboost::data {
namespace {

/// Returns the number of classes that have rows.
double present(std::span<const std::uint32_t> counts) {
    return static_cast<double>(std::ranges::count_if(counts, [](std::uint32_t c) { return c > 0; }));
}

std::uint32_t sum(std::span<const std::uint32_t> counts) {
    return std::accumulate(counts.begin(), counts.end(), 0U);
}

/// Returns the class of all rows of a bin; −1 if they have several classes, −2 if the bin is empty.
std::int64_t only_class(std::span<const std::uint32_t> counts) {
    std::int64_t found = -2;
    for (std::size_t c = 0; c < counts.size(); ++c) {
        if (counts[c] == 0) continue;
        if (found >= 0) return -1;
        found = static_cast<std::int64_t>(c);
    }
    return found;
}

struct Cut {
    std::size_t bin = 0;  ///< first bin of the right part; 0: no cut
    double entropy = 0;   ///< n·H of both parts
    std::vector<std::uint32_t> left;
};

}  // namespace

InformationGain::InformationGain(const Labels& labels) : rows_(labels.rows), x_log_x_(labels.rows + 1, 0.0) {
    for (std::size_t x = 2; x < x_log_x_.size(); ++x)
        x_log_x_[x] = static_cast<double>(x) * std::log2(static_cast<double>(x));
    if (!labels.class_of_row.empty()) {
        problems_.push_back({{labels.class_of_row.begin(), labels.class_of_row.end()},
                             std::max<std::size_t>(2, labels.classes)});
        return;
    }
    for (std::size_t l = 0; l < labels.classes; ++l) {
        Problem problem{{}, 2};
        for (std::size_t i = 0; i < labels.rows; ++i)
            problem.class_of_row.push_back(labels.at(i, l) > 0 ? 1 : 0);
        problems_.push_back(std::move(problem));
    }
}

double InformationGain::score(const BinnedColumn& column, bool nominal) {
    double best = 0;
    if (rows_ == 0 || column.frequent_rows == rows_) return best;
    for (const Problem& problem : problems_) {
        classes_ = problem.classes;
        counts_.assign(column.bin_count * classes_, 0);
        std::visit(
            [&](const auto& codes) {
                for (std::size_t i = 0; i < rows_; ++i)
                    ++counts_[codes[i] * classes_ + problem.class_of_row[i]];
            },
            column.codes);
        std::vector<std::uint32_t> total(classes_, 0);
        double parts = 0;
        for (std::size_t b = 0; b < column.bin_count; ++b) {
            const std::span bin(counts_.data() + b * classes_, classes_);
            std::ranges::transform(total, bin, total.begin(), std::plus());
            if (nominal) parts += entropy(bin);
        }
        if (!nominal) parts = parts_entropy(0, column.bin_count, total);
        best = std::max(best, (entropy(total) - parts) / static_cast<double>(rows_));
    }
    return best > 1e-12 ? best : 0;  // below 1e-12: rounding errors of sums that cancel
}

double InformationGain::entropy(std::span<const std::uint32_t> counts) const {
    double result = x_log_x_[sum(counts)];
    for (const std::uint32_t count : counts)
        result -= x_log_x_[count];
    return result;
}

double InformationGain::parts_entropy(std::size_t first, std::size_t last,
                                      std::span<const std::uint32_t> total) {
    const double whole = entropy(total);
    Cut best{0, whole, {}};
    std::vector<std::uint32_t> left(classes_, 0), right(total.begin(), total.end());
    std::int64_t before = -2;
    for (std::size_t b = first; b < last; ++b) {
        const std::span bin(counts_.data() + b * classes_, classes_);
        const std::int64_t now = only_class(bin);
        if (now == -2) continue;  // empty bin: cuts before and after it are equal
        // The best cut never lies between two bins of the same class (Fayyad and Irani 1992).
        if (before != -2 && (now == -1 || now != before)) {
            const double both = entropy(left) + entropy(right);
            if (both < best.entropy) best = {b, both, left};
        }
        before = now;
        std::ranges::transform(left, bin, left.begin(), std::plus());
        std::ranges::transform(right, bin, right.begin(), std::minus());
    }
    if (best.bin == 0) return whole;
    std::ranges::transform(total, best.left, right.begin(), std::minus());
    const auto mean = [&](std::span<const std::uint32_t> counts) {  // k H
        return present(counts) * entropy(counts) / sum(counts);
    };
    const double n = sum(total), k = present(total), rest = mean(total) - mean(best.left) - mean(right);
    // log2(3^k − 2); 3^k overflows from k = 647 on. For k > 40 the 2 is below a double's last digit.
    const double ways = k > 40 ? k * std::log2(3.0) : std::log2(std::pow(3.0, k) - 2);
    const double price = std::log2(n - 1) + ways - rest;
    if (whole - best.entropy <= price) return whole;
    return parts_entropy(first, best.bin, best.left) + parts_entropy(best.bin, last, right);
}

}  // namespace reboost::data
