#include "core/order.hpp"
#include "report/measures/escape.hpp"
#include "report/measures/reference.hpp"
#include "report/paper/json_members.hpp"
#include "report/policies/contest_report.hpp"
#include "statistics/tests.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <string_view>

#include <fmt/format.h>

namespace reboost::report {
namespace {

constexpr std::size_t kTimes = 40;          ///< spans of rounds, log-spaced
constexpr std::size_t kRowsShown = 4;       ///< methods in the figure
constexpr std::size_t kFeaturesShown = 64;  ///< features in a heat map, the most chosen ones
/// Shares in spans of fewer rounds do not set the colours: in one round, one feature has a share of 100%.
constexpr double kManyRounds = 10;
/// Array of reference results: number of rounds that chose a feature, spans × features.
constexpr const char* kChoices = "choices";
constexpr std::array<std::string_view, 7> kImages{"mnist",     "mnist10k", "fashion-mnist", "usps",
                                                  "optdigits", "m-image",  "m-image-digits"};

/// Number of rounds that chose a feature, by span and feature.
struct Choices {
    std::size_t features = 0;
    double rounds = 0;
    std::vector<double> counts;
    double at(std::size_t span, std::size_t feature) const { return counts[span * features + feature]; }
    double rounds_in(std::size_t span) const {
        return std::accumulate(&counts[span * features], &counts[span * features] + features, 0.0);
    }
    double total(std::size_t feature) const {
        double sum = 0;
        for (std::size_t span = 0; span < kTimes; ++span)
            sum += at(span, feature);
        return sum;
    }
};

std::size_t span_of(double round, double rounds) {
    const double place = std::log(round) / std::log(std::max(2.0, rounds)) * static_cast<double>(kTimes);
    return std::min(kTimes - 1, static_cast<std::size_t>(place));
}

/// Returns the number of features; 0 if unknown.
std::size_t features_of(const Run& run) {
    return static_cast<std::size_t>(number_at(run.attributes, "features", 0));
}

std::optional<Choices> read_choices(const RunSet& runs, const Run& run) {
    Choices choices{features_of(run), static_cast<double>(run.rounds_asked()), {}};
    if (choices.features == 0) return std::nullopt;
    if (run.reference) {
        choices.counts = runs.summary(run, kChoices);
    } else {
        const std::vector<double> chosen = runs.array(run, "feature");
        if (chosen.empty()) return std::nullopt;  // a gradient booster's rounds have no single feature
        choices.counts.assign(kTimes * choices.features, 0);
        for (std::size_t t = 0; t < chosen.size(); ++t)
            if (chosen[t] >= 0 && chosen[t] < static_cast<double>(choices.features))
                ++choices.counts[span_of(static_cast<double>(t + 1), choices.rounds) * choices.features +
                                 static_cast<std::size_t>(chosen[t])];
    }
    if (choices.counts.size() != kTimes * choices.features) return std::nullopt;
    if (runs.recorder() != nullptr)
        runs.recorder()->of(run).arrays[std::string("summary/") + kChoices] = choices.counts;
    return choices;
}

const Run* first_run(const Entry& entry) {
    const auto first = std::ranges::min_element(entry.runs, {}, &Run::split);
    return first == entry.runs.end() ? nullptr : *first;
}

/// Returns the side of a square image in pixels; 0 if the features are no image.
std::size_t side_of(const Run& run) {
    const std::size_t features = features_of(run);
    if (std::ranges::count(kImages, text_at(run.options(), "dataset.name")) == 0) return 0;
    const auto side = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(features))));
    return side * side == features ? side : 0;
}

Series image(const Choices& choices, std::size_t side) {
    std::vector<Point> points;
    const double all = std::accumulate(choices.counts.begin(), choices.counts.end(), 0.0);
    for (std::size_t feature = 0; feature < choices.features; ++feature) {
        const double share = all > 0 ? 100 * choices.total(feature) / all : 0;
        points.push_back(
            {static_cast<double>(feature % side), static_cast<double>(feature / side), share, share});
    }
    return {"share, %", std::move(points)};
}

