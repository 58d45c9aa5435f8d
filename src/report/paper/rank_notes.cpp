/// Mean ranks and whether they differ: Demšar, Statistical Comparisons of Classifiers over Multiple Data
/// Sets, JMLR 7, 2006, section 3.2.2.
#include "report/paper/comparison.hpp"
#include "statistics/friedman.hpp"
#include "statistics/nemenyi.hpp"
#include "statistics/ranks.hpp"
#include "statistics/too_few_sets.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

namespace reboost::report {

std::vector<double> mean_ranks(const std::vector<std::vector<double>>& values) {
    std::vector<double> sums(values.size(), 0.0);
    const std::size_t columns = values.empty() ? 0 : values.front().size();
    for (std::size_t j = 0; j < columns; ++j) {
        std::vector<double> column;
        for (const auto& row : values)
            column.push_back(row[j]);
        const std::vector<double> one = statistics::midranks(column).ranks;
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
    std::vector<double> by_set;
    for (std::size_t j = 0; j < whole; ++j)
        for (const auto& row : values)
            by_set.push_back(row[j]);
    notes.push_back(
        fmt::format("Friedman's chi-square {:.2f} with {} degrees of freedom; Nemenyi's critical difference "
                    "at 0.05: {:.2f} ranks.",
                    statistics::friedman(by_set, mean.size()).chi_squared, mean.size() - 1,
                    statistics::nemenyi_critical_difference(mean.size(), whole)));
    if (std::string warning = statistics::nemenyi_warning(mean.size(), whole); !warning.empty())
        notes.push_back(std::move(warning));
    return notes;
}

}  // namespace reboost::report
