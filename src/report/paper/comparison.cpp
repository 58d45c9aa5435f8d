#include "report/paper/comparison.hpp"

#include "config/label.hpp"
#include "report/measures/escape.hpp"
#include "report/measures/spec_leaves.hpp"
#include "results/json_text.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace reboost::report {
namespace {

using Leaves = std::map<std::string, Value>;

/// What a query asks for to find exactly this value: a list in it means "any of", a word that begins with $ a
/// variable.
Value wanted(const Value& value) {
    if (value.is_string() && value.as_string().starts_with('$')) return "$" + value.as_string();
    if (!value.is_list()) return value;
    Value any_of = Value::list();
    any_of.push(Value::list_of(value.as_list(), wanted));
    return any_of;
}

/// Every option by its path, as a query asks for it. Left out are the oracle, which changes nothing, and what
/// parts are called ("as"): the same run may have been stored under another name.
Leaves wanted_options(const Value& part) {
    Leaves leaves;
    for_each_leaf(part, [&](const std::string& path, const Value& value) {
        if (path == "booster.oracle_every" || path.ends_with(".as") || value.is_null()) return;
        leaves[path] = wanted(value);
    });
    return leaves;
}

/// Those of a setting: what runs on a data set, whatever the seed.
Leaves setting_of(const Value& spec) {
    return wanted_options(without(spec, {"dataset", "seed"}));
}

Value query_of(const Leaves& leaves) {
    Value query = Value::object();
    for (const auto& [leaf, value] : leaves)
        query.set(leaf, value);
    return query;
}

Value dataset_query(const Value& dataset) {
    Value part = without(Value::object().set("dataset", dataset), {"dataset.seed", "dataset.stand_in"});
    if (!text_at(dataset, "path").empty()) part = without(std::move(part), {"dataset.name"});
    return query_of(wanted_options(part));
}

/// What a row is called: the parts whose labels differ somewhere, with the number of rounds only where two
/// rows would else have one name. Methods of different prices get different numbers of rounds to spend as
/// much.
struct Naming {
    std::vector<std::string> parts;
    bool rounds = true;
};

std::string label_of(const Value& spec, const std::string& part, bool rounds) {
    if (rounds || part != "booster") return config::part_label(spec.at(part));
    Value booster = spec.at(part);
    if (booster.find("rounds") != nullptr) booster.set("rounds", 1000);
    return config::part_label(booster);
}

std::vector<std::string> varying_parts(const std::vector<const Value*>& specs, bool rounds) {
    std::vector<std::string> parts;
    for (const char* part : {"learner", "selector", "booster"})
        if (std::any_of(specs.begin(), specs.end(), [&](const Value* spec) {
                return label_of(*spec, part, rounds) != label_of(*specs.front(), part, rounds);
            }))
            parts.emplace_back(part);
    return parts.empty() ? std::vector<std::string>{"selector"} : parts;
}

/// Labels with their queries, each once, in the order of the specs.
class Axes {
  public:
    void add(const std::string& label, Value query, Value let = Value::object()) {
        if (std::find(labels_.begin(), labels_.end(), label) != labels_.end()) return;
        labels_.push_back(label);
        axes_.push(
            Value::object().set("label", label).set("query", std::move(query)).set("let", std::move(let)));
    }
    const Value& value() const { return axes_; }

