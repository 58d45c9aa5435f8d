#pragma once
/// experiments/<paper>/paper.json: what a publication reports, and how its tables, figures and claims are
/// made from runs. experiments/README.md describes the format.
#include "core/value.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace reboost::report {

/// A row or column of a table, or a series of a figure: a query, and the variables that it sets.
struct Axis {
    std::string id{};
    std::string label{};
    std::string block{};  ///< rows of equal block are shown together
    Value query{};        ///< includes the fragments named by "use"
    Value let{};
    std::string note{};
    std::string not_obtainable{};                ///< why no run can ever fill it; "": runs can
    bool second_axis = false;                    ///< series: belongs to the axis on the right
    bool level = false;                          ///< series: a constant, drawn as a line with a band
    std::int64_t style = 0;                      ///< series: line style in plots/style.gp; 0: by its place
    std::optional<std::int64_t> paper_rounds{};  ///< row: overrides the paper_rounds of its table

    /// Returns block and label: "Stump FULL"; only the label if it begins with the block: "n = 4000".
    std::string name() const;
};

/// Returns the query of a cell: `common`, narrowed by column and row, with the variables of both (`cell_let`)
/// replaced.
Value cell_query(const Value& common, const Axis& column, const Axis& row);
Value cell_let(const Axis& column, const Axis& row);

struct Published {
    double value = std::numeric_limits<double>::quiet_NaN();  ///< NaN: not published; infinite: printed as ∞
    double spread = std::numeric_limits<double>::quiet_NaN();
};

struct TableSpec;

/// Why cells lie outside the tolerance, or that the cause is unknown.
struct DeviationSpec {
    std::vector<std::string> rows, columns;  ///< ids, or "tree/*" for all that begin with "tree/"; empty: all
    std::string sentence;
    std::string explained = "no";  ///< "no", "partly" or "yes"

    /// Throws UsageError, with the nearest id, if an id matches none of the table's rows or columns.
    void check(const TableSpec& table) const;
};

struct TableSpec {
    std::string id, label, caption;
    Value measure;     ///< {"name": …, options}
    Value query;       ///< part of every cell's query
    double scale = 1;  ///< factor from our values to printed values
    std::string unit;
    int decimals = 2;
    std::optional<std::int64_t> paper_rounds;
    std::optional<double> tolerance;           ///< in printed units; a cell within it counts as reproduced
    std::optional<double> relative_tolerance;  ///< tolerance as a share of the published value
    std::string best;                          ///< best value of a column: "least" or "greatest"; "": none
    std::string speed_up_over;  ///< label of the row with which others of its block are compared
    bool facts = false;         ///< describes the set-up, such as sizes of data sets: no result
    bool ours_only = false;     ///< not in the publication: for claims, or as a supplement
    std::vector<Axis> rows, columns;
    std::vector<std::vector<Published>> published;  ///< rows × columns
    std::vector<std::string> claims;                ///< claims that decide the table if it has no tolerance
    std::vector<DeviationSpec> deviations;          ///< for each cell, the first that matches it applies

    /// Whether the cells are judged by a tolerance.
    bool judged() const { return tolerance || relative_tolerance; }
    std::size_t row_index(const std::string& row) const;        ///< throws UsageError with the nearest id
    std::size_t column_index(const std::string& column) const;  ///< throws UsageError with the nearest id
};

/// One panel of a figure.
struct PanelSpec {
    std::string id, title;
    Value query, let;
    std::vector<std::string> omit;  ///< labels of series left out in this panel
    std::string difference_to;      ///< label of the series to subtract from the others
    bool one_axis = false;          ///< this panel has no axis on the right
};

/// Axes of the panels of a figure.
struct Axes {
    std::string kind{};                            ///< plots/<kind>.gp draws it
    std::string x_label{}, y_label{}, y2_label{};  ///< empty x_label: named after the array x
    std::string log{};                             ///< logarithmic axes: "", "x", "y" or "xy"
    std::optional<double> y_top{};     ///< the vertical axis ends at this multiple of the lowest value
    std::optional<double> fit_from{};  ///< the vertical axis fits the points from this x on
};

/// A figure of the kind "curves" or "measures".
struct FigureSpec : Axes {
    std::string id, label, caption;
    std::vector<std::string> x;  ///< curves: arrays for the horizontal axis, one figure each
    Value x_values;              ///< measures: values of the variable "$x"
    Value y;     ///< curves: {"curve", "smoothed", "scale", "deviation"}; measures: a measure, and "scale"
    Value line;  ///< curves: {"factor", "reference"}: horizontal line at factor × asymptotic error
    bool intervals = false;  ///< measures: draw 95% intervals over the runs
    Value query;
    std::optional<std::int64_t> paper_rounds;
    std::vector<Axis> series;
    std::vector<PanelSpec> panels;
    std::vector<std::string> claims;
    std::string not_obtainable;
};

struct ClaimSpec {
    std::string id, sentence, scope, rule;
    Value parameters;  ///< the whole entry in paper.json
    std::string comment;
    bool ours = false;  ///< not in the publication, as its sentence says
};

/// Compares methods (rows) with a baseline over data sets (columns): report/policies/contest.hpp.
struct ContestSpec {
    std::string id, label;
    Value query;
    std::vector<Axis> rows, columns;
    std::string baseline;   ///< id of a row; "": the first row
    std::string target;     ///< row whose errors are the targets; "": full search, else the baseline
    std::string yardstick;  ///< row that draws at random; "": the one whose policy or selector does, if any
    double equivalence = 0.02;           ///< errors with |ratio − 1| ≤ this are called practically equal
    std::vector<std::string> announced;  ///< ids of the rows whose comparisons were announced beforehand
    std::int64_t replicates = 0;         ///< splits per data set that claims need
};

struct Experiment {
    std::string id, title, authors, venue;
    std::string link;  ///< DOI, or address of a page
    std::int64_t year = 0;
    bool own_claims = false;  ///< claims of this project, not of a publication
    std::vector<std::string> notes;
    /// Data sets whose stand-ins are other samples from the same distribution, of the same sizes.
    std::vector<std::string> redrawn;
    std::string redrawn_as;  ///< "dealt hands": claims decided by them are "reproduced on dealt hands"
    std::string question;    ///< question that heads the page; "": the title does
    std::string picture;     ///< id of the table whose deviations the page shows first; "": none
    /// The main results, the most important first: {"claim", "sentence"}, a sentence that the claim decides,
    /// with the texts shown if the claim is "contradicted" or "unclear".
    Value::List headline;
    std::vector<std::string> order;  ///< ids of tables and figures in the publication's order; others follow
    std::vector<TableSpec> tables;
    std::vector<FigureSpec> figures;
    std::vector<ClaimSpec> claims;
    std::vector<ContestSpec> contests;

    const TableSpec& table(const std::string& id) const;  ///< throws UsageError with the nearest id
    /// Whether the publication's order lists the table or figure.
    bool in_text(const std::string& wanted) const { return std::ranges::count(order, wanted) > 0; }
};

/// Throws IoError; UsageError naming the file and the place in it.
Experiment read_experiment(const std::string& path);
Experiment experiment_from(const Value& json);

/// Returns the papers with a paper.json under `folder`, in a fixed order: opt2009, kdd2009, zhao2019,
/// ijcai2015, abc2010, then any others by name.
std::vector<std::string> list_papers(const std::string& folder);

}  // namespace reboost::report
