#pragma once
/// Figures: numbers from runs first, then files, then Gnuplot.
#include "report/measures/measures.hpp"
#include "report/paper/experiment.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace reboost::report {

/// One point of a series; low and high are the ends of its spread (drawn where the series has one), NaN where
/// there is none.
struct Point {
    double x = kNoValue, y = kNoValue, low = kNoValue, high = kNoValue;
};

/// What a series' low and high are, and how they are drawn.
enum class Spread {
    none,
    bars,      ///< 95% intervals of the mean
    interval,  ///< the same as a band
    range,     ///< a band from the least to the greatest
};

struct Series {
    std::string label{};
    std::vector<Point> points{};
    std::int64_t rounds = 0;       ///< T asked for; of points that differ in it the least
    std::int64_t most_rounds = 0;  ///< and the greatest
    bool fewer_rounds = false;     ///< below the paper's
    bool stand_in = false;
    bool second_axis = false;  ///< drawn against the axis on the right
    bool marked = true;        ///< with marks along the line
    Spread spread = Spread::none;
    std::int64_t style = 0;  ///< of plots/style.gp; 0: by its place
    std::vector<const Run*> runs{};
    std::size_t fewest = 0, most = 0;  ///< replicates behind a point
    std::string replicates{};          ///< what they are: "seeds", "trials", "splits", "plays"

    void count(std::size_t n) {
        fewest = fewest == 0 ? n : std::min(fewest, n);
        most = std::max(most, n);
    }
};

/// One set of axes, ready to be drawn.
struct Panel : Axes {
    std::string name;  ///< file name without its ending, a slug: "opt2009-figure1-stump-letter-work"
    std::string title;
    std::optional<double> line{};  ///< a horizontal line
    std::string line_label{};
    double colour_top = kNoValue;       ///< of a heat map or an image: the value of the darkest colour
    bool left_out = false;              ///< in seconds, and timings were not wanted
    bool drawn = false;                 ///< its SVG, PNG and PDF were made
    std::vector<Series> series{};       ///< those with runs
    std::vector<std::string> absent{};  ///< labels of those without

    /// `axis`: 'x' or 'y'.
    bool logarithmic(char axis) const { return log.find(axis) != std::string::npos; }
    bool drawable() const { return !left_out && !series.empty(); }
    bool full_scale() const;  ///< every series there, at the paper's rounds and on its data
    bool has_second_axis() const;
    /// Whether its series are lines over x, within `frame_of`.
    bool has_lines() const { return kind == "curves" || kind == "measures"; }
    /// How high the drawing is, in pixels where it is 640 wide: a forest has a line for each name.
    std::size_t height() const {
        return kind == "forest" ? std::max<std::size_t>(420, 60 + 17 * series.size()) : 420;
    }
};

struct Figure {
    std::string id;
    std::vector<Panel> panels;
    const FigureSpec* spec = nullptr;  ///< none: a contest's
};

/// How a series gets its points. plots/<name>.gp draws them.
struct FigureKind {
    std::string_view name;
    /// The points of series `axis` of a panel. `x`: one of the figure's `x`, or "x" where it has none.
    Series (*series)(const FigureSpec& spec, const PanelSpec& panel, const Axis& axis, const RunSet& runs,
                     const std::string& x);
};
/// Throws UsageError, which begins with `where`, if no kind has that name.
const FigureKind& figure_kind(const std::string& name, const std::string& where);

/// The style of the series at this place of a figure, so that a method looks the same in all its panels: nine
/// styles of plots/style.gp, then nine more.
std::int64_t style_at(std::size_t place);

/// `spec` must outlive the figure. `paper` prefixes the file names.
Figure fill_figure(const FigureSpec& spec, const std::string& paper, const RunSet& runs, bool with_timings);
Figure fill_figure(const FigureSpec&, const std::string&, RunSet&&,
                   bool) = delete;  // a figure refers to its runs

}  // namespace reboost::report
