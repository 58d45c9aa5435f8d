#pragma once
/// A filled table as text cells, before any format; and the writers, one a format.
#include "report/paper/table.hpp"

#include <string>
#include <vector>

namespace reboost::report {

/// "0.3 %", of a relative tolerance "2.5%"; "" of a table without.
std::string tolerance_text(const TableSpec& spec);

/// Fixed decimals; "∞" for infinities, "–" for NaN. Minus zero prints as zero.
std::string format_number(double value, int decimals);
/// The same with its sign.
std::string format_signed(double value, int decimals);

/// Ten digits, for programs: "inf" for infinities, "" for NaN.
std::string exact_number(double value);

/// "7.79 (0.02) ± 0.01": value, spread inside a run, spread over seeds; the last two where there are any.
std::string format_value(const Measured& measured, int decimals);
/// The same of a cell, which may be not obtainable.
std::string format_measured(const Cell& cell, int decimals);
std::string format_published(const Cell& cell, int decimals);
/// "T=1000" of a cell with fewer rounds; "part" of one that rests on many runs, some of which are missing or
/// short; "" at the full scale.
std::string scale_mark(const Measured& measured);
/// "T=1000", "stand-in", "reference", "program" or several; "" for a cell at the paper's scale.
std::string format_marks(const Measured& measured);
/// What a value is compared by: "+0.03", ours minus published; in a table with `speed_up_over` "15× (67×)",
/// ours and in parentheses the published, "15×" where nothing was published; "never" where it takes for ever.
/// "" where nothing can be compared.
std::string format_comparison(const Table& table, std::size_t row, std::size_t column);
/// "difference", or "speed-up over FULL of the same block …"; "" in a table that compares nothing.
std::string comparison_name(const TableSpec& spec);
/// "7.79 (0.02) / 7.76 (0.02) / +0.03 [T=1000]": ours / published / comparison. A table of ours only has no
/// published. In a report of both kinds the other value follows: "· here 9.10 [T=300]".
std::string format_cell(const Table& table, std::size_t row, std::size_t column);
/// What repeats these runs: "trials" (inside each), "splits" (drawn anew by dataset.seed) or "seeds".
std::string replicates_name(const std::vector<const Run*>& runs);
/// That of the first cell with runs.
std::string replicates_name(const Table& table);
/// What the cells of this table show, and its marks.
std::string legend(const Table& table);

/// What is said of single rows and columns.
std::vector<std::string> table_notes(const Table& table);

/// Aligned columns for a terminal.
std::string table_as_text(const Table& table);
std::string table_as_markdown(const Table& table);
/// One line per cell:
/// table,block,row,column,ours,spread,seed_sd,published,published_spread,difference,rounds,runs,…;
/// `difference` is empty where the table compares by speed_up and published_speed_up.
std::string table_as_csv(const Table& table);
/// booktabs and siunitx, as wide as a page at most (report/paper/latex_table.hpp). `name`: of its \label.
std::string table_as_latex(const Table& table, const std::string& name);

}  // namespace reboost::report
