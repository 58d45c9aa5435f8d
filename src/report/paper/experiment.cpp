#include "report/paper/experiment.hpp"

#include "config/json.hpp"
#include "core/error.hpp"
#include "core/mapped.hpp"
#include "core/names.hpp"
#include "report/measures/query.hpp"
#include "report/paper/figure.hpp"
#include "report/paper/json_members.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>

#include <fmt/format.h>

namespace reboost::report {
namespace {

/// Reads members of an object and refuses unknown ones. `where` names the object in messages. Members may
/// refer to the fragments, and to `before`, the parts of the file read so far.
class Members {
  public:
    Members(const Value& object, std::string its_where, const Value& fragments,
            const Experiment& parts_before)
        : where(std::move(its_where)), before(parts_before), fragments_(fragments), object_(object) {
        if (!object.is_object()) throw UsageError(where + ": expected an object, got " + object.type_name());
    }
    const Value* find(const std::string& key) {
        known_.push_back(key);
        return object_.find(key);
    }
    /// Sets fields from members; a field without a member keeps its value: ("id", a.id, "let", a.let).
    template <class T, class... More>
    void operator()(const char* key, T& field, More&&... more) {
        if (const Value* found = find(key)) take(*found, field);
        if constexpr (sizeof...(more) > 0) (*this)(std::forward<More>(more)...);
    }
    /// Sets fields from members, and throws UsageError if a member is missing.
    template <class T, class... More>
    void required(const char* key, T& field, More&&... more) {
        if (object_.find(key) == nullptr) throw UsageError(where + ": '" + key + "' is missing");
        (*this)(key, field);
        if constexpr (sizeof...(more) > 0) required(std::forward<More>(more)...);
    }
    /// Reads a list of objects; messages call each of them `named`, with its id or label if it has one.
    template <class T>
    void list(const char* key, std::vector<T>& into, const std::string& named) {
        Value::List elements;
        (*this)(key, elements);
        for (const Value& json : elements) {
            const std::string id = text_at(json, "id", text_at(json, "label"));
            Members members(json, id.empty() ? named : named + " '" + id + "'", fragments_, before);
            T one;
            read(members, one);
            members.refuse_others();
            into.push_back(std::move(one));
        }
    }
    /// Returns "query", merged over the fragments listed in "use".
    Value query() {
        Value query = Value::object(), own;
        std::vector<std::string> used;
        (*this)("use", used, "query", own);
        for (const std::string& name : used) {
            const Value* fragment = fragments_.find(name);
            if (fragment == nullptr) throw UsageError(where + ": no fragment '" + name + "'");
            query = merge(std::move(query), *fragment);
        }
        return merge(std::move(query), own);
    }
    /// Returns the whole object, none of whose members is then unknown.
    const Value& all() {
        known_ = mapped(object_.as_object(), &Member::first);
        return object_;
    }
    void refuse_others() const {
        for (const auto& [key, value] : object_.as_object())
            if (std::ranges::count(known_, key) == 0)
                throw UsageError(where + ": " + unknown_name_message("key", key, known_));
    }

    const std::string where;
    const Experiment& before;

  private:
    static void take(const Value& value, std::string& into) { into = value.as_string(); }
    static void take(const Value& value, bool& into) { into = value.as_bool(); }
    static void take(const Value& value, double& into) { into = value.as_number(); }
    static void take(const Value& value, int& into) { into = static_cast<int>(value.as_number()); }
    static void take(const Value& value, std::int64_t& into) { into = value.as_integer(); }
    static void take(const Value& value, Value& into) { into = value; }
    static void take(const Value& value, Value::List& into) { into = value.as_list(); }
    static void take(const Value& value, std::vector<std::string>& into) {
        into = mapped(value.as_list(), &Value::as_string);
    }
    template <class T>
    static void take(const Value& value, std::optional<T>& into) {
        take(value, into.emplace());
    }

