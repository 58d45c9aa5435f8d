#pragma once
/// A panel as files: data and script for Gnuplot, and the data that a page draws itself.
#include "report/paper/figure.hpp"

namespace reboost::report {

/// Gnuplot's data file: one block a series, separated by two empty lines, columns x y low high.
std::string panel_data(const Panel& panel);
/// The script that draws it: sets what differs and loads plots/<kind>.gp.
std::string panel_script(const Panel& panel);
/// What the page draws: axes and series, as JSON that may stand inside a script.
std::string panel_json(const Panel& panel);
/// A script that hands the panel to the page (plots/pages/figures.js): reboostFigure("name", {...}).
std::string panel_chart(const Panel& panel);

}  // namespace reboost::report