  private:
    std::vector<std::string> labels_;
    Value axes_ = Value::list();
};

/// One data set with what runs on it, each setting once, without seeds.
struct Column {
    std::string label;
    Value query;
    std::vector<const Value*> specs;
    std::vector<Leaves> settings;
};

std::vector<Column> columns_of(std::span<const Value> specs) {
    std::vector<Column> columns;
    std::vector<const Value*> all;
    for (const Value& spec : specs)
        all.push_back(&spec);
    const bool one_rule = split_by_one_rule(all);
    for (const Value& spec : specs) {
        const std::string label = dataset_name(spec, one_rule);
        auto column =
            std::find_if(columns.begin(), columns.end(), [&](const Column& c) { return c.label == label; });
        if (column == columns.end())
            column = columns.insert(columns.end(), {label, dataset_query(spec.at("dataset")), {}, {}});
        Leaves leaves = setting_of(spec);
        if (std::find(column->settings.begin(), column->settings.end(), leaves) != column->settings.end())
            continue;
        column->specs.push_back(&spec);
        column->settings.push_back(std::move(leaves));
    }
    return columns;
}

std::string row_label(const Value& spec, const Value& first, const Naming& naming) {
    std::string label;
    for (const std::string& part : naming.parts)
        label += (label.empty() ? "" : " ") + label_of(spec, part, naming.rounds);
    if (spec.at("timing") != first.at("timing")) label += " " + spec.at("timing").as_string();
    return label;
}

/// Without rounds where all settings of a data set differ without them.
Naming naming_of(const std::vector<const Value*>& specs, const std::vector<Column>& columns) {
    Naming naming{varying_parts(specs, false), false};
    for (const Column& column : columns) {
        std::set<std::string> labels;
        for (const Value* spec : column.specs)
            if (!labels.insert(row_label(*spec, *specs.front(), naming)).second)
                return {varying_parts(specs, true), true};
    }
    return naming;
}

/// Rows and columns of the tables.
struct Grid {
    Axes rows, columns;
};

/// A row for each label: every row has one setting on all data sets.
Grid plain_grid(std::span<const Value> specs, const std::vector<Column>& columns) {
    std::vector<const Value*> all;
    for (const Value& spec : specs)
        all.push_back(&spec);
    const Naming naming = naming_of(all, columns);
    Grid grid;
    for (const Value& spec : specs)
        grid.rows.add(row_label(spec, specs.front(), naming), query_of(setting_of(spec)));
    for (const Column& column : columns)
        grid.columns.add(column.label, column.query);
    return grid;
}

/// Whether the i-th settings of all data sets belong together: as many everywhere, of the same parts.
bool aligned(const std::vector<Column>& columns) {
    for (const Column& column : columns) {
        if (column.settings.size() != columns.front().settings.size()) return false;
        for (std::size_t i = 0; i < column.settings.size(); ++i)
            for (const char* name :
                 {"learner.name", "selector.name", "selector.policy.name", "booster.name"}) {
                const auto here = column.settings[i].find(name),
                           there = columns.front().settings[i].find(name);
                const bool missing = here == column.settings[i].end();
                if (missing != (there == columns.front().settings[i].end())) return false;
                if (!missing && here->second != there->second) return false;
            }
    }
    return true;
}

/// Options that a config gives by data set do not split rows: the row asks for a variable, the column says
/// its value.
Grid grid_by_dataset(const std::vector<Column>& columns) {
    const Column& first = columns.front();
    const Naming naming = naming_of(first.specs, columns);
    std::vector<Value> lets(columns.size(), Value::object());
    Grid grid;
    for (std::size_t i = 0; i < first.settings.size(); ++i) {
        Value query = Value::object();
        Leaves all;
        for (const Column& column : columns)
            all.insert(column.settings[i].begin(), column.settings[i].end());
        for (const auto& setting : all) {
            const std::string& path = setting.first;
            const Value& value = setting.second;
            const auto value_in = [&](const Column& column) {
                const auto found = column.settings[i].find(path);
                return found == column.settings[i].end() ? Value() : found->second;
            };
            if (std::all_of(columns.begin(), columns.end(),
                            [&](const Column& c) { return value_in(c) == value; })) {
                query.set(path, value);
                continue;
            }
            const std::string variable = std::to_string(i) + ":" + path;
            query.set(path, "$" + variable);
            for (std::size_t j = 0; j < columns.size(); ++j)
                lets[j].set(variable, value_in(columns[j]));
        }
        std::string label = row_label(*first.specs[i], *first.specs[0], naming);
        if (std::any_of(columns.begin(), columns.end(), [&](const Column& column) {
                return row_label(*column.specs[i], *first.specs[0], naming) != label;
            }))
            label += " (by data set)";
        grid.rows.add(label, std::move(query));
    }
    for (std::size_t j = 0; j < columns.size(); ++j)
        grid.columns.add(columns[j].label, columns[j].query, lets[j]);
    return grid;
}

Grid grid_of(std::span<const Value> specs) {
    const std::vector<Column> columns = columns_of(specs);
    return aligned(columns) ? grid_by_dataset(columns) : plain_grid(specs, columns);
}

struct TableText {
    const char *id, *label, *caption, *measure, *array, *unit;
    double scale;
    int decimals;
};
constexpr std::array<TableText, 4> kTables{{
    {"asymptotic", "Asymptotic test error", "Mean test error over the last fifth of the rounds, in percent.",
     "asymptotic_error", "", "%", 100, 2},
    {"last", "Test error at the end", "Test error after the last round, in percent.", "curve_at", "", "%",
     100, 2},
    {"seconds", "Training time", "CPU seconds of training, evaluation excluded.", "last_of",
     "train_cpu_seconds", "s", 1, 2},
    {"work", "Work", "Millions of stored feature values scanned: the same on every machine.", "last_of",
     "work", "million values", 1e-6, 1},
}};

constexpr const char* kErrorCurves =
    R"json({"id": "curves", "label": "Test error", "x": ["round", "work", "train_cpu_seconds"],
    "caption": "Smoothed test error (mean over rounds 4t/5 to t) against rounds, work and training time.",
    "y": {"curve": "test_error", "smoothed": true, "scale": 100}, "y_label": "smoothed test error (%)"})json";
