#include "report/policies/ranks.hpp"

#include "core/order.hpp"
#include "statistics/friedman.hpp"
#include "statistics/nemenyi.hpp"

namespace reboost::report {
namespace {

double mean_error(const Contest& contest, std::size_t row, std::size_t column,
                  const std::vector<std::int64_t>& splits, Cost cost) {
    double sum = 0;
    for (const std::int64_t split : splits)
        sum += contest.error_at(row, column, split, cost);
    return sum / static_cast<double>(splits.size());
}

}  // namespace

ContestRanks rank_contest(const Contest& contest, Cost cost) {
    ContestRanks ranks;
    const std::vector<std::size_t> rows = contest.rows(), columns = contest.columns_of(rows);
    ranks.sets = columns.size();
    if (rows.size() < 2 || columns.empty()) {
        ranks.rows = rows;
        ranks.mean.assign(rows.size(), 0);
        return ranks;
    }
    std::vector<double> values;
    for (const std::size_t column : columns) {
        const std::vector<std::int64_t> splits = contest.splits_of(rows, column);
        for (const std::size_t row : rows)
            values.push_back(mean_error(contest, row, column, splits, cost));
    }
    // Of one set there are ranks, but no test: the set stands twice, which leaves its ranks as they are.
    if (columns.size() == 1)
        values.insert(values.end(), values.begin(),
                      values.begin() + static_cast<std::ptrdiff_t>(rows.size()));
    const statistics::FriedmanResult friedman = statistics::friedman(values, rows.size());
    for (const std::size_t i : order_by(rows.size(), [&](std::size_t i) { return friedman.mean_ranks[i]; })) {
        ranks.rows.push_back(rows[i]);
        ranks.mean.push_back(friedman.mean_ranks[i]);
    }
    ranks.critical_difference = statistics::nemenyi_critical_difference(rows.size(), columns.size());
    if (columns.size() > 1) {
        ranks.friedman_f = friedman.f;
        ranks.friedman_p = friedman.f_p;
    }
    return ranks;
}

}  // namespace reboost::report
