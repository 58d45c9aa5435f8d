#include "report/paper/figure.hpp"

#include "config/json.hpp"
#include "report/fake_runs.hpp"
#include "report/measures/escape.hpp"
#include "report/pages/figure_files.hpp"
#include "report/pages/pages.hpp"
#include "report/tests_json.hpp"

#include <cmath>

#include <catch2/catch.hpp>
#include <fmt/format.h>

using namespace reboost;
using namespace reboost::report;
using namespace reboost::report::test;

namespace {

Series line(const std::string& label, const std::vector<Point>& points) {
    Series series;
    series.label = label;
    series.points = points;
    return series;
}

Panel panel_of(const std::vector<Series>& series, const std::string& log = "") {
    Panel panel;
    panel.name = "p";
    panel.kind = "curves";
    panel.y_label = "test error (%)";
    panel.log = log;
    panel.series = series;
    return panel;
}

/// The panel's file of this ending.
std::string file_of(const Panel& panel, std::string_view ending) {
    static const FigureFiles files(std::filesystem::path(REBOOST_SOURCE_DIR) / "plots");
    for (const auto& [its, text] : files.texts(panel))
        if (its == ending) return text;
    return "";
}

/// What a chart's file hands to the page.
Value chart_of(const Panel& panel) {
    const std::string text = file_of(panel, ".js");
    const std::size_t comma = text.find(',');
    return config::parse_json(text.substr(comma + 1, text.rfind(')') - comma - 1), "chart");
}

constexpr const char* kFigure = R"json({"id": "toy", "title": "Toy", "figures": [{
    "id": "f", "label": "Figure 9", "kind": "curves", "x": ["round"], "y": {"curve": "test_error", "scale": 100},
    "y_label": "test error (%)", "y2_label": "other (%)",
    "series": [{"label": "FULL", "query": {"selector.name": "full"}, "second_axis": true},
               {"label": "RANDOM", "query": {"selector.name": "random"}}],
    "panels": [{"id": "plain"}, {"id": "less", "omit": [], "one_axis": true, "difference_to": "FULL"}]}]})json";

}  // namespace

TEST_CASE("Axes begin where curves are seen, and an error in percent ends at 100") {
    Panel panel = panel_of({line("a", {{1, 99.9}, {1e6, 60}, {1e7, 20}, {1e9, 10}})}, "x");
    panel.y_top = 3;
    const Frame frame = frame_of(panel);
    CHECK(frame.x.low > 9e6);
    CHECK(frame.x.low <= 1e7);
    CHECK(frame.x.high >= 1e9);
    CHECK(frame.y.high == Approx(30).margin(1));
    CHECK(frame.y.low == Approx(10).margin(1));
    panel.y_top.reset();
    CHECK(frame_of(panel).y.high == 100);
    panel.fit_from = 1e7;
    CHECK(frame_of(panel).y.high == Approx(20).margin(1));
    CHECK(frame_of(panel_of({line("a", {{5, 2}})})).y.low < 2);
}

TEST_CASE(
    "Around what is drawn an axis has three hundredths of room, a logarithmic one the power 0.02 of its span") {
    const auto is = [](const Range& range, double low, double high) {
        CHECK(range.low == Approx(low).margin(1e-12));
        CHECK(range.high == Approx(high).epsilon(1e-12));
    };
    const auto y_of = [](std::vector<double> values, const std::string& log = "") {
        Series series = line("a", {});
        for (std::size_t i = 0; i < values.size(); ++i)
            series.points.push_back({static_cast<double>(i + 1), values[i]});
        return frame_of(panel_of({series}, log)).y;
    };
    is(y_of({0, 10}), 0, 10.3);  // what is never negative stays so
    is(y_of({0.1, 10.1}), 0, 10.4);
    is(y_of({-10, 10}), -10.6, 10.6);
    is(y_of({5, 5}), 4.85, 5.15);
    is(y_of({1, 100}, "y"), 1 / std::pow(100, 0.02), 100);
    is(y_of({1, 200}), 0, 205.97);  // no error in percent
    is(y_of({2, 3}, "y"), 2 / 1.03, 3 * 1.03);
    is(y_of({}), 0.5, 2);
    is(frame_of(panel_of({line("a", {{1, 5}, {11, 6}})})).x, 0.7, 11.3);
    is(frame_of(panel_of({line("a", {{1, 5}, {100, 6}})}, "x")).x, std::pow(100, -0.02), std::pow(100, 1.02));
    Panel panel = panel_of({line("a", {{1, 90}, {2, 1}})});
    panel.line = 2;  // the axis ends at three times the line
    is(frame_of(panel).y, 0.85, 6.15);
    CHECK(frame_of(panel).y2.empty());
    CHECK(Range{2, 2}.empty());
    panel.kind = "forest";
    panel.series.resize(21);
    CHECK(panel.height() == 420);
    panel.series.resize(22);
    CHECK(panel.height() == 60 + 17 * 22);
}

