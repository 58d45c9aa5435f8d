#include "bench/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace reboost::bench {

double median(std::vector<double> values) {
    if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
    std::sort(values.begin(), values.end());
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

double smallest(std::span<const double> values) {
    return values.empty() ? std::numeric_limits<double>::quiet_NaN()
                          : *std::min_element(values.begin(), values.end());
}

LineFit fit_line(std::span<const double> x, std::span<const double> y) {
    const double n = static_cast<double>(x.size());
    double mean_x = 0, mean_y = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        mean_x += x[i] / n;
        mean_y += y[i] / n;
    }
    double xx = 0, xy = 0, yy = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        xx += (x[i] - mean_x) * (x[i] - mean_x);
        xy += (x[i] - mean_x) * (y[i] - mean_y);
        yy += (y[i] - mean_y) * (y[i] - mean_y);
    }
    const double slope = xy / xx;
    return {mean_y - slope * mean_x, slope, yy > 0 ? xy * xy / (xx * yy) : 1};
}

double growth_power(std::span<const double> x, std::span<const double> y) {
    std::vector<double> log_x, log_y;
    for (std::size_t i = 0; i < x.size(); ++i) {
        log_x.push_back(std::log(x[i]));
        log_y.push_back(std::log(y[i]));
    }
    return fit_line(log_x, log_y).slope;
}

}  // namespace reboost::bench
