#include "report/paper/comparison.hpp"

#include "config/json.hpp"
#include "config/label.hpp"
#include "core/error.hpp"
#include "core/mapped.hpp"
#include "core/text.hpp"
#include "report/measures/escape.hpp"
#include "report/measures/query.hpp"
#include "report/paper/figure.hpp"
#include "report/paper/json_members.hpp"

#include <algorithm>
#include <iterator>
#include <map>

#include <fmt/format.h>

namespace reboost::report {
namespace {

/// Returns the query value that matches exactly `value`: in a query, a list means "any of", and a text that
/// begins with $ names a variable.
Value wanted(const Value& value) {
    if (value.is_string() && value.as_string().starts_with('$')) return "$" + value.as_string();
    if (!value.is_list()) return value;
    return Value::List{Value::list_of(value.as_list(), wanted)};
}

/// Returns all options that change a result, by path, as query values. Leaves out shown names, too, since the
/// same run may be stored under another name.
Leaves wanted_options(const Value& spec) {
    Leaves leaves;
    const Value part = without(without_shown_names(spec), {"dataset.stand_in", "booster.oracle_every"});
    for_each_leaf(part, [&](const std::string& path, const Value& value) {
        if (!value.is_null()) leaves[path] = wanted(value);
    });
    return leaves;
}

Value query_of(const Leaves& leaves) {
    Value query = Value::object();
    for (const auto& [leaf, value] : leaves)
        query.set(leaf, value);
    return query;
}

Value dataset_query(const Value& dataset) {
    return query_of(wanted_options(without(Value::object().set("dataset", dataset), {"dataset.seed"})));
}

/// Returns the label of a part, without the number of rounds: methods of different cost get different numbers
/// of rounds to spend equally much. If only the rounds differ, `distinguishing` adds them.
std::string label_of(const Value& spec, const std::string& part) {
    if (part != "booster") return config::part_label(spec.at(part));
    Value booster = spec.at(part);
    if (booster.find("rounds") != nullptr) booster.set("rounds", 1000);
    return config::part_label(booster);
}

/// Returns the parts whose labels differ between the specifications.
std::vector<std::string> varying_parts(std::span<const Value> specs) {
    std::vector<std::string> parts;
    for (const char* part : {"learner", "selector", "booster"})
        if (std::ranges::any_of(specs, [&](const Value& spec) {
                return label_of(spec, part) != label_of(specs.front(), part);
            }))
            parts.emplace_back(part);
    return parts.empty() ? std::vector<std::string>{"selector"} : parts;
}

/// Options that runs differ in, apart from data set and seed.
struct Options {
    const Value* spec;
    Leaves leaves;
    std::string label{};  ///< distinct within a data set
};

/// One data set and the options that run on it, each once.
struct Column {
    std::string label;
    Value query;
    std::vector<Options> settings{};
};

std::vector<Column> columns_of(std::span<const Value> specs) {
    std::vector<Column> columns;
    const bool one_rule = split_by_one_rule(mapped(specs, [](const Value& spec) { return &spec; }));
    for (const Value& spec : specs) {
        const std::string label = dataset_name(spec, one_rule);
        auto column = std::ranges::find(columns, label, &Column::label);
        if (column == columns.end())
            column = columns.insert(columns.end(), {label, dataset_query(spec.at("dataset"))});
        Leaves leaves = wanted_options(without(spec, {"dataset", "seed"}));
        if (std::ranges::count(column->settings, leaves, &Options::leaves) == 0)
            column->settings.push_back({&spec, std::move(leaves)});
    }
    return columns;
}

/// Returns the labels of the parts of a row.
std::string row_label(const Value& spec, const Value& first, const std::vector<std::string>& parts) {
    std::string label;
    for (const std::string& part : parts)
        label += (label.empty() ? "" : " ") + label_of(spec, part);
    if (spec.at("timing") != first.at("timing")) label += " " + spec.at("timing").as_string();
    return label;
}

/// Sets the labels of all settings. If settings on some data set have the same label, the options in which
/// they differ are appended on all data sets: " patience=20".
void set_labels(std::vector<Column>& columns, const Value& first, const std::vector<std::string>& parts) {
    std::map<std::string, std::set<std::string>> distinguishing;  // option paths, by label
    for (Column& column : columns) {
        std::map<std::string, const Leaves*> namesakes;
        for (Options& setting : column.settings) {
            setting.label = row_label(*setting.spec, first, parts);
            const auto [namesake, is_new] = namesakes.emplace(setting.label, &setting.leaves);
            if (!is_new)
                add_differing_paths(*namesake->second, setting.leaves, distinguishing[setting.label]);
        }
    }
    for (Column& column : columns)
        for (Options& setting : column.settings)
            for (const std::string& path : distinguishing[std::string(setting.label)])
                if (const auto found = setting.leaves.find(path); found != setting.leaves.end())
                    setting.label += " " + path.substr(path.rfind('.') + 1) + "=" + plain_text(found->second);
}

/// One row of the tables: a setting per data set, nullptr if a data set has none.
struct Row {
    std::vector<std::string> labels;  ///< several if they differ by data set
    std::vector<const Leaves*> settings;
    std::string learner{};  ///< prefix of the labels, if learners and other parts vary

