#include "report/paper/experiment.hpp"

#include "config/json.hpp"
#include "core/error.hpp"
#include "core/names.hpp"
#include "report/measures/query.hpp"
#include "report/paper/figure.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

namespace reboost::report {
namespace {

/// Reads members of one object and refuses those it was not asked for.
class Members {
  public:
    Members(const Value& object, std::string where) : object_(object), where_(std::move(where)) {
        if (!object.is_object()) throw UsageError(where_ + ": expected an object, got " + object.type_name());
    }
    const Value* find(const std::string& key) {
        known_.push_back(key);
        return object_.find(key);
    }
    std::string text(const std::string& key, const std::string& fallback = {}) {
        const Value* found = find(key);
        return found == nullptr ? fallback : found->as_string();
    }
    std::string required(const std::string& key) {
        const Value* found = find(key);
        if (found == nullptr) throw UsageError(where_ + ": '" + key + "' is missing");
        return found->as_string();
    }
    std::optional<double> number(const std::string& key) {
        const Value* found = find(key);
        return found == nullptr ? std::nullopt : std::optional(found->as_number());
    }
    bool flag(const std::string& key) {
        const Value* found = find(key);
        return found != nullptr && found->as_bool();
    }
    Value value(const std::string& key) {
        const Value* found = find(key);
        return found == nullptr ? Value() : *found;
    }
    Value::List list(const std::string& key) {
        const Value* found = find(key);
        return found == nullptr ? Value::List{} : found->as_list();
    }
    std::vector<std::string> texts(const std::string& key) {
        std::vector<std::string> result;
        for (const Value& v : list(key))
            result.push_back(v.as_string());
        return result;
    }
    std::optional<std::int64_t> integer(const std::string& key) {
        const Value* found = find(key);
        return found == nullptr ? std::nullopt : std::optional(found->as_integer());
    }
    void refuse_others() const {
        for (const auto& [key, value] : object_.as_object())
            if (std::find(known_.begin(), known_.end(), key) == known_.end())
                throw UsageError(where_ + ": " + unknown_name_message("key", key, known_));
    }