    const Value& fragments_;
    const Value& object_;
    std::vector<std::string> known_;
};

/// "columns_of", "rows_of": takes columns or rows from an earlier table or contest.
template <class Spec>
void borrow_axes(Members& m, Spec& spec, const std::vector<Spec>& earlier, const char* kind) {
    for (const auto& [key, axes] : {std::pair{"columns_of", &Spec::columns}, {"rows_of", &Spec::rows}}) {
        std::string from;
        m(key, from);
        if (!from.empty()) spec.*axes = find_named(earlier, from, kind, &Spec::id, m.where).*axes;
    }
}

void read(Members& m, Axis& axis) {
    m.required("label", axis.label);
    axis.id = axis.label;
    m("id", axis.id, "block", axis.block, "let", axis.let, "note", axis.note, "not_obtainable",
      axis.not_obtainable, "second_axis", axis.second_axis, "level", axis.level, "style", axis.style,
      "paper_rounds", axis.paper_rounds);
    axis.query = m.query();
}

void read_published(TableSpec& table, const Value::List& rows, double Published::*part) {
    const auto check = [&table](std::size_t found, std::size_t wanted, const char* what) {
        if (found != wanted)
            throw UsageError(
                fmt::format("table '{}': {} published {} where it has {}", table.id, found, what, wanted));
    };
    if (!rows.empty()) check(rows.size(), table.rows.size(), "rows");
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Value::List& row = rows[i].as_list();
        check(row.size(), table.columns.size(), "columns");
        for (std::size_t j = 0; j < row.size(); ++j)
            table.published[i][j].*part = number_in(row[j]);
    }
}

/// Returns `said` or, by default, "least" for measures that are errors or costs.
std::string best_of(const std::string& said, const Value& measure, const std::string& where) {
    constexpr std::array<std::string_view, 4> kErrors{"asymptotic_error", "error_count", "cost_to_reach",
                                                      "trial_error"};
    if (said.empty()) return std::ranges::count(kErrors, text_at(measure, "name")) > 0 ? "least" : "";
    find_named(std::array{"least", "greatest", "none"}, said, "best", std::identity{}, where);
    return said == "none" ? "" : said;
}

void read(Members& m, DeviationSpec& deviation) {
    Value explained = false;
    m.required("sentence", deviation.sentence);
    m("rows", deviation.rows, "columns", deviation.columns, "explained", explained);
    deviation.explained = explained == Value("partly") ? "partly" : explained.as_bool() ? "yes" : "no";
}

void read(Members& m, TableSpec& table) {
    m.required("id", table.id, "label", table.label);
    Value::List published, spread;
    m("caption", table.caption, "measure", table.measure, "scale", table.scale, "unit", table.unit,
      "decimals", table.decimals, "paper_rounds", table.paper_rounds, "tolerance", table.tolerance,
      "relative_tolerance", table.relative_tolerance, "best", table.best, "speed_up_over",
      table.speed_up_over, "ours_only", table.ours_only, "facts", table.facts, "claims", table.claims,
      "published", published, "published_spread", spread);
    if (!table.measure.is_object()) throw UsageError(m.where + ": 'measure' must be an object");
    table.query = m.query();
    table.best = best_of(table.best, table.measure, m.where);
    m.list("rows", table.rows, m.where + " row");
    m.list("columns", table.columns, m.where + " column");
    borrow_axes(m, table, m.before.tables, "earlier table");
    table.published.assign(table.rows.size(), std::vector<Published>(table.columns.size()));
    read_published(table, published, &Published::value);
    read_published(table, spread, &Published::spread);
    m.list("deviations", table.deviations, m.where + " deviation");
    for (const DeviationSpec& deviation : table.deviations)
        deviation.check(table);
}

void read(Members& m, PanelSpec& panel) {
    m("id", panel.id, "title", panel.title, "let", panel.let, "omit", panel.omit, "one_axis", panel.one_axis,
      "difference_to", panel.difference_to);
    panel.query = m.query();
    // "column": ["table1", "mnist"] merges in that column's query and variables.
    std::vector<std::string> column;
    m("column", column);
    if (column.empty()) return;
    const TableSpec& table = find_named(m.before.tables, column.at(0), "table", &TableSpec::id, m.where);
    const Axis& axis = table.columns[table.column_index(column.at(1))];
    panel.query = merge(axis.query, panel.query);
    panel.let = axis.let.is_null() ? panel.let : merge(axis.let, panel.let);
}

void read(Members& m, FigureSpec& figure) {
    m.required("id", figure.id, "label", figure.label, "kind", figure.kind);
    find_named(std::array{"curves", "measures"}, figure.kind, "kind", std::identity{}, m.where);
    m("caption", figure.caption, "x", figure.x, "x_values", figure.x_values, "x_label", figure.x_label,
      "y_label", figure.y_label, "y2_label", figure.y2_label, "y", figure.y, "line", figure.line, "log",
      figure.log, "intervals", figure.intervals, "y_top", figure.y_top, "fit_from", figure.fit_from,
      "paper_rounds", figure.paper_rounds, "claims", figure.claims, "not_obtainable", figure.not_obtainable);
    figure.query = m.query();
    m.list("series", figure.series, m.where + " series");
    m.list("panels", figure.panels, "panel");
}

void read(Members& m, ContestSpec& contest) {
    m.required("id", contest.id, "label", contest.label);
    contest.query = m.query();
    m("baseline", contest.baseline, "target", contest.target, "yardstick", contest.yardstick, "equivalence",
      contest.equivalence, "announced", contest.announced, "replicates", contest.replicates);
    m.list("rows", contest.rows, m.where + " rows");
    m.list("columns", contest.columns, m.where + " columns");
    borrow_axes(m, contest, m.before.contests, "earlier contest");
    for (const std::string& row : contest.announced)
        find_named(contest.rows, row, "row", &Axis::id, m.where + " announced");
}

/// All other members of the entry are parameters of its rule.
void read(Members& m, ClaimSpec& claim) {
    claim.parameters = m.all();
    m.required("id", claim.id, "sentence", claim.sentence, "rule", claim.rule);
    m("ours", claim.ours, "scope", claim.scope, "comment", claim.comment);
    if (claim.ours) claim.sentence = "(Not in the paper.) " + claim.sentence;
}

/// Reads one line of the headline.
void read(Members& m, Value& line) {
    std::string claim, sentence, contradicted, unclear;
    m.required("claim", claim, "sentence", sentence);
    m("contradicted", contradicted, "unclear", unclear);
    find_named(m.before.claims, claim, "claim", &ClaimSpec::id, "headline");
    line = object_of(key("claim", claim), key("sentence", sentence), key("contradicted", contradicted),
                     key("unclear", unclear));
}

void read(Members& m, Experiment& experiment) {
    m.required("id", experiment.id, "title", experiment.title);
    m("authors", experiment.authors, "venue", experiment.venue, "link", experiment.link, "year",
      experiment.year, "own_claims", experiment.own_claims, "notes", experiment.notes, "redrawn",
      experiment.redrawn, "question", experiment.question, "picture", experiment.picture);
    m.find("configs");  // read by programs that compute the runs
    m.find("fragments");
    m("redrawn_as", experiment.redrawn_as);
    if (!experiment.redrawn.empty()) m.required("redrawn_as", experiment.redrawn_as);
    m.list("tables", experiment.tables, "table");
    m.list("figures", experiment.figures, "figure");
    m.list("contests", experiment.contests, "contest");
    if (!experiment.picture.empty()) experiment.table(experiment.picture);
    m.list("claims", experiment.claims, "claim");
    m.list("headline", experiment.headline, "headline");
    m("order", experiment.order);
    std::vector<std::string> known = mapped(experiment.tables, &TableSpec::id);
    std::ranges::transform(experiment.figures, std::back_inserter(known), &FigureSpec::id);
    for (const std::string& id : experiment.order)
        find_named(known, id, "table or figure", std::identity{}, "order");
}

std::size_t axis_index(const std::vector<Axis>& axes, const std::string& id, const std::string& kind) {
    return static_cast<std::size_t>(&find_named(axes, id, kind, &Axis::id) - axes.data());
}

}  // namespace

