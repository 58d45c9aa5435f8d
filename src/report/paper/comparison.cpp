#include "report/paper/comparison.hpp"

#include "config/label.hpp"
#include "report/measures/escape.hpp"

#include <algorithm>
#include <array>

namespace reboost::report {
namespace {

/// Adds "path.member": value of every scalar below `part`. Lists are left out: in a query a list means "any
/// of". So is what parts are called ("as"): the same run may have been stored under another name.
void flatten(const Value& part, const std::string& path, const std::vector<std::string>& skip, Value& query) {
    if (std::find(skip.begin(), skip.end(), path) != skip.end() || path.ends_with(".as")) return;
    if (part.is_object())
        for (const auto& [key, value] : part.as_object())
            flatten(value, path.empty() ? key : path + "." + key, skip, query);
    else if (part.is_string() && part.as_string().starts_with('$'))
        query.set(path, "$" + part.as_string());  // no variable of the query
    else if (!part.is_list() && !part.is_null())
        query.set(path, part);
}

/// The parts of a specification whose labels differ somewhere.
std::vector<std::string> varying_parts(std::span<const Value> specs) {
    std::vector<std::string> parts;
    for (const char* part : {"learner", "selector", "booster"})
        if (std::any_of(specs.begin(), specs.end(), [&](const Value& spec) {
                return config::part_label(spec.at(part)) != config::part_label(specs.front().at(part));
            }))
            parts.emplace_back(part);
    return parts.empty() ? std::vector<std::string>{"selector"} : parts;
}

/// Labels with their queries, each once, in the order of the specs.
class Axes {
  public:
    void add(const std::string& label, Value query) {
        if (std::find(labels_.begin(), labels_.end(), label) != labels_.end()) return;
        labels_.push_back(label);
        Value axis = Value::object();
        axis.set("label", label).set("query", std::move(query));
        axes_.push(std::move(axis));
    }
    const Value& value() const { return axes_; }

  private:
    std::vector<std::string> labels_;
    Value axes_ = Value::list();
};

Axes rows_of(std::span<const Value> specs) {
    const std::vector<std::string> parts = varying_parts(specs);
    Axes rows;
    for (const Value& spec : specs) {
        std::string label;
        for (const std::string& part : parts)
            label += (label.empty() ? "" : " ") + config::part_label(spec.at(part));
        Value query = Value::object();
        flatten(spec, "", {"dataset", "seed"}, query);
        if (spec.at("timing") != specs.front().at("timing")) label += " " + spec.at("timing").as_string();
        rows.add(label, std::move(query));
    }
    return rows;
}

/// The name of a data set without its seed: its trials are averaged like the seeds of selectors.
std::string column_label(const Value& dataset) {
    Value without_seed = dataset;
    without_seed.set("seed", 1);
    return config::dataset_label(without_seed);
}

Axes columns_of(std::span<const Value> specs) {
    Axes columns;
    for (const Value& spec : specs) {
        Value query = Value::object();
        std::vector<std::string> skip{"dataset.seed"};
        if (!spec.at("dataset").at("path").as_string().empty()) skip.emplace_back("dataset.name");
        flatten(spec.at("dataset"), "dataset", skip, query);
        columns.add(column_label(spec.at("dataset")), std::move(query));
    }
    return columns;
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

Value table_value(const TableText& text, const Value& rows, const Value& columns) {
    Value measure = Value::object();
    measure.set("name", text.measure);
    if (*text.array != '\0') measure.set("array", text.array);
    Value table = Value::object();
    table.set("id", text.id)
        .set("label", text.label)
        .set("caption", text.caption)
        .set("measure", std::move(measure))
        .set("scale", text.scale)
        .set("unit", text.unit)
        .set("decimals", text.decimals)
        .set("ours_only", true)
        .set("rows", rows)
        .set("columns", columns);
    return table;
}

Value figure_value(const Value& rows, const Value& columns) {
    Value y = Value::object(), x = Value::list(), panels = Value::list();
    y.set("curve", "test_error").set("smoothed", true).set("scale", 100);
    for (const char* axis : {"round", "work", "train_cpu_seconds"})
        x.push(axis);
    for (std::size_t i = 0; i < columns.as_list().size(); ++i) {
        const Value& column = columns.as_list()[i];
        Value panel = Value::object();
        panel.set("id", std::to_string(i + 1))
            .set("title", column.at("label"))
            .set("query", column.at("query"));
        panels.push(std::move(panel));
    }
    Value figure = Value::object();
    figure.set("id", "curves")
        .set("label", "Test error")
        .set("caption",
             "Smoothed test error (mean over rounds 4t/5 to t) against rounds, work and training time.")
        .set("kind", "curves")
        .set("x", std::move(x))
        .set("y", std::move(y))
        .set("y_label", "smoothed test error (%)")
        .set("log", "x")
        .set("series", rows)
        .set("panels", std::move(panels));
    return figure;
}

}  // namespace

Value comparison_definition(const std::string& name, const std::string& description,
                            std::span<const Value> specs) {
    const Axes rows = rows_of(specs), columns = columns_of(specs);
    Value tables = Value::list(), figures = Value::list();
    for (const TableText& text : kTables)
        tables.push(table_value(text, rows.value(), columns.value()));
    figures.push(figure_value(rows.value(), columns.value()));
    Value definition = Value::object();
    definition.set("id", file_slug(name))
        .set("title", description.empty() ? name : description)
        .set("tables", std::move(tables))
        .set("figures", std::move(figures));
    return definition;
}

}  // namespace reboost::report
