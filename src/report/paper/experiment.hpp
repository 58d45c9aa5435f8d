#pragma once
/// experiments/<paper>/paper.json: what a text published, and how its tables, figures and claims are made
/// from runs. The format is described in experiments/README.md.
#include "core/value.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace reboost::report {

/// A row or a column of a table, or a series of a figure: a query with the variables it sets.
struct Axis {
    std::string id;
    std::string label;
    std::string block;  ///< rows of one block stand together
    Value query;        ///< fragments named by "use" included
    Value let;
    std::string note;
    std::string not_obtainable;                ///< why no run can ever fill it
    bool second_axis = false;                  ///< series: drawn against the axis on the right
    bool level = false;                        ///< series: the same everywhere, a line in a band
    std::int64_t style = 0;                    ///< series: line style of plots/style.gp; 0: by its place
    std::optional<std::int64_t> paper_rounds;  ///< row: the paper's, where they are not its table's

    /// Block and label: "Stump FULL"; the label alone where it begins with the block: "n = 4000".
    std::string name() const;
};

/// What the runs of a cell are asked for: `common`, narrowed by column and row, with the variables of both
/// (`cell_let`) replaced.
Value cell_query(const Value& common, const Axis& column, const Axis& row);
Value cell_let(const Axis& column, const Axis& row);

struct Published {
    double value = std::numeric_limits<double>::quiet_NaN();  ///< NaN: not published; infinite: printed as ∞
    double spread = std::numeric_limits<double>::quiet_NaN();
};

struct TableSpec;

/// Why cells lie outside the tolerance, or that nobody knows.
struct DeviationSpec {
    std::vector<std::string> rows, columns;  ///< ids, "tree/*" for all that begin so; empty: all
    std::string sentence;
    std::string explained = "no";  ///< "partly", "yes"

    /// Throws UsageError, naming the nearest, where an id names none of the table's axes.
    void check(const TableSpec& table) const;
};

struct TableSpec {
    std::string id, label, caption;
    Value measure;     ///< {"name": …, options}
    Value query;       ///< common to all cells
    double scale = 1;  ///< our value × scale is what the table prints
    std::string unit;
    int decimals = 2;
    std::optional<std::int64_t> paper_rounds;
    std::optional<double> tolerance;           ///< in printed units: a cell within it is reproduced
    std::optional<double> relative_tolerance;  ///< the same, as a share of the published value
    std::string best;                          ///< value of a column: "least", "greatest"; "": none
    std::string speed_up_over;  ///< label of the row of each block that the others are compared with
    bool facts = false;         ///< of the set-up, such as the data sets' sizes: they are no result
    bool ours_only = false;     ///< not a table of the text: for claims, or beside one of the text's
    std::vector<Axis> rows, columns;
    std::vector<std::vector<Published>> published;  ///< rows × columns
    std::vector<std::string> claims;                ///< those that decide the table where no tolerance does
    std::vector<DeviationSpec> deviations;          ///< the first that names a cell speaks of it

    /// Whether cells are held against a tolerance.
    bool judged() const { return tolerance || relative_tolerance; }
    std::size_t row_index(const std::string& row) const;        ///< throws UsageError naming the nearest
    std::size_t column_index(const std::string& column) const;  ///< throws UsageError naming the nearest
};

/// One set of axes of a figure.
struct PanelSpec {
    std::string id, title;
    Value query, let;
    std::vector<std::string> omit;  ///< labels of series that this panel does not have
    std::string difference_to;      ///< label of the series that is subtracted from the others
    bool one_axis = false;          ///< no series of this panel goes to the axis on the right
};

/// The axes of a figure's panels.
struct Axes {
    std::string kind{};                            ///< a FigureKind's name
    std::string x_label{}, y_label{}, y2_label{};  ///< "": as x says
    std::string log{};                             ///< logarithmic axes: "", "x", "y", "xy"
    std::optional<double> y_top{};     ///< the vertical axis ends at this many times the lowest value
    std::optional<double> fit_from{};  ///< the vertical axis fits the points from this x on
};

struct FigureSpec : Axes {
    std::string id, label, caption;
    std::vector<std::string> x;  ///< curves: arrays of the horizontal axis, a figure each
    Value x_values;              ///< measures: the values that "$x" takes
    Value y;     ///< curves: {"curve", "smoothed", "scale", "deviation"}; measures: a measure, with "scale"
    Value line;  ///< curves: {"factor", "reference"}: horizontal line at factor × asymptotic error
    bool intervals = false;  ///< measures: 95% intervals over the runs
    Value query;
    std::optional<std::int64_t> paper_rounds;
    std::vector<Axis> series;
    std::vector<PanelSpec> panels;
    std::vector<std::string> claims;
    std::string not_obtainable;
};

struct ClaimSpec {
    std::string id, sentence, scope, rule;
    Value parameters;  ///< the whole entry
    std::string comment;
    bool ours = false;  ///< not in the text, as its sentence says
};

/// Methods (rows) against one of them, over data sets (columns): report/policies/contest.hpp.
struct ContestSpec {
    std::string id, label;
    Value query;
    std::vector<Axis> rows, columns;
    std::string baseline;   ///< a row; "": the first
    std::string target;     ///< the row whose error is to be reached; "": full search, else the baseline
    std::string yardstick;  ///< the row that draws at random; "": the policy or selector that does, if there
    double equivalence = 0.02;  ///< errors whose ratio differs from 1 by at most this are practically equal
    std::vector<std::string> announced;  ///< ids of the rows whose comparisons were announced beforehand
    std::int64_t replicates = 0;         ///< splits per data set that verdicts on claims take
};

struct Experiment {
    std::string id, title, authors, venue;
    std::string link;  ///< its DOI, or its page where it has none
    std::int64_t year = 0;
    bool own_claims = false;  ///< of this project, not of a published text: they hold or do not
    std::vector<std::string> notes;
    /// Data sets whose stand-ins are other draws from their own distribution, at their sizes.
    std::vector<std::string> redrawn;
    std::string redrawn_as;  ///< "dealt hands": a claim that they decide is "reproduced on dealt hands"
    std::string question;    ///< the text's, which heads its page; "": its title does
    std::string picture;     ///< the table whose deviations its page shows first; "": none
    /// What the text is about: {"claim", "sentence"}, a sentence that the claim decides, and what is said
    /// where it is "contradicted" or "unclear"; the most important first.
    Value::List headline;
    std::vector<std::string> order;  ///< ids of tables and figures as the text has them; others follow
    std::vector<TableSpec> tables;
    std::vector<FigureSpec> figures;
    std::vector<ClaimSpec> claims;
    std::vector<ContestSpec> contests;

    const TableSpec& table(const std::string& id) const;  ///< throws UsageError naming the nearest
    /// Where a table or figure stands in the text; `order.size()` for what the text does not have.
    std::size_t place(const std::string& wanted) const;
};

/// Throws IoError, or UsageError naming the file and the place.
Experiment read_experiment(const std::string& path);
Experiment experiment_from(const Value& json);

/// The papers with a paper.json under `folder`, in the order of their texts: opt2009, kdd2009, zhao2019,
/// ijcai2015, abc2010, then any others by name.
std::vector<std::string> list_papers(const std::string& folder);

}  // namespace reboost::report