/// Returns the shares of the most chosen features, ordered by number; the shares of a span sum to at most
/// 100. A span without rounds repeats the span before.
Series heat(const Choices& choices) {
    std::vector<std::size_t> shown = order_by(
        choices.features, [&](std::size_t f) { return choices.total(f); }, std::ranges::greater{});
    shown.resize(std::min(shown.size(), kFeaturesShown));
    std::ranges::sort(shown);
    const double many = std::min(kManyRounds, choices.rounds_in(kTimes - 1));  // fewer in short runs
    std::vector<Point> points;
    std::size_t last = 0;  // last span with a round
    for (std::size_t span = 0; span < kTimes; ++span) {
        if (choices.rounds_in(span) > 0) last = span;
        const double rounds = choices.rounds_in(last);
        const double when =
            (static_cast<double>(span) + 0.5) / static_cast<double>(kTimes) * std::log10(choices.rounds);
        for (std::size_t place = 0; place < shown.size(); ++place) {
            const double share = rounds > 0 ? 100 * choices.at(last, shown[place]) / rounds : 0;
            points.push_back({when, static_cast<double>(place), share, rounds >= many ? share : 0});
        }
    }
    return {"share, %", std::move(points)};
}

std::optional<Panel> choices_panel(const Contest& contest, const RunSet& runs, std::size_t row,
                                   std::size_t column) {
    const Run* run = first_run(contest.entries[row][column]);
    if (run == nullptr) return std::nullopt;
    const std::optional<Choices> choices = read_choices(runs, *run);
    if (!choices) return std::nullopt;
    const std::size_t side = side_of(*run);
    const char* const features = choices->features > kFeaturesShown ? "the most chosen features" : "feature";
    Panel panel{
        side > 0 ? Axes{.kind = "pixels"} : Axes{.kind = "heat", .x_label = "round", .y_label = features},
        file_slug(fmt::format("{}-choices-{}-{}", contest.spec->id, column + 1, row + 1)),
        contest.name(row) + " on " + contest.spec->columns[column].label};
    panel.series.push_back(side > 0 ? image(*choices, side) : heat(*choices));
    return panel;
}

/// The darkest colour stands for the greatest share in any panel, among points that set colours (`high`).
void share_colours(std::span<Panel> panels) {
    double top = 0;
    for (const Panel& panel : panels)
        for (const Point& point : panel.series.front().points)
            top = std::max(top, point.high);
    for (Panel& panel : panels)
        panel.colour_top = top > 0 ? top : 1;
}

/// Returns the first data set, and the first set of images if that is another one.
std::vector<std::size_t> columns_shown(const Contest& contest) {
    std::vector<std::size_t> shown;
    for (const std::size_t column : contest.columns_of({contest.baseline})) {
        const bool images = side_of(*first_run(contest.entries[contest.baseline][column])) > 0;
        if (shown.empty() || (images && shown.size() < 2)) shown.push_back(column);
    }
    return shown;
}

bool chooses_features(const Contest& contest, std::size_t row) {
    const Value* name = contest.spec->rows[row].query.find("selector.name");
    return name != nullptr && *name != Value("full");
}

/// Returns exp of the entropy (in nats) of the shares of rounds per feature: so many features, chosen equally
/// often, have this entropy. NaN without choices.
double effective_features(const RunSet& runs, const Run& run) {
    constexpr const char* kKeptEffective = "effective_features";
    if (run.reference) {
        const std::vector<double> kept = runs.summary(run, kKeptEffective);
        return kept.empty() ? kNoValue : kept.front();
    }
    std::map<double, double> counts;
    double all = 0, entropy = 0;
    for (const double feature : runs.array(run, "feature"))
        if (feature >= 0) ++counts[feature], ++all;
    if (all == 0) return kNoValue;
    for (const auto& [feature, count] : counts)
        entropy -= count / all * std::log(count / all);
    if (runs.recorder() != nullptr)
        runs.recorder()->of(run).arrays[std::string("summary/") + kKeptEffective] = {std::exp(entropy)};
    return std::exp(entropy);
}

double mean_effective_features(const RunSet& runs, const Entry& entry) {
    std::vector<double> known;
    for (const Run* run : entry.runs)
        if (const double effective = effective_features(runs, *run); !std::isnan(effective))
            known.push_back(effective);
    return mean(known);
}