TEST_CASE("Curves that only roundings tell apart have an axis around them") {
    for (const double error : {1.0, 2.5, 20.0}) {
        const Frame frame = frame_of(panel_of({line("a", {{1, error}, {2, error * (1 + 1e-15)}})}));
        CHECK(frame.y.low < 0.98 * error);
        CHECK(frame.y.high > 1.02 * error);
    }
}

TEST_CASE("A note says how far values reach outside the vertical axis, a title what all curves lack") {
    Panel panel = panel_of({line("a", {{1, 90.25}, {10, 20}, {20, 10}}), line("b", {{10, 12}, {20, 11}})});
    CHECK(panel_numbers(panel).find("above_axis") == nullptr);
    panel.y_top = 2;
    CHECK(panel_numbers(panel).at("above_axis") == Value(90.25));
    CHECK(panel_numbers(panel).find("below_axis") == nullptr);
    panel.title = "Letter";
    for (Series& series : panel.series) {
        series.fewer_rounds = true;
        series.rounds = 100;
    }
    CHECK(chart_of(panel).at("title").as_string() == "Letter (T=100)");
    CHECK(chart_of(panel).at("series").as_list().at(0).at("label").as_string() == "a");
    panel.series[1].rounds = 50;
    CHECK(chart_of(panel).at("title").as_string() == "Letter");
    CHECK(chart_of(panel).at("series").as_list().at(1).at("label").as_string() == "b (T=50)");
    CHECK(chart_of(panel).at("series").as_list().at(0).at("label").as_string() == "a (T=100)");
    panel.series[1].most_rounds = 80;  // points of several lengths
    CHECK(chart_of(panel).at("series").as_list().at(1).at("label").as_string() == "b (T=50 to 80)");
}

TEST_CASE("An interval that is not drawn does not widen the axis") {
    Series series = line("a", {{1, 10, 5, 40}, {2, 9, 5, 40}});
    CHECK(frame_of(panel_of({series})).y.high < 11);
    series.spread = Spread::interval;
    CHECK(frame_of(panel_of({series})).y.high > 40);
    CHECK(frame_of(panel_of({series})).y.low < 5.1);
    CHECK(frame_of(panel_of({series}, "y")).y.low > 8);
}

TEST_CASE("Levels do not widen the axis of the curves beside them") {
    Series level = line("level", {{1, 20}, {1000, 20}});
    level.marked = false;
    const Frame frame = frame_of(panel_of({line("a", {{3, 30}, {50, 20}}), level}, "x"));
    CHECK(frame.x.low > 2.5);
    CHECK(frame.x.high < 60);
    CHECK(frame_of(panel_of({level}, "x")).x.high >= 1000);
}

TEST_CASE("Logarithmic axes have ticks at powers of ten, and more where these are few") {
    CHECK(log_ticks({1, 1e4}) == std::vector<double>{1, 10, 100, 1000, 10000});
    CHECK(log_ticks({8, 150}) == std::vector<double>{10, 100});
    CHECK(log_ticks({8, 90}) == std::vector<double>{10, 20, 50});
    CHECK(log_ticks({1, 1e16}).size() < 12);
    CHECK(log_ticks({13.2, 17.9}) == std::vector<double>{14, 15, 16, 17});
    CHECK(log_ticks({0.021, 0.0284}).size() >= 3);
    CHECK(tick_labels({1e-2, 1, 1e5}) == std::vector<std::string>{"10^{-2}", "10^{0}", "10^{5}"});
    CHECK(tick_labels({1, 10, 100, 1000}) == std::vector<std::string>{"1", "10", "100", "1000"});
    CHECK(tick_labels({0.001, 0.01}) == std::vector<std::string>{"0.001", "0.01"});
    CHECK(tick_labels({1, 2, 5, 10, 2e5}) == std::vector<std::string>{"1", "2", "5", "10", "2×10^{5}"});
}

