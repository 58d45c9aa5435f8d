#pragma once
/// The documents of a report. The pages are templates of plots/pages, filled with Values.
#include "core/value.hpp"
#include "report/pages/report.hpp"

#include <memory>

namespace reboost::report {

struct PageInput {
    const std::vector<std::unique_ptr<Paper>>& papers;
    const ReportResult& result;
};

/// index.html: a card for each paper or config, what this machine has confirmed, and the machine.
Value front_page(const PageInput& input);
/// <id>.html: tables and figures in the paper's order, each with the claims that speak of it. `charts`: the
/// page draws its figures itself.
Value paper_page(const Paper& paper, bool charts);

/// A table of that page; `paper` is the beginning of its files' names.
Value table_value(const Table& table, const std::string& paper);

/// RESULTS.md of one paper: our numbers beside theirs, and the verdicts.
std::string results_markdown(const Paper& paper, bool with_timings);

/// Parts that both pages have. `some`: {"text": …}, or false where the text is empty.
Value some(const std::string& text);
/// That of each line.
Value texts(const std::vector<std::string>& lines);
/// Where a run's data came from, a stand-in named as such.
std::string data_text(const Run& run);
std::string page_name(const Paper& paper);
std::string section_anchor(const StateLine& state, const Paper& paper);
std::string panel_anchor(const Panel& panel);
std::string byline(const Paper& paper);
/// {"href": …}, or false where the text has no link.
Value paper_link(const Paper& paper);
/// Whether the text has it; what is ours is not counted.
bool of_text(const Claim& claim);
/// The same of a table or figure: what is ours stands beyond the text's order.
bool of_text(const StateLine& state, const Experiment& experiment);
struct VerdictCounts {
    std::size_t reproduced = 0, not_reproduced = 0, undecided = 0, not_measured = 0, never = 0;
    void add(Verdict verdict);
    /// Those of the claims that are the text's.
    void add_claims(const Paper& paper);
    std::size_t open() const { return undecided + not_measured; }
    std::size_t total() const { return reproduced + not_reproduced + open(); }
};
/// "3 open", "16 open (15 measured, but undecided)".
std::string open_text(const VerdictCounts& counts);
/// "1 of 5 tables and figures reproduced, 3 not, 1 open. 9 of 12 claims hold, 2 do not, 1 is open."
std::string verdict_sentence(const Paper& paper);
/// Its page on the web, "" where none is known.
std::string web_address(const Experiment& experiment);
/// The text's headline with the claims that decide it; what is decided goes first.
std::vector<std::pair<const Headline*, const Claim*>> headline_claims(const Paper& paper);
/// What the text is about, sentence by sentence: the verdict of the claim, its figures, a link to `page`.
Value headline(const Paper& paper, const std::string& page);
/// How many of the runs used came from modified sources and were not given again by a clean revision; "" for
/// none.
std::string modified_sources_note(const Paper& paper);
/// Sets verdict, verdict_class and what bar.mustache needs.
void set_state(Value& value, const StateLine& state);

}  // namespace reboost::report