/// CPU seconds per round on a data set, mean over the runs on these splits; NaN without runs.
double round_seconds(const Contest& contest, std::size_t row, std::size_t column,
                     const std::vector<std::int64_t>& splits) {
    std::vector<double> seconds;
    for (const std::int64_t split : splits)
        for (const auto& path : contest.entries[row][column].replicates.at(split))
            seconds.push_back(path->seconds.back() / path->round.back());
    return mean(seconds);
}

}  // namespace

Figure choices_figure(const Contest& contest, const Verdicts& verdicts, const RunSet& runs) {
    Figure figure{"choices", {}};
    std::vector<std::size_t> rows = rows_shown(contest, verdicts);
    std::erase_if(rows, [&](std::size_t row) { return !chooses_features(contest, row); });
    rows.resize(std::min(rows.size(), kRowsShown));
    for (const std::size_t column : columns_shown(contest)) {
        const std::size_t first = figure.panels.size();
        for (const std::size_t row : rows)
            if (std::optional<Panel> panel = choices_panel(contest, runs, row, column))
                figure.panels.push_back(std::move(*panel));
        share_colours({figure.panels.begin() + static_cast<std::ptrdiff_t>(first), figure.panels.end()});
    }
    return figure;
}

Value where_it_pays(const Contest& contest, const Verdicts& verdicts, const RunSet& runs) {
    const Comparison* best = nullptr;
    for (const Comparison& one : verdicts.random)
        if (one.row != contest.target && chooses_features(contest, one.row) && one.cost.sets > 1 &&
            (best == nullptr || one.cost.interval.estimate < best->cost.interval.estimate))
            best = &one;
    if (best == nullptr) return {};
    Value sets = Value::list();
    std::vector<double> widths, shares, ratios;
    for (const SetOutcome& set : best->sets) {
        const Entry& entry = contest.entries[contest.target][set.column];
        const auto columns = static_cast<double>(features_of(*entry.runs.front()));
        const double effective = mean_effective_features(runs, entry);
        if (!set.cost || columns == 0 || std::isnan(effective)) continue;
        widths.push_back(columns);
        shares.push_back(effective / columns);
        ratios.push_back(std::exp(set.cost->mean));
        sets.push(object_of(key("set", contest.spec->columns[set.column].label), key("columns", columns),
                            key("effective", effective), key("ratio", ratios.back())));
    }
    if (widths.size() < 2) return {};
    Value where = object_of(key("method", contest.name(best->row)));
    if (widths.size() >= kSetsForTest)
        add_members(where, some("with_columns", statistics::rank_correlation(widths, ratios)),
                    some("with_share", statistics::rank_correlation(shares, ratios)));
    return where.set("sets", std::move(sets));
}

Figure where_figure(const Contest& contest, const Value& where) {
    Panel panel{{.kind = "scatter",
                 .x_label = "columns",
                 .y_label = "effective number of features of " + contest.name(contest.target),
                 .log = "xy"},
                file_slug(contest.spec->id + "-where"),
                fmt::format("{}: work of {} against random draws", contest.spec->label,
                            where.at("method").as_string())};
    for (const Value& set : where.at("sets").as_list()) {
        const double effective = set.at("effective").as_number();
        panel.series.push_back({.label = set.at("set").as_string(),
                                .points = {{set.at("columns").as_number(), effective, effective,
                                            std::log2(set.at("ratio").as_number())}}});
    }
    return {"where", {std::move(panel)}};
}

Value costs_of_choosing(const Contest& contest) {
    Value methods = Value::list();
    const std::optional<std::size_t> random = contest.yardstick;
    if (!random || !contest.present(*random)) return methods;
    const std::vector<std::size_t> columns = contest.columns_of({*random});
    for (const std::size_t row : contest.rows())
        methods.push(object_of(
            key("method", contest.name(row)),
            key("sets", Value::list_of(columns, [&](std::size_t column) {
                    const std::vector<std::int64_t> splits = contest.splits_of({row, *random}, column);
                    const double own = round_seconds(contest, row, column, splits);
                    return object_of(key("set", contest.spec->columns[column].label), some("seconds", own),
                                     some("extra", own - round_seconds(contest, *random, column, splits)));
                }))));
    return methods;
}

}  // namespace reboost::report