    bool whole() const { return std::ranges::find(settings, nullptr) == settings.end(); }
};

std::vector<Row> rows_by_label(const std::vector<Column>& columns, bool by_learner) {
    std::vector<Row> rows;
    std::map<std::string, std::size_t> places;
    for (std::size_t j = 0; j < columns.size(); ++j)
        for (const Options& setting : columns[j].settings) {
            const auto [place, is_new] = places.emplace(setting.label, rows.size());
            if (is_new)
                rows.push_back({{setting.label},
                                std::vector<const Leaves*>(columns.size(), nullptr),
                                by_learner ? label_of(*setting.spec, "learner") : ""});
            rows[place->second].settings[j] = &setting.leaves;
        }
    return rows;
}

bool of_same_parts(const Leaves& a, const Leaves& b) {
    static const std::set<std::string> kNames{"learner.name", "selector.name", "selector.policy.name",
                                              "booster.name"};
    return values_at(a, kNames) == values_at(b, kNames);
}

/// Joins rows whose label differs by data set, since an option does: random(1) on one, random(5) on another.
/// The i-th rows of the data sets that lack some data set are joined, unless these rows do not correspond:
/// different counts, parts or order.
void join_rest(std::vector<Row>& rows, std::size_t columns) {
    std::vector<std::vector<Row*>> rest(columns);
    for (Row& row : rows)
        for (std::size_t j = 0; j < columns; ++j)
            if (!row.whole() && row.settings[j] != nullptr) rest[j].push_back(&row);
    const std::size_t count = rest[0].size();
    if (std::ranges::any_of(rest, [&](const auto& some) { return some.size() != count; })) return;
    for (std::size_t j = 0; j < columns; ++j)
        for (std::size_t i = 0; i < count; ++i) {
            const Row& row = *rest[j][i];
            if (!of_same_parts(*row.settings[j], *rest[0][i]->settings[0])) return;
            for (std::size_t k = 0; k < columns; ++k)
                if (row.settings[k] != nullptr && rest[k][i] != &row) return;
        }
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t j = 1; j < columns; ++j) {
            Row &into = *rest[0][i], &from = *rest[j][i];
            into.settings[j] = from.settings[j];
            if (&from == &into) continue;
            std::ranges::move(from.labels, std::back_inserter(into.labels));
            from.labels.clear();
        }
    std::erase_if(rows, [](const Row& row) { return row.labels.empty(); });
}

/// Returns "random(1)", or "random(1), random(5) (by data set)".
std::string text_of(const std::vector<std::string>& labels) {
    return labels.size() == 1 ? labels.front() : first_names(labels) + " (by data set)";
}

/// Returns the options of row i as a query. An option that differs by data set becomes a variable, whose
/// value each column states. On a data set without this row, `selector.name` is null, which matches no run.
Value row_query(const Row& row, std::size_t i, std::vector<Value>& lets) {
    Leaves all;
    for (const Leaves* setting : row.settings)
        if (setting != nullptr) all.insert(setting->begin(), setting->end());
    Value query = Value::object();
    for (const auto& [path, value] : all) {
        std::vector<Value> values;  // null if the data set has no such option
        bool alike = true;
        for (const Leaves* setting : row.settings) {
            values.push_back(setting != nullptr && setting->contains(path) ? setting->at(path) : Value());
            alike = alike && (setting == nullptr ? path != "selector.name" : values.back() == value);
        }
        const std::string variable = std::to_string(i) + ":" + path;
        query.set(path, alike ? value : Value("$" + variable));
        for (std::size_t j = 0; j < lets.size() && !alike; ++j)
            lets[j].set(variable, substitute(values[j], Value()));  // `let` values are not substituted again
    }
    return query;
}

/// Rows and columns of the tables, and the rows as series of the figures. Rows of one learner are together.
struct Grid {
    std::vector<std::string> learners{};  ///< {""} if labels do not begin with a learner
    Value::List rows{};                   ///< labels without the learner, which is the "block"
    Value::List series{};                 ///< labels with the learner
    Value::List columns{};
};

/// Puts every setting of every data set into one row.
Grid grid_of(std::span<const Value> specs) {
    const std::vector<std::string> parts = varying_parts(specs);
    std::vector<Column> columns = columns_of(specs);
    set_labels(columns, specs.front(), parts);
    std::vector<Row> rows = rows_by_label(columns, parts.size() > 1 && parts.front() == "learner");
    join_rest(rows, columns.size());
    std::vector<Value> lets(columns.size(), Value::object());
    Grid grid;
    std::map<std::string, std::size_t> styles;  // one style per selector, in each learner
    for (const Row& row : rows)
        if (styles.emplace(row.learner, 0).second) grid.learners.push_back(row.learner);
    std::ranges::stable_sort(rows, {},
                             [&](const Row& row) { return std::ranges::find(grid.learners, row.learner); });
    for (Row& row : rows) {
        Value series = object_of(key("label", text_of(row.labels)),
                                 key("query", row_query(row, grid.rows.size(), lets)));
        if (!row.learner.empty())
            for (std::string& label : row.labels)
                label.erase(0, row.learner.size() + 1);  // "stump random(1)" becomes "random(1)"
        Value of_table = object_of(key("label", text_of(row.labels)), key("query", series.at("query")));
        if (!row.learner.empty()) {
            of_table.set("id", series.at("label")).set("block", row.learner);
            series.set("style", style_at(styles[row.learner]++));
        }
        grid.rows.push_back(std::move(of_table));
        grid.series.push_back(std::move(series));
    }
    for (std::size_t j = 0; j < columns.size(); ++j)
        grid.columns.push_back(object_of(key("label", columns[j].label), key("query", columns[j].query),
                                         key("let", std::move(lets[j]))));
    return grid;
}

/// One panel per data set and learner.
Value panels_value(const Grid& grid) {
    Value::List panels;
    for (const Value& column : grid.columns)
        for (const std::string& learner : grid.learners) {
            Value::List others;
            for (std::size_t i = 0; i < grid.rows.size(); ++i)
                if (text_at(grid.rows[i], "block") != learner) others.push_back(grid.series[i].at("label"));
            const std::string& set = column.at("label").as_string();
            panels.push_back(object_of(key("id", std::to_string(panels.size() + 1)),
                                       key("title", learner.empty() ? set : set + ", " + learner),
                                       key("omit", std::move(others)), key("query", column.at("query")),
                                       key("let", column.at("let"))));
        }
    return panels;
}

/// One contest per learner, which compares its selectors.
Value contests_value(const Grid& grid) {
    Value::List contests;
    const bool one = grid.learners.size() == 1;
    for (const std::string& learner : grid.learners) {
        Value::List rows = grid.rows;
        std::erase_if(rows, [&](const Value& row) { return text_at(row, "block") != learner; });
        if (rows.size() > 1)
            contests.push_back(
                object_of(key("id", one ? "contest" : fmt::format("contest-{}", contests.size() + 1)),
                          key("label", one ? "Comparison" : learner), key("rows", std::move(rows)),
                          key("columns", grid.columns)));
    }
    return contests;
}

}  // namespace

