#include "learners/priced/cuts.hpp"

#include <cmath>
#include <numeric>

namespace reboost::learners {
namespace {

/// Rows by bin, ascending: rows of bin b are [starts[b], starts[b+1]).
struct BinRows {
    std::vector<std::uint32_t> starts, rows;

    explicit BinRows(const data::BinnedColumn& column)
        : starts(column.bin_count + 1, 0), rows(column.rows()) {
        std::visit(
            [this](const auto& codes) {
                for (const auto code : codes)
                    ++starts[static_cast<std::size_t>(code) + 1];
                std::partial_sum(starts.begin(), starts.end(), starts.begin());
                std::vector<std::uint32_t> next(starts.begin(), starts.end() - 1);
                for (std::size_t i = 0; i < codes.size(); ++i)
                    rows[next[codes[i]]++] = static_cast<std::uint32_t>(i);
            },
            column.codes);
    }
    bool empty(std::uint32_t bin) const { return starts[bin] == starts[bin + 1]; }
};

/// The cheapest threshold in (low, high], the lowest of equals.
std::uint32_t cheapest(const CutList::Price& price, std::uint32_t feature, std::uint32_t low,
                       std::uint32_t high) {
    std::uint32_t best = low + 1;
    for (std::uint32_t t = low + 2; t <= high; ++t)
        if (price(feature, t) < price(feature, best)) best = t;
    return best;
}

}  // namespace

CutList::CutList(const ScanColumns& columns, const Price& price) {
    for (std::uint32_t f = 0; f < columns.features(); ++f) {
        const BinRows bins(columns.codes().columns[f]);
        const std::uint32_t pivot = columns.codes().columns[f].frequent_bin, last = columns[f].bins - 1;
        ColumnCuts column;
        column.entry_by_entry = columns[f].form == ColumnForm::sorted;
        column.first_entry = rows_.size();
        column.first_cut = thresholds_.size();
        const auto add_bin = [&](std::uint32_t bin, std::uint32_t low, std::uint32_t high, bool descending) {
            const auto begin = bins.rows.begin() + bins.starts[bin],
                       end = bins.rows.begin() + bins.starts[bin + 1];
            if (descending)
                rows_.insert(rows_.end(), std::make_reverse_iterator(end), std::make_reverse_iterator(begin));
            else
                rows_.insert(rows_.end(), begin, end);
            entry_ends_.push_back(static_cast<std::uint32_t>(rows_.size() - column.first_entry));
            thresholds_.push_back(cheapest(price, f, low, high));
            prices_.push_back(price(f, thresholds_.back()));
        };
        for (std::uint32_t b = 0; b < pivot; ++b) {
            if (bins.empty(b)) continue;
            std::uint32_t next = b + 1;  // the pivot is never empty
            while (bins.empty(next))
                ++next;
            add_bin(b, b, next, false);
        }
        column.middle_cut = thresholds_.size();
        for (std::uint32_t b = last; b > pivot; --b) {
            if (bins.empty(b)) continue;
            std::uint32_t before = b - 1;
            while (bins.empty(before))
                --before;
            add_bin(b, before, b, column.entry_by_entry);
        }
        column.end_cut = thresholds_.size();
        column.end_entry = rows_.size();
        columns_.push_back(column);
    }
}

void CutList::edges(std::size_t feature, const float* w, double total, std::span<double> out) const {
    const ColumnCuts& column = columns_[feature];
    const std::uint32_t* rows = rows_.data() + column.first_entry;
    const auto walk = [&](std::size_t first, std::size_t end, std::uint32_t entry) {
        double balance = total;
        for (std::size_t cut = first; cut < end; ++cut) {
            const std::uint32_t stop = entry_ends_[cut];
            if (column.entry_by_entry) {
                for (; entry < stop; ++entry)
                    balance -= 2 * static_cast<double>(w[rows[entry]]);
            } else {
                double sum = 0;
                for (; entry < stop; ++entry)
                    sum += static_cast<double>(w[rows[entry]]);
                balance -= 2 * sum;
            }
            out[cut - column.first_cut] = std::fabs(balance);
        }
    };
    walk(column.first_cut, column.middle_cut, 0);
    walk(column.middle_cut, column.end_cut,
         column.middle_cut == column.first_cut ? 0 : entry_ends_[column.middle_cut - 1]);
}

}  // namespace reboost::learners
