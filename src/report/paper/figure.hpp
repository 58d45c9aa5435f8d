#pragma once
/// Figures: their numbers, computed from runs, which are later written to files and drawn with Gnuplot.
#include "report/measures/measures.hpp"
#include "report/paper/experiment.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace reboost::report {

/// One point of a series; low and high are the ends of its spread (drawn if the series has one), NaN if there
/// is none.
struct Point {
    double x = kNoValue, y = kNoValue, low = kNoValue, high = kNoValue;
};

/// Meaning of a series' low and high, and how they are drawn.
enum class Spread {
    none,
    bars,      ///< 95% intervals of the mean, as bars
    interval,  ///< 95% intervals of the mean, as a band
    range,     ///< range of the curves, as a band
};

struct Series {
    std::string label{};
    std::vector<Point> points{};
    std::int64_t rounds = 0;       ///< T asked for; if points differ in T, the least
    std::int64_t most_rounds = 0;  ///< the greatest T of the points
    bool fewer_rounds = false;     ///< T is below the paper's
    bool stand_in = false;
    bool second_axis = false;  ///< belongs to the axis on the right
    bool marked = true;        ///< draw marks along the line
    Spread spread = Spread::none;
    std::int64_t style = 0;  ///< style in plots/style.gp; 0: by its place
    std::vector<const Run*> runs{};
    std::size_t fewest = 0, most = 0;  ///< replicates per point
    std::string replicates{};          ///< "seeds", "trials", "splits", "plays" or "runs"

    void count(std::size_t n) {
        fewest = fewest == 0 ? n : std::min(fewest, n);
        most = std::max(most, n);
    }
};

/// One set of axes, ready to be drawn.
struct Panel : Axes {
    std::string name;  ///< slug, file name without ending: "opt2009-figure1-stump-letter-work"
    std::string title;
    std::optional<double> line{};  ///< height of a horizontal line
    std::string line_label{};
    double colour_top = kNoValue;       ///< heat map or image: value of the darkest colour
    bool left_out = false;              ///< shows seconds, and timings are not wanted
    bool drawn = false;                 ///< SVG, PNG and PDF exist
    std::vector<Series> series{};       ///< series with runs
    std::vector<std::string> absent{};  ///< labels of series without runs

    /// `axis`: 'x' or 'y'.
    bool logarithmic(char axis) const { return log.find(axis) != std::string::npos; }
    bool drawable() const { return !left_out && !series.empty(); }
    bool full_scale() const;  ///< all series exist, with the paper's rounds and data
    bool has_second_axis() const { return std::ranges::any_of(series, &Series::second_axis); }
    /// Whether its series are lines over x, drawn within `frame_of`.
    bool has_lines() const { return kind == "curves" || kind == "measures"; }
    /// Height in pixels at a width of 640; a forest plot needs a line per name.
    std::size_t height() const {
        return kind == "forest" ? std::max<std::size_t>(420, 60 + 17 * series.size()) : 420;
    }
};

struct Figure {
    std::string id;
    std::vector<Panel> panels;
    const FigureSpec* spec = nullptr;  ///< null: a figure of a contest
};

/// Returns the style of the series at this place, so that a method looks the same in all panels of a figure:
/// nine styles of plots/style.gp, then nine more.
std::int64_t style_at(std::size_t place);

/// `spec` and `runs` must outlive the figure. `paper` prefixes the file names.
Figure fill_figure(const FigureSpec& spec, const std::string& paper, const RunSet& runs, bool with_timings);

}  // namespace reboost::report
