#include "bench_abc/gradient_bench.hpp"
#include "core/value.hpp"

#include <algorithm>
#include <cmath>
#include <ostream>

#include <fmt/format.h>

namespace reboost::bench_abc {
namespace {

std::string text(double seconds) {
    return std::isnan(seconds) ? "-" : fmt::format("{:.3f}", seconds);
}

Value cell_value(const Cell& cell) {
    Value value;
    value.set("method", cell.method)
        .set("data_set", cell.data_set)
        .set("seconds", cell.seconds)
        .set("least_seconds", cell.least_seconds)
        .set("plain_ms", cell.plain_ms)
        .set("target", cell.target)
        .set("ratio", cell.ratio())
        .set("stand_in", cell.stand_in);
    return value;
}

}  // namespace

void print_header(std::ostream& out) {
    out << "\nCPU seconds per round, one thread, training only, J = 20; all other columns scaled by the "
           "plain "
           "search "
           "(40 ms on their machine)\n"
        << fmt::format("  {:10} {:20} {:>8} {:>8} {:>8} {:>6} {:>9} {:>9} {:>8} {:>9}\n", "data", "method",
                       "median", "least", "target", "ratio", "author's", "LightGBM", "XGBoost", "plain, ms");
}

void print_cell(std::ostream& out, const Cell& cell) {
    out << fmt::format("  {:10} {:20} {:>8} {:>8} {:>8} {:>6.2f} {:>9} {:>9} {:>8} {:>9.1f}\n",
                       cell.data_set + (cell.stand_in ? "*" : ""), cell.method, text(cell.seconds),
                       text(cell.least_seconds), text(cell.target), cell.ratio(), text(cell.authors),
                       text(cell.lightgbm), text(cell.xgboost), cell.plain_ms)
        << std::flush;
}

void print_reached(std::ostream& out, const std::vector<Cell>& cells) {
    const auto reached =
        std::count_if(cells.begin(), cells.end(), [](const Cell& cell) { return cell.ratio() <= 1; });
    out << fmt::format("  {} of {} targets reached; * rows that stand in for the real set\n", reached,
                       cells.size());
}

void print_speedups(std::ostream& out, const std::vector<Speedup>& speedups) {
    if (speedups.empty()) return;
    out << "\nTwo threads on mnist10k, wall seconds per round (aim: 1.8 times)\n";
    for (const Speedup& s : speedups)
        out << fmt::format("  {:20} {:.3f} -> {:.3f}: {:.2f} times, {}\n", s.method, s.one, s.two,
                           s.one / s.two, s.same_bits ? "same bits" : "DIFFERENT BITS");
}

Value to_value(const bench::Machine& machine, const std::vector<Cell>& cells,
               const std::vector<bench::Metric>& metrics) {
    Value list = Value::list(), cell_list = Value::list();
    for (const bench::Metric& m : metrics) {
        Value value = bench::metric_value(m);
        if (m.speed > 0) value.set("speed", m.speed);
        list.push(std::move(value));
    }
    for (const Cell& cell : cells)
        cell_list.push(cell_value(cell));
    return Value()
        .set("machine", bench::machine_value(machine))
        .set("metrics", std::move(list))
        .set("cells", std::move(cell_list));
}

}  // namespace reboost::bench_abc
