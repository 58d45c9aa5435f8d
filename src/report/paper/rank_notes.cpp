/// Mean ranks and whether they differ: Demšar, Statistical Comparisons of Classifiers over Multiple Data
/// Sets, JMLR 7, 2006, section 3.2.2.
#include "report/paper/comparison.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

namespace reboost::report {
namespace {

/// Critical values q_0.05 of the two-tailed Nemenyi test for 2 to 10 rows (Demšar 2006, Table 5).
constexpr std::array<double, 9> kNemenyi{1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164};

/// Ranks of one column, ties sharing the mean of theirs.
std::vector<double> ranks(const std::vector<double>& values) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](auto a, auto b) { return values[a] < values[b]; });
    std::vector<double> result(values.size());
    for (std::size_t first = 0; first < order.size();) {
        std::size_t end = first + 1;
        while (end < order.size() && values[order[end]] == values[order[first]])
            ++end;
        for (std::size_t i = first; i < end; ++i)
            result[order[i]] = static_cast<double>(first + end + 1) / 2;
        first = end;
    }
    return result;
}

}  // namespace

std::vector<double> mean_ranks(const std::vector<std::vector<double>>& values) {
    std::vector<double> sums(values.size(), 0.0);
    const std::size_t columns = values.empty() ? 0 : values.front().size();
    for (std::size_t j = 0; j < columns; ++j) {
        std::vector<double> column;
        for (const auto& row : values)
            column.push_back(row[j]);
        const std::vector<double> one = ranks(column);
        for (std::size_t i = 0; i < sums.size(); ++i)
            sums[i] += one[i] / static_cast<double>(columns);
    }
    return sums;
}

std::vector<std::string> rank_notes(const Table& errors) {
    std::vector<std::vector<double>> values(errors.cells.size());
    const std::size_t columns = errors.cells.empty() ? 0 : errors.cells.front().size();
    std::size_t whole = 0;
    for (std::size_t j = 0; j < columns; ++j) {
        if (std::any_of(errors.cells.begin(), errors.cells.end(),
                        [j](const auto& row) { return !std::isfinite(row[j].value); }))
            continue;
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i].push_back(errors.cells[i][j].value);
        ++whole;
    }
    if (values.size() < 2 || whole == 0) return {};
    const std::vector<double> mean = mean_ranks(values);
    std::vector<std::size_t> order(mean.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return mean[a] < mean[b]; });
    std::string text = fmt::format("Mean rank by {} over {} data set{} (1: lowest)", errors.spec->label,
                                   whole, whole == 1 ? "" : "s");
    for (std::size_t place = 0; place < order.size(); ++place)
        text += fmt::format("{}{} {:.2f}", place == 0 ? ": " : ", ", errors.spec->rows[order[place]].label,
                            mean[order[place]]);
    std::vector<std::string> notes{text + "."};
    if (whole < 2) return notes;
    const double k = static_cast<double>(mean.size()), n = static_cast<double>(whole);
    double squares = 0;
    for (const double rank : mean)
        squares += rank * rank;
    const double friedman = 12 * n / (k * (k + 1)) * (squares - k * (k + 1) * (k + 1) / 4);
    std::string test =
        fmt::format("Friedman's chi-square {:.2f} with {} degrees of freedom", friedman, mean.size() - 1);
    if (mean.size() - 2 < kNemenyi.size())
        test += fmt::format("; Nemenyi's critical difference at 0.05: {:.2f} ranks",
                            kNemenyi[mean.size() - 2] * std::sqrt(k * (k + 1) / (6 * n)));
    notes.push_back(test + ".");
    return notes;
}

}  // namespace reboost::report