TEST_CASE("Series with points that a logarithmic axis cannot show are named") {
    const Panel panel = panel_of({line("a", {{1, -1}, {2, 0}, {3, 1}}), line("b", {{1, 1}})}, "xy");
    CHECK(panel_numbers(panel).at("not_on_axis") == Value::list_of(std::vector<std::string>{"a"}));
    CHECK(panel_numbers(panel_of(panel.series)).find("not_on_axis") == nullptr);
    CHECK(frame_of(panel).y.low > 0);
}

TEST_CASE("Curves of several seeds have a band, and a second axis a drawing without it") {
    TemporaryFolder folder;
    std::vector<FakeRun> runs;
    for (const std::int64_t seed : {1, 2}) {
        FakeRun run;
        run.selector = selector_random(5);
        run.seed = seed;
        run.errors = std::vector<double>(10, seed == 1 ? 0.2 : 0.3);
        runs.push_back(run);
    }
    runs.emplace_back().errors = std::vector<double>(10, 0.1);
    fill(folder.path(), runs);
    const RunSet set = run_set(folder.path());
    const Experiment toy = experiment_from(json(kFigure));
    const Figure figure = fill_figure(toy.figures[0], "toy", set, true);
    REQUIRE(figure.panels.size() == 2);
    const Panel &plain = figure.panels[0], &less = figure.panels[1];
    CHECK(plain.has_second_axis());
    CHECK_FALSE(less.has_second_axis());
    CHECK(plain.series[0].spread == Spread::none);
    REQUIRE(plain.series[1].spread == Spread::range);
    const Value numbers = panel_numbers(plain);
    CHECK(numbers.at("fewest_n") == Value(1));
    CHECK(numbers.at("most_n") == Value(2));
    CHECK(numbers.at("of") == Value("seeds"));
    CHECK(plain.series[1].points[4].y == Approx(25));
    CHECK(plain.series[1].points[4].low == Approx(20));
    CHECK(plain.series[1].points[4].high == Approx(30));
    CHECK(less.series[0].points[4].y == 0);
    CHECK(less.series[1].points[4].y == Approx(15));
    CHECK(less.series[1].points[4].high == Approx(20));
    Value lacking = json(kFigure);  // nothing to subtract: nothing to see
    Value& panels = *lacking.find("figures")->as_list().front().find("panels");
    panels.as_list().back().set("difference_to", "UCB");
    const Experiment without = experiment_from(lacking);
    CHECK(fill_figure(without.figures[0], "toy", set, true).panels[1].series.empty());
    const Value chart = chart_of(plain);
    CHECK(chart.at("series").as_list().at(1).at("spread").as_string() == "band");
    CHECK(chart.at("series").as_list().at(0).at("right").as_bool());
    CHECK(chart.at("y2").as_list().size() == 2);
}

TEST_CASE("The plays of a single run have a band, the interval of their mean") {
    TemporaryFolder folder;
    FakeRun run;
    run.rounds = 3;
    run.errors = {0, 0.2, 0.4};
    run.edges = {0.05, 0.05, 0.5};  // stands for the deviations
    run.plays = 4;
    fill(folder.path(), {run});
    const RunSet set = run_set(folder.path());
    const Experiment toy = experiment_from(json(R"json({"id": "toy", "title": "Toy", "figures": [{
        "id": "f", "label": "F", "kind": "curves", "x": ["round"], "log": "y", "y_label": "regret",
        "y": {"curve": "test_error", "deviation": "edge", "scale": 100},
        "series": [{"label": "FULL", "query": {"selector.name": "full"}}], "panels": [{"id": "p"}]}]})json"));
    const Figure figure = fill_figure(toy.figures[0], "toy", set, true);
    const Series& series = figure.panels.at(0).series.at(0);
    REQUIRE(series.spread == Spread::interval);
    constexpr double kStudent = 3.182446305;  // t of 3 degrees of freedom
    CHECK(series.points[1].low == Approx(20 - kStudent * 5 / 2));
    CHECK(series.points[1].high == Approx(20 + kStudent * 5 / 2));
    CHECK(series.points[2].high == Approx(40 + kStudent * 50 / 2));
    CHECK(series.points[2].low == Approx(40 - kStudent * 50 / 2));
    // A logarithmic axis has no place for it: the band ends with the axis, which the mean alone decides, and
    // a note says so.
    const Panel& panel = figure.panels.at(0);
    const Frame frame = frame_of(panel);
    CHECK(frame.y.low > 4);  // the first band ends at 8
    CHECK_THAT(file_of(panel, ".dat"),
               Catch::Contains(fmt::format("3 40 {:.8g} {:.8g}", frame.y.low, series.points[2].high)));
    CHECK(panel_numbers(panel).at("bands_cut") == Value(true));
    CHECK(panel_numbers(panel).at("of") == Value("plays"));
}

