#pragma once
/// A panel as files: data and script for Gnuplot, and the data that a page draws itself.
#include "report/pages/page_template.hpp"
#include "report/paper/figure.hpp"

#include <string>
#include <utility>
#include <vector>

namespace reboost::report {

/// Made by templates of `plots`/pages. May be used by several threads.
class FigureFiles {
  public:
    explicit FigureFiles(const std::filesystem::path& plots);
    using Texts = std::vector<std::pair<const char*, std::string>>;
    /// A panel's files by their endings: ".dat", Gnuplot's data; ".gp", the script that draws it: sets what
    /// differs and loads plots/<kind>.gp; ".js", which hands the panel to the page (plots/pages/figures.js):
    /// reboostFigure("name", {...}).
    Texts texts(const Panel& panel) const;
    /// What the page draws: axes and series, as JSON that may stand inside a script.
    std::string json(const Panel& panel) const;

  private:
    PageTemplate script_, json_;
};

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
