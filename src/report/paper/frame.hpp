#pragma once
/// What part of the plane a panel shows, and where its axes have ticks: one answer for Gnuplot and the page.
#include "report/paper/figure.hpp"

#include <string>
#include <vector>

namespace reboost::report {

struct Range {
    double low = kNoValue, high = kNoValue;
    bool empty() const { return !(low < high); }
};

/// The axes begin and end where the data do: x where a curve (not a level) can be seen. An error in percent
/// ends at 100.
struct Frame {
    Range x, y, y2;  ///< y2: empty where no series is on the right
};
Frame frame_of(const Panel& panel);

/// 1, 10, 100 … inside the range of a logarithmic axis; with 2 and 5 of each decade where that is one or
/// none.
std::vector<double> log_ticks(const Range& range);
/// "10^{5}" (enhanced text) where all are powers of ten, one of them above 1000 or below 0.001; else "20",
/// "200", "2×10^{5}".
std::vector<std::string> tick_labels(const std::vector<double>& ticks);

}  // namespace reboost::report