TEST_CASE("Curves with the same points are one") {
    TemporaryFolder folder;
    std::vector<FakeRun> runs(3);
    runs[1].selector = selector_random(5);
    runs[2].selector = selector_random(10);
    for (FakeRun& run : runs)
        run.errors = std::vector<double>(10, run.selector == selector_random(10) ? 0.3 : 0.2);
    fill(folder.path(), runs);
    const RunSet set = run_set(folder.path());
    const Experiment toy = experiment_from(json(R"json({"id": "toy", "title": "Toy", "figures": [{
        "id": "f", "label": "F", "kind": "curves", "x": ["round"], "y": {"curve": "test_error"},
        "series": [{"label": "FULL", "query": {"selector.name": "full"}},
                   {"label": "RANDOM(10)", "query": {"selector.k": 10}},
                   {"label": "RANDOM(5)", "query": {"selector.k": 5}}], "panels": [{"id": "p"}]}]})json"));
    const Figure figure = fill_figure(toy.figures[0], "toy", set, true);
    const std::vector<Series>& series = figure.panels.at(0).series;
    REQUIRE(series.size() == 2);
    CHECK(series[0].label == "FULL = RANDOM(5)");
    CHECK(series[0].style == 1);
    CHECK(series[1].label == "RANDOM(10)");
    CHECK(series[1].style == 2);
}

TEST_CASE("No name ends the script of a page, and what is no number is null") {
    const std::string name = "</script><!-- \xE2\x80\xA8 & \xE2\x80\xA9 \"\\ \n";
    const std::string text = file_of(panel_of({line(name, {{1, kNoValue}, {2, 1}})}), ".js");
    for (const char* bad : {"</", "<!--", "\xE2\x80\xA8", "\xE2\x80\xA9", "&"})
        CHECK(text.find(bad) == std::string::npos);
    const Value series =
        chart_of(panel_of({line(name, {{1, kNoValue}, {2, 1}})})).at("series").as_list().at(0);
    CHECK(series.at("label").as_string() == one_line(name));
    CHECK(series.at("y").as_list().at(0).is_null());
}

TEST_CASE("The bars of a measure are the 95% interval of the mean over its runs, by Student's t") {
    TemporaryFolder folder;
    std::vector<FakeRun> runs;
    for (const std::int64_t seed : {1, 2, 3, 4}) {
        FakeRun& run = runs.emplace_back();
        run.seed = seed;
        run.selector = selector_random(5);
        run.errors = std::vector<double>(10, 0.1 * static_cast<double>(seed));  // mean 0.25, sd 0.1291
    }
    fill(folder.path(), runs);
    const RunSet set = run_set(folder.path());
    const Experiment toy = experiment_from(json(R"json({"id": "toy", "title": "Toy", "figures": [{
        "id": "f", "label": "F", "kind": "measures", "x_values": [5], "x_label": "k", "y_label": "error",
        "intervals": true, "y": {"name": "asymptotic_error"},
        "series": [{"label": "RANDOM", "query": {"selector.name": "random", "selector.k": "$x"}}],
        "panels": [{"id": "p"}]}]})json"));
    const Figure figure = fill_figure(toy.figures[0], "toy", set, true);
    const Series& series = figure.panels.at(0).series.at(0);
    REQUIRE(series.points.size() == 1);
    const double half = 3.182446305 * std::sqrt(0.05 / 3) / 2;
    CHECK(series.points[0].y == Approx(0.25));
    CHECK(series.points[0].low == Approx(0.25 - half));
    CHECK(series.points[0].high == Approx(0.25 + half));
}