constexpr const char* kRegretCurves = R"json({"id": "regret", "label": "Regret", "x": ["round"],
    "caption": "Where full search looks on: sum of the best fixed feature's rewards less those of the features chosen.",
    "y": {"curve": "regret/expected"}, "y_label": "regret (sum of rewards)"})json";

Value table_value(const TableText& text, const Value& rows, const Value& columns) {
    Value measure = Value::object().set("name", text.measure);
    if (*text.array != '\0') measure.set("array", text.array);
    return Value::object()
        .set("id", text.id)
        .set("label", text.label)
        .set("caption", text.caption)
        .set("measure", std::move(measure))
        .set("scale", text.scale)
        .set("unit", text.unit)
        .set("decimals", text.decimals)
        .set("best", "least")
        .set("ours_only", true)
        .set("rows", rows)
        .set("columns", columns);
}

/// A panel per data set.
Value panels_value(const Value& columns) {
    Value panels = Value::list();
    for (std::size_t i = 0; i < columns.as_list().size(); ++i) {
        const Value& column = columns.as_list()[i];
        panels.push(Value::object()
                        .set("id", std::to_string(i + 1))
                        .set("title", column.at("label"))
                        .set("query", column.at("query"))
                        .set("let", column.at("let")));
    }
    return panels;
}

Value figure_value(const char* definition, const Value& rows, const Value& columns) {
    Value figure = results::value_from_json(definition, "comparison");
    return figure.set("kind", "curves")
        .set("log", "x")
        .set("series", rows)
        .set("panels", panels_value(columns));
}

}  // namespace

Value comparison_definition(const std::string& name, const std::string& description,
                            std::span<const Value> specs) {
    const auto [rows, columns] = grid_of(specs);
    Value tables = Value::list(), figures = Value::list();
    for (const TableText& text : kTables)
        tables.push(table_value(text, rows.value(), columns.value()));
    figures.push(figure_value(kErrorCurves, rows.value(), columns.value()));
    const bool looked_on = std::ranges::any_of(specs, [](const Value& spec) {
        const Value* every = spec.at("booster").find("oracle_every");
        return every != nullptr && every->as_integer() > 0;
    });
    if (looked_on) figures.push(figure_value(kRegretCurves, rows.value(), columns.value()));
    Value contest = Value::object(), contests = Value::list();
    contest.set("id", "contest")
        .set("label", "Comparison")
        .set("rows", rows.value())
        .set("columns", columns.value());
    if (rows.value().as_list().size() > 1) contests.push(std::move(contest));
    return Value::object()
        .set("id", file_slug(name))
        .set("title", description.empty() ? name : description)
        .set("tables", std::move(tables))
        .set("figures", std::move(figures))
        .set("contests", std::move(contests));
}

}  // namespace reboost::report