Value comparison_definition(const std::string& form, const std::string& name, const std::string& description,
                            std::span<const Value> specs) {
    const Grid grid = grid_of(specs);
    const Value asked = config::read_json_file(form);
    const bool looked_on = std::ranges::any_of(
        specs, [](const Value& spec) { return number_at(spec, "booster.oracle_every", 0) > 0; });
    Value::List tables, figures;
    try {
        for (Value table : asked.at("tables").as_list())
            tables.push_back(table.set("rows", grid.rows).set("columns", grid.columns));
        for (Value figure : asked.at("figures").as_list()) {
            if (flag_option(figure, "needs_oracle") && !looked_on) continue;
            figure.erase("needs_oracle");
            figures.push_back(figure.set("series", grid.series).set("panels", panels_value(grid)));
        }
    } catch (Error& error) {
        error.add_context(form);
        throw;
    }
    return object_of(key("tables", std::move(tables)), key("figures", std::move(figures)),
                     key("id", file_slug(name)), key("title", description.empty() ? name : description),
                     key("contests", contests_value(grid)));
}

std::string run_key(const Value& spec) {
    return to_json(query_of(wanted_options(spec)));
}

std::set<std::string> run_keys(std::span<const Value> specs) {
    return mapped_to<std::set<std::string>>(specs, run_key);
}

}  // namespace reboost::report
