#pragma once
/// Figures: numbers from runs first, then files, then Gnuplot.
#include "report/measures/measures.hpp"
#include "report/paper/experiment.hpp"

#include <optional>
#include <string>
#include <vector>

namespace reboost::report {

/// One point of a series; low and high are the ends of its 95% interval, NaN where there is none.
struct Point {
    double x = kNoValue, y = kNoValue, low = kNoValue, high = kNoValue;
};

struct Series {
    std::string label;
    std::vector<Point> points;
    std::int64_t rounds = 0;    ///< T asked for
    bool fewer_rounds = false;  ///< below the paper's
    bool stand_in = false;
    bool second_axis = false;  ///< drawn against the axis on the right
    bool marks_only = false;   ///< marks without a line
    std::int64_t style = 0;    ///< line style; 0: by its place among the series drawn
    std::vector<const Run*> runs;
};

/// One set of axes, ready to be drawn.
struct Panel {
    std::string name;  ///< file name without its ending, a slug: "opt2009-figure1-stump-letter-work"
    std::string title, kind;
    std::string x_label, y_label, y2_label, log;
    std::optional<double> line;  ///< a horizontal line
    std::string line_label;
    std::optional<double> y_top;  ///< the vertical axis ends at so many times the lowest value
    bool intervals = false;
    bool left_out = false;            ///< in seconds, and timings were not wanted
    std::vector<Series> series;       ///< those with runs
    std::vector<std::string> absent;  ///< labels of those without

    bool drawable() const { return !left_out && !series.empty(); }
    bool full_scale() const;  ///< every series there, at the paper's rounds, on the paper's data
};

struct Figure {
    const FigureSpec* spec = nullptr;
    std::vector<Panel> panels;
};

/// `spec` must outlive the figure. `paper` prefixes the file names.
Figure fill_figure(const FigureSpec& spec, const std::string& paper, const RunSet& runs, bool with_timings);

/// Gnuplot's data file: one block a series, separated by two empty lines, columns x y low high.
std::string panel_data(const Panel& panel);
/// The script that draws it: sets what differs and loads plots/<kind>.gp.
std::string panel_script(const Panel& panel);

}  // namespace reboost::report