  private:
    const Value& object_;
    std::string where_;
    std::vector<std::string> known_;
};

/// What stands before the place that speaks of it, by its id; `kind`: "earlier table".
template <class Spec>
const Spec& find_spec(const std::vector<Spec>& specs, const std::string& id, const std::string& where,
                      const char* kind) {
    const auto found = std::ranges::find(specs, id, &Spec::id);
    if (found == specs.end()) throw UsageError(where + ": no " + kind + " '" + id + "'");
    return *found;
}

/// "query" with the fragments that "use" names.
Value query_of(Members& m, const Value& fragments, const std::string& where) {
    Value query = Value::object();
    for (const std::string& name : m.texts("use")) {
        const Value* fragment = fragments.find(name);
        if (fragment == nullptr) throw UsageError(where + ": no fragment '" + name + "'");
        query = merge(std::move(query), *fragment);
    }
    return merge(std::move(query), m.value("query"));
}

Axis axis_of(const Value& json, const Value& fragments, const std::string& where) {
    Members m(json, where);
    Axis axis;
    axis.label = m.required("label");
    axis.id = m.text("id", axis.label);
    axis.block = m.text("block");
    axis.query = query_of(m, fragments, where + " '" + axis.id + "'");
    axis.let = m.value("let");
    axis.note = m.text("note");
    axis.not_obtainable = m.text("not_obtainable");
    axis.second_axis = m.flag("second_axis");
    axis.level = m.flag("level");
    axis.style = m.integer("style").value_or(0);
    axis.paper_rounds = m.integer("paper_rounds");
    m.refuse_others();
    return axis;
}

double published_number(const Value& v) {
    if (v.is_null()) return std::numeric_limits<double>::quiet_NaN();
    if (v.is_string() && v.as_string() == "inf") return std::numeric_limits<double>::infinity();
    return v.as_number();
}

void read_published(TableSpec& table, const Value::List& values, const Value::List& spreads) {
    table.published.assign(table.rows.size(), std::vector<Published>(table.columns.size()));
    const auto check = [&table](std::size_t found, std::size_t wanted, const char* what) {
        if (found != wanted)
            throw UsageError("table '" + table.id + "': " + std::to_string(found) + " published " + what +
                             " where it has " + std::to_string(wanted));
    };
    for (const bool spread : {false, true}) {
        const Value::List& rows = spread ? spreads : values;
        if (rows.empty()) continue;
        check(rows.size(), table.rows.size(), "rows");
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const Value::List& row = rows[i].as_list();
            check(row.size(), table.columns.size(), "columns");
            for (std::size_t j = 0; j < row.size(); ++j)
                (spread ? table.published[i][j].spread : table.published[i][j].value) =
                    published_number(row[j]);
        }
    }
}

/// As said, or what the measure suggests: of errors and costs the least.
Best best_of(const std::string& said, const Value& measure, const std::string& where) {
    if (said == "least") return Best::least;
    if (said == "greatest") return Best::greatest;
    if (!said.empty() && said != "none")
        throw UsageError(where + ": 'best' must be least, greatest or none, not '" + said + "'");
    const std::string named = text_at(measure, "name");
    constexpr std::array<std::string_view, 4> kErrors{"asymptotic_error", "error_count", "cost_to_reach",
                                                      "trial_error"};
    return said.empty() && std::find(kErrors.begin(), kErrors.end(), named) != kErrors.end() ? Best::least
                                                                                             : Best::none;
}

Explained explained_of(const Value& value) {
    if (value == Value("partly")) return Explained::partly;
    return !value.is_null() && value.as_bool() ? Explained::yes : Explained::no;
}

DeviationSpec deviation_of(const Value& json, const TableSpec& table) {
    Members m(json, "table '" + table.id + "' deviation");
    DeviationSpec deviation{m.texts("rows"), m.texts("columns"), m.required("sentence"),
                            explained_of(m.value("explained"))};
    m.refuse_others();
    deviation.check(table);
    return deviation;
}

TableSpec table_of(const Value& json, const Value& fragments, const std::vector<TableSpec>& earlier) {
    Members m(json, "table");
    TableSpec table;
    table.id = m.required("id");
    const std::string where = "table '" + table.id + "'";
    table.label = m.required("label");
    table.caption = m.text("caption");
    table.measure = m.value("measure");
    if (!table.measure.is_object()) throw UsageError(where + ": 'measure' must be an object");
    table.query = query_of(m, fragments, where);
    table.scale = m.number("scale").value_or(1);
    table.unit = m.text("unit");
    table.decimals = static_cast<int>(m.number("decimals").value_or(table.decimals));
    table.paper_rounds = m.integer("paper_rounds");
    table.tolerance = m.number("tolerance");
    table.relative_tolerance = m.number("relative_tolerance");
    table.best = best_of(m.text("best"), table.measure, where);
    table.speed_up_over = m.text("speed_up_over");
    table.ours_only = m.flag("ours_only");
    for (const Value& row : m.list("rows"))
        table.rows.push_back(axis_of(row, fragments, where + " row"));
    for (const Value& column : m.list("columns"))
        table.columns.push_back(axis_of(column, fragments, where + " column"));
    // "columns_of", "rows_of": those of an earlier table.
    const auto borrow = [&](const std::string& key, std::vector<Axis> TableSpec::*member) {
        const std::string from = m.text(key);
        if (from.empty()) return;
        (table.*member) = find_spec(earlier, from, where, "earlier table").*member;
    };
    borrow("columns_of", &TableSpec::columns);
    borrow("rows_of", &TableSpec::rows);
    read_published(table, m.list("published"), m.list("published_spread"));
    table.claims = m.texts("claims");
    for (const Value& deviation : m.list("deviations"))
        table.deviations.push_back(deviation_of(deviation, table));
    m.refuse_others();
    return table;
}

PanelSpec panel_of(const Value& json, const Value& fragments, const std::vector<TableSpec>& tables) {
    Members m(json, "panel");
    PanelSpec panel;
    panel.id = m.text("id");
    panel.title = m.text("title");
    panel.query = query_of(m, fragments, "panel '" + panel.id + "'");
    panel.let = m.value("let");
    // "column": ["table1", "mnist"] takes that column's query and variables.
    if (const Value* column = m.find("column")) {
        const std::string& table_id = column->as_list().at(0).as_string();
        const TableSpec& table = find_spec(tables, table_id, "panel '" + panel.id + "'", "table");
        const Axis& axis = table.columns[table.column_index(column->as_list().at(1).as_string())];
        panel.query = merge(axis.query, panel.query);
        panel.let = axis.let.is_null() ? panel.let : merge(axis.let, panel.let);
    }
    panel.omit = m.texts("omit");
    panel.one_axis = m.flag("one_axis");
    panel.difference_to = m.text("difference_to");
    m.refuse_others();
    return panel;
}

FigureSpec figure_of(const Value& json, const Value& fragments, const std::vector<TableSpec>& tables) {
    Members m(json, "figure");
    FigureSpec figure;
    figure.id = m.required("id");
    const std::string where = "figure '" + figure.id + "'";
    figure.label = m.required("label");
    figure.caption = m.text("caption");
    figure.kind = m.required("kind");
    figure_kind(figure.kind, where);
    figure.x = m.texts("x");
    figure.x_values = m.value("x_values");
    figure.x_label = m.text("x_label");
    figure.y_label = m.text("y_label");
    figure.y2_label = m.text("y2_label");
    figure.y = m.value("y");
    figure.line = m.value("line");
    figure.log = m.text("log");
    figure.intervals = m.flag("intervals");
    figure.y_top = m.number("y_top");
    figure.fit_from = m.number("fit_from");
    figure.query = query_of(m, fragments, where);
    figure.paper_rounds = m.integer("paper_rounds");
    for (const Value& series : m.list("series"))
        figure.series.push_back(axis_of(series, fragments, where + " series"));
    for (const Value& panel : m.list("panels"))
        figure.panels.push_back(panel_of(panel, fragments, tables));
    figure.claims = m.texts("claims");
    figure.not_obtainable = m.text("not_obtainable");
    m.refuse_others();
    return figure;
}

ContestSpec contest_of(const Value& json, const Value& fragments, const std::vector<ContestSpec>& earlier) {
    Members m(json, "contest");
    ContestSpec contest;
    contest.id = m.required("id");
    const std::string where = "contest '" + contest.id + "'";
    contest.label = m.required("label");
    contest.query = query_of(m, fragments, where);
    contest.baseline = m.text("baseline");
    contest.target = m.text("target");
    contest.yardstick = m.text("yardstick");
    contest.equivalence = m.number("equivalence").value_or(contest.equivalence);
    contest.announced = m.texts("announced");
    contest.replicates = m.integer("replicates").value_or(0);
    const auto axes = [&](const std::string& key, std::vector<Axis> ContestSpec::*member) {
        for (const Value& axis : m.list(key))
            (contest.*member).push_back(axis_of(axis, fragments, where + " " + key));
        const std::string from = m.text(key + "_of");
        if (from.empty()) return;
        (contest.*member) = find_spec(earlier, from, where, "earlier contest").*member;
    };
    axes("rows", &ContestSpec::rows);
    axes("columns", &ContestSpec::columns);
    for (const std::string& row : contest.announced)
        find_named(contest.rows, row, "row", &Axis::id, where + " announced");
    m.refuse_others();
    return contest;
}

ClaimSpec claim_of(const Value& json) {
    ClaimSpec claim;
    claim.id = json.at("id").as_string();
    claim.ours = flag_option(json, "ours");
    claim.sentence = (claim.ours ? "(Not in the paper.) " : "") + json.at("sentence").as_string();
    claim.rule = json.at("rule").as_string();
    claim.scope = text_option(json, "scope");
    claim.comment = text_option(json, "comment");
    claim.parameters = json;
    return claim;
}

std::size_t axis_index(const std::vector<Axis>& axes, const std::string& id, const std::string& kind) {
    return static_cast<std::size_t>(&find_named(axes, id, kind, &Axis::id) - axes.data());
}

void check_order(const Experiment& experiment) {
    std::vector<std::string> known;
    for (const TableSpec& table : experiment.tables)
        known.push_back(table.id);
    for (const FigureSpec& figure : experiment.figures)
        known.push_back(figure.id);
    for (const std::string& id : experiment.order)
        find_named(known, id, "table or figure", std::identity{}, "order");
}

Headline headline_of(const Value& json, const std::vector<ClaimSpec>& claims) {
    Members m(json, "headline");
    const Headline line{m.required("claim"), m.required("sentence")};
    m.refuse_others();
    find_named(claims, line.claim, "claim", &ClaimSpec::id, "headline");
    return line;
}

}  // namespace

