#pragma once
/// The files of a panel: data and script for Gnuplot, and data for a page that draws the panel itself.
#include "report/pages/page_template.hpp"
#include "report/paper/figure.hpp"

#include <string>
#include <utility>
#include <vector>

namespace reboost::report {

/// Fills the templates in `plots`/pages. Several threads may use one object.
class FigureFiles {
  public:
    explicit FigureFiles(const std::filesystem::path& plots);
    using Texts = std::vector<std::pair<const char*, std::string>>;
    /// Returns a panel's files by ending. ".dat": data for Gnuplot. ".gp": its script, which sets what
    /// differs between panels and loads plots/<kind>.gp. ".js": hands the panel to the page
    /// (plots/pages/figures.js) by reboostFigure("name", {...}).
    Texts texts(const Panel& panel) const;
    /// Returns the panel's axes and series for a page, as JSON that is safe inside a script.
    std::string json(const Panel& panel) const;

  private:
    PageTemplate script_, json_;
};

struct Range {
    double low = kNoValue, high = kNoValue;
    bool empty() const { return !(low < high); }
};

/// The axes span the data; x spans the visible part of curves (not of levels). Errors in percent end at 100.
struct Frame {
    Range x, y, y2;  ///< y2: empty if no series belongs to the axis on the right
};
Frame frame_of(const Panel& panel);

/// Returns 1, 10, 100, … within the range of a logarithmic axis; if these are fewer than two, 1, 2 and 5 of
/// each decade; if these are fewer than three, evenly spaced ticks.
std::vector<double> log_ticks(const Range& range);
/// Returns "10^{5}" (enhanced text) if all ticks are powers of ten and one is > 5000 or < 0.0005; else "20",
/// "200", "2×10^{5}".
std::vector<std::string> tick_labels(const std::vector<double>& ticks);

}  // namespace reboost::report
