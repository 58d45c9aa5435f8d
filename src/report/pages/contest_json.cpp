/// Contests and figures of report.json.
#include "report/pages/report_json.hpp"

#include <algorithm>
#include <cmath>

namespace reboost::report {
namespace {

const char* side_name(Side side) {
    return side == Side::less ? "less" : side == Side::more ? "more" : "undecided";
}

Value ratio_json(const Ratio& ratio) {
    Value value = Value::object();
    set_number(value, "value", ratio.interval.estimate);
    set_number(value, "low", ratio.interval.low);
    set_number(value, "high", ratio.interval.high);
    set_number(value, "next_set_low", ratio.next_set.low);
    set_number(value, "next_set_high", ratio.next_set.high);
    set_number(value, "spread", ratio.spread);
    set_number(value, "p", ratio.p);
    set_number(value, "signed_rank_p", ratio.signed_rank_p);
    set_number(value, "detectable", ratio.detectable);
    return value.set("sets", static_cast<std::uint64_t>(ratio.sets)).set("side", side_name(ratio.side()));
}

Value effect_json(const statistics::Effect& effect) {
    Value value = Value::object();
    set_number(value, "mean", effect.mean);
    set_number(value, "variance", effect.variance);
    return value;
}

Value set_json(const Contest& contest, const SetOutcome& set) {
    Value value = Value::object()
                      .set("set", contest.spec->columns[set.column].label)
                      .set("splits", static_cast<std::uint64_t>(set.splits));
    if (set.cost) value.set("log_cost", effect_json(*set.cost));
    value.set("log_error", effect_json(set.error));
    set_number(value, "reached", set.reached);
    set_number(value, "other_reached", set.other_reached);
    return value;
}

Value comparison_json(const Contest& contest, const Comparison& one) {
    Value value = Value::object()
                      .set("method", contest.name(one.row))
                      .set("against", contest.name(one.other))
                      .set("announced", one.announced)
                      .set("side", side_name(one.side()))
                      .set("cost", ratio_json(one.cost))
                      .set("error", ratio_json(one.error));
    set_number(value, "reached", one.reached);
    set_number(value, "other_reached", one.other_reached);
    return value
        .set("hangs_on",
             Value::list_of(one.hangs_on,
                            [&](std::size_t column) { return contest.spec->columns[column].label; }))
        .set("sets", Value::list_of(one.sets, [&](const SetOutcome& set) { return set_json(contest, set); }));
}

Value judged_json(const Contest& contest, const Verdicts& verdicts) {
    const auto comparisons = [&](const std::vector<Comparison>& all) {
        return Value::list_of(all, [&](const Comparison& one) { return comparison_json(contest, one); });
    };
    return Value::object()
        .set("cost", cost_id(verdicts.cost))
        .set("sets", static_cast<std::uint64_t>(verdicts.sets))
        .set("fewest_splits", static_cast<std::uint64_t>(verdicts.fewest_splits))
        .set("most_splits", static_cast<std::uint64_t>(verdicts.most_splits))
        .set("most_draws", static_cast<std::uint64_t>(verdicts.most_draws))
        .set("left_out", static_cast<std::uint64_t>(contest.left_out))
        .set("against_random", comparisons(verdicts.random))
        .set("against_baseline", comparisons(verdicts.baseline));
}

Value grid_json(const Grid& grid) {
    return Value::object()
        .set("columns", Value::list_of(grid.columns))
        .set("rows", Value::list_of(grid.rows, [](const GridRow& row) {
                 return Value::object()
                     .set("label", row.label)
                     .set("values",
                          Value::list_of(row.cells, [](const GridCell& c) { return number_json(c.value); }));
             }));
}

Value section_json(const ContestSection& section) {
    return Value::object()
        .set("id", section.id)
        .set("label", section.label)
        .set("warnings", Value::list_of(section.warnings))
        .set("answer", Value::list_of(section.answer))
        .set("grid", grid_json(section.grid))
        .set("panels", Value::list_of(section.panels, panel_numbers));
}

Value point_json(const Point& point) {
    Value values = Value::list();
    for (const double number : {point.x, point.y, point.low, point.high})
        values.push(number_json(number));
    while (values.as_list().size() > 2 && values.as_list().back().is_null())
        values.as_list().pop_back();
    return values;
}

/// The data sets, with the number of their features where a run tells it.
Value sets_json(const Contest& contest) {
    Value sets = Value::list();
    for (std::size_t column = 0; column < contest.spec->columns.size(); ++column) {
        Value set = Value::object().set("label", contest.spec->columns[column].label);
        for (const auto& row : contest.entries)
            if (!row[column].runs.empty() && set.find("features") == nullptr)
                if (const double count = number_at(row[column].runs.front()->attributes, "features", 0);
                    count > 0)
                    set.set("features", static_cast<std::int64_t>(count));
        sets.push(std::move(set));
    }
    return sets;
}

const char* spread_name(Spread spread) {
    constexpr const char* kNames[] = {"none", "bars", "interval", "range"};
    return kNames[static_cast<std::size_t>(spread)];
}

Value series_json(const Series& series) {
    Value value = Value::object().set("label", series.label).set("spread", spread_name(series.spread));
    if (series.rounds > 0) value.set("rounds", series.rounds).set("most_rounds", series.most_rounds);
    if (series.most > 0)
        value.set("fewest_n", static_cast<std::uint64_t>(series.fewest))
            .set("most_n", static_cast<std::uint64_t>(series.most))
            .set("of", series.replicates);
    for (const auto& [set, key] : {std::pair{series.fewer_rounds, "fewer_rounds"},
                                   {series.stand_in, "stand_in"},
                                   {series.second_axis, "second_axis"}})
        if (set) value.set(key, true);
    return value.set("points", Value::list_of(series.points, point_json));
}

}  // namespace

Value panel_numbers(const Panel& panel) {
    Value value = Value::object().set("name", panel.name).set("title", panel.title).set("kind", panel.kind);
    for (const auto& [key, text] : {std::pair{"x_label", &panel.x_label},
                                    {"y_label", &panel.y_label},
                                    {"y2_label", &panel.y2_label},
                                    {"log", &panel.log},
                                    {"one_axis_of", &panel.one_axis_of}})
        if (!text->empty()) value.set(key, *text);
    if (panel.line) set_number(value, "line", *panel.line);
    if (panel.left_out) value.set("left_out", true);
    return value.set("absent", Value::list_of(panel.absent))
        .set("series", Value::list_of(panel.series, series_json));
}

Value contest_json(const FilledContest& filled) {
    const Contest& contest = filled.contest;
    const ContestSpec& spec = *contest.spec;
    Value judged = Value::list();
    judged.push(judged_json(contest, filled.work));
    if (filled.seconds.sets > 0) judged.push(judged_json(filled.timed, filled.seconds));
    Value value = Value::object()
                      .set("id", spec.id)
                      .set("label", spec.label)
                      .set("equivalence", spec.equivalence)
                      .set("runs", static_cast<std::uint64_t>(filled.used.size()))
                      .set("methods",
                           Value::list_of(contest.rows(), [&](std::size_t row) { return contest.name(row); }))
                      .set("judged", !filled.work.random.empty() || !filled.work.baseline.empty())
                      .set("sets", sets_json(contest))
                      .set("baseline", contest.name(contest.baseline))
                      .set("target", contest.name(contest.target));
    if (contest.yardstick) value.set("random_draws", contest.name(*contest.yardstick));
    return value.set("costs", std::move(judged))
        .set("sections", Value::list_of(filled.sections, section_json));
}

}  // namespace reboost::report