std::string Axis::name() const {
    return block.empty() || (label + " ").starts_with(block + " ") ? label : block + " " + label;
}

Value cell_let(const Axis& column, const Axis& row) {
    return merge(column.let, row.let);
}

Value cell_query(const Value& common, const Axis& column, const Axis& row) {
    return substitute(merge(merge(common, column.query), row.query), cell_let(column, row));
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

Experiment experiment_from(const Value& json) {
    Experiment experiment;
    const Value none, *fragments = json.find("fragments");
    Members members(json, "experiment", fragments != nullptr ? *fragments : none, experiment);
    read(members, experiment);
    members.refuse_others();
    return experiment;
}

Experiment read_experiment(const std::string& path) try {
    return experiment_from(config::read_json_file(path));
} catch (Error& error) {
    error.add_context(path);
    throw;
}

std::vector<std::string> list_papers(const std::string& folder) {
    constexpr std::array<std::string_view, 5> kOrder{"opt2009", "kdd2009", "zhao2019", "ijcai2015",
                                                     "abc2010"};
    std::vector<std::string> papers;
    std::error_code none;
    for (const auto& entry : std::filesystem::directory_iterator(folder, none))
        if (std::filesystem::exists(entry.path() / "paper.json"))
            papers.push_back(entry.path().filename().string());
    std::ranges::sort(papers, {}, [&](const std::string& paper) {
        return std::pair(std::ranges::find(kOrder, paper) - kOrder.begin(), paper);
    });
    return papers;
}

}  // namespace reboost::report
