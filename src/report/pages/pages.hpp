#pragma once
/// The documents of a report. The pages are templates of plots/pages, filled with Values.
#include "core/value.hpp"
#include "report/pages/report.hpp"

#include <memory>

namespace reboost::report {

/// What index.html shows beside report.json: the picture of each paper, and the machines.
Value front_page(const std::vector<std::unique_ptr<Paper>>& papers);
/// <id>.html: tables and figures in the paper's order, each with the claims that speak of it. `charts`: the
/// page draws its figures itself.
Value paper_page(const Paper& paper, bool charts);

/// A table of that page; `paper` is the beginning of its files' names.
Value table_value(const Table& table, const std::string& paper);

/// Parts that both pages have. `some`: {"text": …}, or false where the text is empty.
Value some(const std::string& text);
/// That of each line.
Value texts(const std::vector<std::string>& lines);
/// Where a run's data came from, a stand-in named as such.
std::string data_text(const Run& run);
std::string page_name(const Paper& paper);
std::string panel_anchor(const Panel& panel);
std::string byline(const Paper& paper);
/// {"href": …}, or false where the text has no link.
Value paper_link(const Paper& paper);
/// Its page on the web, "" where none is known.
std::string web_address(const Experiment& experiment);
/// The text's headline with the claims that decide it; what is decided goes first.
std::vector<std::pair<const Headline*, const Claim*>> headline_claims(const Paper& paper);
/// How many of the runs used came from modified sources and were not given again by a clean revision; "" for
/// none.
std::string modified_sources_note(const Paper& paper);
/// Sets verdict, verdict_class and what bar.html needs.
void set_state(Value& value, const StateLine& state);

}  // namespace reboost::report
