#include "learners/mh/row_search.hpp"

#include "learners/mh/weights.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

namespace reboost::learners {

RowSearch::RowSearch(const ScanColumns& columns, std::size_t stride)
    : columns_(columns),
      stride_(stride),
      kernels_(kernels_for(stride)),
      scanner_(columns, stride),
      totals_(stride) {}

std::span<const std::uint32_t> RowSearch::all_rows() {
    if (all_rows_.empty()) {
        all_rows_.resize(columns_.rows());
        std::iota(all_rows_.begin(), all_rows_.end(), 0U);
    }
    return all_rows_;
}

void RowSearch::measure_masses(const float* weights) {
    if (std::exchange(masses_known_, true)) return;
    mass_.resize(columns_.rows());
    for (std::size_t i = 0; i < mass_.size(); ++i) {
        const float* const row = weights + i * stride_;
        double sums[4] = {};  // four partial sums: additions to one sum wait for each other
        for (std::size_t l = 0; l < stride_; ++l)
            sums[l % 4] += static_cast<double>(std::abs(row[l]));
        mass_[i] = (sums[0] + sums[1]) + (sums[2] + sums[3]);
    }
}

double RowSearch::mass_of(std::span<const std::uint32_t> rows) const {
    double mass = 0;
    for (const std::uint32_t row : rows)
        mass += mass_[row];
    return mass;
}

void RowSearch::choose_heaviest(double share, std::span<const std::uint32_t> decision, double mass) {
    const auto heavier = [this](std::uint32_t a, std::uint32_t b) {
        return mass_[a] != mass_[b] ? mass_[a] > mass_[b] : a < b;
    };
    order_.assign(decision.begin(), decision.end());
    // Quickselect from the light end: linear time on average.
    double may_go = (1 - share) * mass;
    std::size_t kept = 0, end = order_.size();
    while (kept < end) {
        const std::size_t middle = kept + (end - kept) / 2;
        std::nth_element(order_.begin() + static_cast<std::ptrdiff_t>(kept),
                         order_.begin() + static_cast<std::ptrdiff_t>(middle),
                         order_.begin() + static_cast<std::ptrdiff_t>(end), heavier);
        const double lighter = mass_of(std::span(order_).subspan(middle, end - middle));
        if (lighter <= may_go) {
            may_go -= lighter;
            end = middle;
        } else {
            kept = middle + 1;
        }
    }
    chosen_.clear();
    if (kept == 0) return;
    const std::uint32_t lightest = order_[kept - 1];
    std::ranges::copy_if(decision, std::back_inserter(chosen_),
                         [&](std::uint32_t row) { return !heavier(lightest, row); });
}

void RowSearch::choose_sampled(const RowSample& sample, std::span<const std::uint32_t> decision,
                               const float* weights) {
    chosen_.clear();
    std::ranges::set_intersection(sample.rows, decision, std::back_inserter(chosen_));
    if (sample.multipliers.empty()) return;
    multiplied_.resize(columns_.rows() * stride_);
    for (const std::uint32_t row : chosen_) {
        const auto multiplier = static_cast<float>(sample.multipliers[row]);
        for (std::size_t l = 0; l < stride_; ++l)
            multiplied_[row * stride_ + l] = weights[row * stride_ + l] * multiplier;
    }
}

std::span<const double> RowSearch::sum_rows(std::span<const std::uint32_t> rows, const float* weights) {
    for_class_chunks(stride_, [&](std::size_t offset) {
        kernels_.row_sums(weights + offset, stride_, rows.data(), rows.size(), totals_.data() + offset);
    });
    return totals_;
}

Report RowSearch::scan(const Query& query, std::span<const std::uint32_t> decision,
                       const ScanWeights& weights, std::span<ThresholdScore> scores) {
    measure_masses(weights.values);
    const double mass = mass_of(decision);
    const RowSample& sample = query.rows.sample;
    const bool multiplied =
        query.rows.kind == RowChoice::Kind::sample && !query.rows.sample.multipliers.empty();
    if (query.rows.kind == RowChoice::Kind::heaviest)
        choose_heaviest(query.rows.share, decision, mass);
    else
        choose_sampled(sample, decision, weights.values);
    const float* const values = multiplied ? multiplied_.data() : weights.values;
    const ScanWeights chosen{values, stride_, sum_rows(chosen_, values)};
    for (std::size_t i = 0; i < scores.size(); ++i)
        scores[i] = scanner_.scan(query.features[i], chosen_, chosen);
    double held = mass_of(chosen_);
    Report report;
    report.left_out = std::max(mass - held, 0.0);
    for (const double total : chosen.totals)
        report.constant_edge += std::abs(total);
    if (multiplied) {
        held = 0;
        for (const std::uint32_t row : chosen_)
            held += mass_[row] * sample.multipliers[row];
    }
    report.share = mass > 0 ? held / mass : 1;
    return report;
}

double RowSearch::edge_on(const StumpChoice& stump, std::span<const std::uint32_t> decision,
                          const ScanWeights& weights) {
    const data::BinnedColumn& column = columns_.codes().columns[stump.feature];
    chosen_.clear();
    std::visit(
        [&](const auto& codes) {
            for (const std::uint32_t row : decision)
                if (codes[row] >= stump.score.threshold) chosen_.push_back(row);
        },
        column.codes);
    work_ += decision.size();
    const std::span<const double> above = sum_rows(chosen_, weights.values);
    double edge = 0;
    for (std::size_t l = 0; l < stride_; ++l)
        edge += std::abs(2 * above[l] - weights.totals[l]);
    return edge;
}

}  // namespace reboost::learners