std::string Axis::name() const {
    return block.empty() || (label + " ").starts_with(block + " ") ? label : block + " " + label;
}

Value cell_let(const Axis& column, const Axis& row) {
    return merge(merge(Value::object(), column.let), row.let);
}

Value cell_query(const Value& common, const Axis& column, const Axis& row) {
    return substitute(merge(merge(merge(Value::object(), common), column.query), row.query),
                      cell_let(column, row));
}

std::size_t TableSpec::row_index(const std::string& row) const {
    return axis_index(rows, row, "row of " + id);
}
std::size_t TableSpec::column_index(const std::string& column) const {
    return axis_index(columns, column, "column of " + id);
}

const TableSpec& Experiment::table(const std::string& wanted) const {
    return find_named(tables, wanted, "table", &TableSpec::id);
}

std::size_t Experiment::place(const std::string& wanted) const {
    return static_cast<std::size_t>(std::find(order.begin(), order.end(), wanted) - order.begin());
}

Experiment experiment_from(const Value& json) {
    Members m(json, "experiment");
    Experiment experiment;
    experiment.id = m.required("id");
    experiment.title = m.required("title");
    experiment.authors = m.text("authors");
    experiment.venue = m.text("venue");
    experiment.link = m.text("link");
    experiment.year = m.integer("year").value_or(0);
    experiment.own_claims = m.flag("own_claims");
    experiment.configs = m.texts("configs");
    experiment.notes = m.texts("notes");
    experiment.redrawn = m.texts("redrawn");
    experiment.redrawn_as = experiment.redrawn.empty() ? m.text("redrawn_as") : m.required("redrawn_as");
    const Value fragments = m.value("fragments");
    for (const Value& table : m.list("tables"))
        experiment.tables.push_back(table_of(table, fragments, experiment.tables));
    for (const Value& figure : m.list("figures"))
        experiment.figures.push_back(figure_of(figure, fragments, experiment.tables));
    for (const Value& contest : m.list("contests"))
        experiment.contests.push_back(contest_of(contest, fragments, experiment.contests));
    for (const Value& claim : m.list("claims"))
        experiment.claims.push_back(claim_of(claim));
    for (const Value& line : m.list("headline"))
        experiment.headline.push_back(headline_of(line, experiment.claims));
    experiment.order = m.texts("order");
    check_order(experiment);
    m.refuse_others();
    return experiment;
}

Experiment read_experiment(const std::string& path) {
    try {
        return experiment_from(config::read_json_file(path));
    } catch (Error& error) {
        error.add_context(path);
        throw;
    }
}

std::vector<std::string> list_papers(const std::string& folder) {
    constexpr std::array<std::string_view, 5> kOrder{"opt2009", "kdd2009", "zhao2019", "ijcai2015",
                                                     "abc2010"};
    std::vector<std::string> others, papers;
    std::error_code none;
    for (const auto& entry : std::filesystem::directory_iterator(folder, none))
        if (std::filesystem::exists(entry.path() / "paper.json"))
            others.push_back(entry.path().filename().string());
    std::sort(others.begin(), others.end());
    for (const std::string_view known : kOrder)
        if (const auto found = std::find(others.begin(), others.end(), known); found != others.end()) {
            papers.push_back(*found);
            others.erase(found);
        }
    papers.insert(papers.end(), others.begin(), others.end());
    return papers;
}

}  // namespace reboost::report
