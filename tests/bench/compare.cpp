#include "bench/compare.hpp"

#include <cmath>
#include <map>
#include <ostream>

#include <fmt/format.h>

namespace reboost::bench {
namespace {

/// Beyond the noise of one run.
constexpr double kWorthMarking = 1.15;

bool is_time(const Metric& metric) {
    return metric.unit == "ms" || metric.unit == "s";
}

}  // namespace

std::vector<Comparison> compare(const std::vector<Metric>& then, const std::vector<Metric>& now) {
    std::map<std::string, Metric> old_values;
    for (const Metric& metric : then)
        old_values[metric.name] = metric;
    double machine = 1;
    for (const Metric& metric : now)
        if (metric.name == "plain" && old_values.count("plain") > 0)
            machine = metric.value / old_values["plain"].value;
    std::vector<Comparison> comparisons;
    for (const Metric& metric : now) {
        const auto found = old_values.find(metric.name);
        if (found == old_values.end()) continue;
        const Metric& old = found->second;
        const double ratio = metric.value / old.value;
        const double speed = metric.speed > 0 && old.speed > 0 ? metric.speed / old.speed : machine;
        comparisons.push_back({metric, old.value, ratio, is_time(metric) ? ratio / speed : ratio});
    }
    return comparisons;
}

void print_comparison(std::ostream& out, const std::vector<Comparison>& comparisons, const Value& machine) {
    out << fmt::format("\nAgainst the baseline of {} ({}, revision {}, load {:.1f})\n",
                       machine.at("measured_utc").as_string(), machine.at("cpu").as_string(),
                       machine.at("git_revision").as_string(), machine.at("load").as_number())
        << fmt::format("  {:44} {:>12} {:>12} {:>8} {:>14}\n", "", "then", "now", "ratio", "at equal speed");
    std::vector<double> scaled;
    for (const Comparison& c : comparisons) {
        const double shown = c.now.unit == "bytes/s" ? 1e-9 : 1;
        const char* mark = !is_time(c.now)                ? ""
                           : c.scaled > kWorthMarking     ? "  slower"
                           : c.scaled < 1 / kWorthMarking ? "  faster"
                                                          : "";
        out << fmt::format("  {:44} {:12.4g} {:12.4g} {:8.2f} {:>14} {}{}\n", c.now.name, c.then * shown,
                           c.now.value * shown, c.ratio,
                           is_time(c.now) ? fmt::format("{:.2f}", c.scaled) : "",
                           c.now.unit == "bytes/s" ? "GB/s" : c.now.unit, mark);
        if (is_time(c.now) && c.now.name.starts_with("table/")) scaled.push_back(std::log(c.scaled));
    }
    if (scaled.empty()) return;
    double mean = 0;
    for (const double value : scaled)
        mean += value / static_cast<double>(scaled.size());
    out << fmt::format(
        "  rounds of the table: {:.2f} of the baseline's time at equal speed (geometric mean of {})\n",
        std::exp(mean), scaled.size());
}

}  // namespace reboost::bench
