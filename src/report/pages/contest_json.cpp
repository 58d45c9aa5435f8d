/// Contests and figures of report.json.
#include "report/pages/report_json.hpp"
#include "report/paper/frame.hpp"
#include "report/policies/comparable_seconds.hpp"

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

/// The ratio that a study like this finds with probability 0.8: median over the announced methods, else over
/// all but the target.
double detectable(const Contest& contest, const std::vector<Comparison>& all) {
    const bool announced = std::ranges::any_of(all, &Comparison::announced);
    std::vector<double> found;
    for (const Comparison& one : all)
        if (one.row != contest.target && (one.announced || !announced) && std::isfinite(one.cost.detectable))
            found.push_back(one.cost.detectable);
    if (found.empty()) return kNoValue;
    const auto middle = found.begin() + static_cast<std::ptrdiff_t>(found.size() / 2);
    std::ranges::nth_element(found, middle);
    return *middle;
}

/// Data sets on which no method has a ratio of cost.
Value sets_without_ratio(const Contest& contest, const std::vector<Comparison>& all) {
    Value sets = Value::list();
    for (std::size_t column = 0; column < contest.spec->columns.size(); ++column) {
        bool seen = false, rated = false;
        for (const Comparison& one : all)
            for (const SetOutcome& set : one.sets)
                if (set.column == column) seen = true, rated = rated || set.cost;
        if (seen && !rated) sets.push(contest.spec->columns[column].label);
    }
    return sets;
}

Value pace_json(const Contest& contest, const PaceGap& gap) {
    return Value::object()
        .set("ratio", gap.ratio)
        .set("slowest", contest.name(gap.slowest))
        .set("fastest", contest.name(gap.fastest))
        .set("set", contest.spec->columns[gap.column].label)
        .set("wide", static_cast<std::uint64_t>(gap.wide))
        .set("splits", static_cast<std::uint64_t>(gap.splits));
}

/// Methods whose runs ask a program: its CPU time is not in their seconds.
Value methods_with_program(const Contest& contest) {
    Value methods = Value::list();
    for (const std::size_t row : contest.rows())
        if (std::ranges::any_of(contest.entries[row], [](const Entry& entry) {
                return !entry.empty() && asks_program(entry.runs.front()->spec);
            }))
            methods.push(contest.name(row));
    return methods;
}

Value judged_json(const Contest& contest, const Verdicts& verdicts) {
    const auto comparisons = [&](const std::vector<Comparison>& all) {
        return Value::list_of(all, [&](const Comparison& one) { return comparison_json(contest, one); });
    };
    const std::vector<Comparison>& first = verdicts.random.empty() ? verdicts.baseline : verdicts.random;
    Value value = Value::object()
                      .set("cost", cost_id(verdicts.cost))
                      .set("sets", static_cast<std::uint64_t>(verdicts.sets))
                      .set("fewest_splits", static_cast<std::uint64_t>(verdicts.fewest_splits))
                      .set("most_splits", static_cast<std::uint64_t>(verdicts.most_splits))
                      .set("most_draws", static_cast<std::uint64_t>(verdicts.most_draws))
                      .set("left_out", static_cast<std::uint64_t>(contest.left_out))
                      .set("without_ratio", sets_without_ratio(contest, first));
    set_number(value, "detectable", detectable(contest, first));
    if (verdicts.cost == Cost::seconds) {
        value.set("programs", methods_with_program(contest));
        if (const std::optional<PaceGap> gap = pace_gap(contest)) value.set("pace", pace_json(contest, *gap));
    }
    value.set("against_random", comparisons(verdicts.random));
    // Where the baseline draws at random, that is said once.
    const bool same = !verdicts.random.empty() && contest.baseline == contest.yardstick;
    return value.set("against_baseline", same ? Value::list() : comparisons(verdicts.baseline));
}

Value where_json(const Contest& contest, const WhereItPays& where) {
    Value value = Value::object().set("method", contest.name(where.method));
    set_number(value, "with_columns", where.with_columns);
    set_number(value, "with_share", where.with_share);
    return value.set("sets", Value::list_of(where.sets, [&](const WhereItPays::Set& set) {
                         return Value::object()
                             .set("set", contest.spec->columns[set.column].label)
                             .set("columns", set.columns)
                             .set("effective", set.effective)
                             .set("ratio", set.ratio);
                     }));
}

