#include "bench/plain_search.hpp"

#include "bench/statistics.hpp"
#include "bench/wide_kernels.hpp"
#include "core/error.hpp"

#include <algorithm>

namespace reboost::bench {
namespace {

constexpr std::size_t kLanes = 16;
constexpr std::size_t kBins = 256;

}  // namespace

PlainSearch::PlainSearch(const data::BinnedSplit& data)
    : starts_(1, 0), weights_(data.train.rows * kLanes), histogram_(kBins * kLanes), totals_(kLanes) {
    const data::Labels& labels = data.train_labels;
    if (data.train.rows > 65536 || labels.classes > kLanes)
        throw Error("the plain search takes at most 65536 rows and 16 classes");
    const auto cell = 1.0F / static_cast<float>(labels.rows * labels.classes);
    for (std::size_t i = 0; i < labels.rows; ++i)
        for (std::size_t l = 0; l < labels.classes; ++l) {
            weights_[i * kLanes + l] = cell * static_cast<float>(labels.at(i, l));
            totals_[l] += weights_[i * kLanes + l];
        }
    for (const data::BinnedColumn& column : data.train.columns) {
        if (column.bin_count > kBins) throw Error("the plain search takes at most 256 bins a column");
        for (std::size_t i = 0; i < data.train.rows; ++i) {
            const std::uint32_t code = column.at(i);
            if (code == column.frequent_bin) continue;
            rows_.push_back(static_cast<std::uint16_t>(i));
            // Bin 0 stands for the skipped one.
            codes_.push_back(static_cast<std::uint8_t>(code < column.frequent_bin ? code + 1 : code));
        }
        starts_.push_back(rows_.size());
    }
}

double PlainSearch::run() {
    const Timer timer;
    const WideKernels& kernels = wide_kernels();
    best_edge_ = 0;
    for (std::size_t c = 0; c + 1 < starts_.size(); ++c) {
        std::fill(histogram_.begin(), histogram_.end(), 0.0F);
        kernels.list_histogram(weights_.data(), rows_.data() + starts_[c], codes_.data() + starts_[c],
                               starts_[c + 1] - starts_[c], histogram_.data());
        best_edge_ = std::max(best_edge_, kernels.best_edge(histogram_.data(), kBins, totals_.data()));
    }
    return 1e3 * timer.cpu_seconds();
}

double PlainSearch::gather_only() {
    const Timer timer;
    volatile float sink = 0;
    for (std::size_t c = 0; c + 1 < starts_.size(); ++c)
        sink = sink + wide_kernels().list_sum(weights_.data(), rows_.data() + starts_[c],
                                              starts_[c + 1] - starts_[c]);
    return 1e3 * timer.cpu_seconds();
}

double PlainSearch::median_ms(int repetitions) {
    std::vector<double> times;
    for (int repetition = 0; repetition < repetitions; ++repetition)
        times.push_back(run());
    return median(times);
}

}  // namespace reboost::bench