/// A method's seconds and what they exceed those of random draws by, set by set in the contest's order.
Value choosing_json(const Contest& contest, const std::vector<CostOfChoosing>& costs) {
    Value methods = Value::list();
    for (const CostOfChoosing& one : costs) {
        if (methods.as_list().empty() ||
            methods.as_list().back().at("method") != Value(contest.name(one.row)))
            methods.push(Value::object().set("method", contest.name(one.row)).set("sets", Value::list()));
        Value set = Value::object().set("set", contest.spec->columns[one.column].label);
        set_number(set, "seconds", one.seconds);
        set_number(set, "extra", one.extra);
        methods.as_list().back().find("sets")->push(std::move(set));
    }
    return methods;
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

/// "n": replicates behind a point, over all series; nothing where no series counts any.
void set_replicates(Value& value, const Panel& panel) {
    std::size_t fewest = 0, most = 0;
    for (const Series& series : panel.series) {
        if (series.most == 0) continue;
        fewest = fewest == 0 ? series.fewest : std::min(fewest, series.fewest);
        if (series.most > most) value.set("of", series.replicates);
        most = std::max(most, series.most);
    }
    if (most > 0)
        value.set("fewest_n", static_cast<std::uint64_t>(fewest))
            .set("most_n", static_cast<std::uint64_t>(most));
}

/// Points and bands that the axes have no place for.
void set_cuts(Value& value, const Panel& panel) {
    Value gaps = Value::list();
    bool band = false;
    for (const Series& series : panel.series)
        for (const Point& point : series.points) {
            band = band || (panel.logarithmic('y') && point.low <= 0);
            if ((panel.logarithmic('y') && point.y <= 0) || (panel.logarithmic('x') && point.x <= 0))
                if (gaps.as_list().empty() || gaps.as_list().back() != Value(series.label))
                    gaps.push(series.label);
        }
    if (band) value.set("bands_cut", true);
    if (!gaps.as_list().empty()) value.set("not_on_axis", std::move(gaps));
    if (!panel.has_lines()) return;
    const Frame frame = frame_of(panel);
    double least = kNoValue, greatest = kNoValue;
    for (const Series& series : panel.series) {
        const Range& shown = series.second_axis ? frame.y2 : frame.y;
        for (const Point& point : series.points) {
            if (panel.logarithmic('y') && point.y <= 0) continue;
            if (point.y > shown.high) greatest = std::fmax(greatest, point.y);
            if (point.y < shown.low) least = std::fmin(least, point.y);
        }
    }
    set_number(value, "below_axis", least);
    set_number(value, "above_axis", greatest);
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
    for (const auto& [set, key] : {std::pair{panel.left_out, "left_out"},
                                   {panel.drawable(), "drawable"},
                                   {panel.drawn, "drawn"},
                                   {panel.drawable(), "charted"}})
        if (set) value.set(key, true);
    set_replicates(value, panel);
    set_cuts(value, panel);
    return value.set("height", static_cast<std::uint64_t>(panel.height()))
        .set("absent", Value::list_of(panel.absent))
        .set("series", Value::list_of(panel.series, series_json));
}

Value contest_json(const FilledContest& filled) {
    const Contest& contest = filled.contest;
    const ContestSpec& spec = *contest.spec;
    Value judged = Value::list(), absent = Value::list();
    if (filled.work.sets > 0) judged.push(judged_json(contest, filled.work));
    if (filled.seconds.sets > 0) judged.push(judged_json(filled.timed, filled.seconds));
    for (std::size_t row = 0; row < spec.rows.size(); ++row)
        if (!contest.present(row)) absent.push(contest.name(row));
    Value value = Value::object()
                      .set("id", spec.id)
                      .set("label", spec.label)
                      .set("equivalence", spec.equivalence)
                      .set("runs", static_cast<std::uint64_t>(filled.used.size()))
                      .set("methods",
                           Value::list_of(contest.rows(), [&](std::size_t row) { return contest.name(row); }))
                      .set("absent", std::move(absent))
                      .set("judged", !filled.work.random.empty() || !filled.work.baseline.empty())
                      .set("sets", sets_json(contest))
                      .set("baseline", contest.name(contest.baseline))
                      .set("target", contest.name(contest.target));
    if (contest.yardstick) value.set("random_draws", contest.name(*contest.yardstick));
    value.set("costs", std::move(judged));
    if (filled.where) value.set("where", where_json(contest, *filled.where));
    return value.set("choosing", choosing_json(filled.timed, filled.choosing))
        .set("figures", Value::list_of(filled.figures, [](const ContestFigure& figure) {
                 return Value::object()
                     .set("id", figure.id)
                     .set("panels", Value::list_of(figure.panels, panel_numbers));
             }));
}

}  // namespace reboost::report
