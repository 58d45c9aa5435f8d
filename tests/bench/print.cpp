#include "bench/print.hpp"

#include "bench/wide_kernels.hpp"

#include <cmath>
#include <ostream>

#include <fmt/format.h>

namespace reboost::bench {
namespace {

std::string kilobytes(std::uint64_t bytes) {
    if (bytes == 0) return "?";
    return bytes >= (1U << 20) ? fmt::format("{} MB", bytes >> 20) : fmt::format("{} KB", bytes >> 10);
}

const char* mark(bool stand_in) {
    return stand_in ? " *" : "";
}

std::string or_dash(double value, const char* format) {
    return std::isnan(value) ? "-" : fmt::format(fmt::runtime(format), value);
}

}  // namespace

void print_machine(std::ostream& out, const Machine& m) {
    out << fmt::format(
        "{} | {} CPUs usable | L1 {}, L2 {}, L3 {} | kernels {} | {} | {} | revision {} | load {:.1f}\n",
        m.cpu, m.usable_cpus, kilobytes(m.l1_bytes), kilobytes(m.l2_bytes), kilobytes(m.l3_bytes),
        m.instruction_set, m.compiler, m.flags, m.git_revision, m.load);
}

void print_streams(std::ostream& out, const std::vector<StreamLevel>& streams) {
    out << fmt::format("\nStream of one core, GB/s ({} loads), best of seven\n", wide_kernels_name());
    for (const StreamLevel& level : streams)
        out << fmt::format("  {:7} {:>8}: read {:6.1f} (median {:6.1f})   read and write {:6.1f}\n",
                           level.name, kilobytes(level.bytes), level.read / 1e9, level.read_median / 1e9,
                           level.read_and_write / 1e9);
}

void print_plain(std::ostream& out, const PlainTimes& plain) {
    out << fmt::format(
        "\nPlain full search, mnist{}: {:.1f} ms (least {:.1f}), {:.2f} ns a stored value; its weights "
        "read without histograms: {:.1f} ms\n"
        "  targets are scaled by {:.1f} ms / {:.0f} ms = {:.2f}; in the table by the value beside each "
        "cell\n",
        mark(plain.stand_in), plain.median_ms, plain.least_ms, 1e6 * plain.median_ms / plain.stored_values,
        plain.gather_ms, plain.median_ms, kReferencePlainMs, plain.median_ms / kReferencePlainMs);
}

void print_roofline(std::ostream& out, const std::vector<SearchTraffic>& all,
                    const std::vector<StreamLevel>& streams) {
    if (all.empty()) return;
    out << "\nFull stump search alone: bytes moved against the streams (weights from L2, codes from memory)\n"
           "               dense/list/sorted/constant       ms  ns/value   weights MB   codes MB    GB/s   "
           "roof ms  of "
           "roof   once from memory ms\n";
    for (const SearchTraffic& t : all) {
        const std::string forms =
            fmt::format("{}/{}/{}/{}", t.columns_dense, t.columns_list, t.columns_sorted, t.columns_constant);
        out << fmt::format(
            "  {:12} {:>26} {:8.3f} {:9.2f} {:12.1f} {:10.1f} {:7.1f} {:9.3f} {:7.0f}% {:12.3f}\n",
            t.data_set + mark(t.stand_in), forms, t.search_ms, 1e6 * t.search_ms / t.values,
            t.weight_bytes / 1e6, t.code_bytes / 1e6, t.gigabytes_per_second(), t.roof_ms(streams),
            100 * t.roof_ms(streams) / t.search_ms, t.memory_roof_ms(streams));
    }
}

void print_memory(std::ostream& out, const std::vector<MemoryUse>& uses, double scale) {
    if (uses.empty()) return;
    out << "\nPeak memory of a process that loads, bins and trains with full search, and CPU seconds of "
           "loading\n"
           "                        loaded MB   peak MB   limit MB    load s    bin s\n";
    for (const MemoryUse& use : uses)
        out << fmt::format("  {:9} {:12} {:9.0f} {:9.0f} {:>10} {:9.2f} {:8.2f}\n", use.learner,
                           use.data_set + mark(use.stand_in), use.loaded_mb, use.peak_mb,
                           or_dash(use.limit_mb, "{:.0f}"), use.load_seconds, use.bin_seconds);
    for (const MemoryUse& use : uses)
        if (use.data_set == "mnist" && use.learner == "stump")
            out << fmt::format("  mnist loaded and binned in {:.2f} s; limit 2 s, scaled {:.2f} s\n",
                               use.load_seconds + use.bin_seconds, 2 * scale);
}

void print_evaluation(std::ostream& out, const std::vector<EvaluationCost>& costs) {
    if (costs.empty()) return;
    out << "\nTest losses after every round, beside a stump UCB(1) round, and beside that round's scaled "
           "target\n"
           "                  round ms   evaluation ms    ratio   of target   limit\n";
    for (const EvaluationCost& cost : costs)
        out << fmt::format("  {:12} {:12.4f} {:15.4f} {:8.2f} {:11.2f} {:>7}\n",
                           cost.data_set + mark(cost.stand_in), cost.round_ms, cost.evaluation_ms,
                           cost.ratio(), cost.evaluation_ms / cost.target_ms, or_dash(cost.limit, "{:.1f}"));
}

void print_threads(std::ostream& out, const std::vector<ThreadSpeedup>& speedups, int usable_cpus) {
    if (speedups.empty()) {
        if (usable_cpus < 2) out << "\nThreads: one CPU is usable, nothing to measure\n";
        return;
    }
    out << "\nTwo threads in one run, mnist, full search, wall time (limit 1.8 for stumps)\n"
           "            1 thread ms  2 threads ms   speed-up   median of turns   bits\n";
    for (const ThreadSpeedup& s : speedups)
        out << fmt::format("  {:9} {:11.2f} {:13.2f} {:10.2f} {:17.2f}   {}\n", s.learner + mark(s.stand_in),
                           s.one_ms, s.many_ms, s.speedup(), s.median_ratio,
                           s.same_bits ? "the same" : "DIFFERENT");
}

void print_linearity(std::ostream& out, const std::vector<Ladder>& ladders) {
    if (ladders.empty()) return;
    out << "\nA full search round against n, d and K (generated bytes; work: stored values, times padded K "
           "for K)\n";
    for (const Ladder& ladder : ladders) {
        out << fmt::format("  {} ({}):", ladder.variable, ladder.fixed);
        for (std::size_t i = 0; i < ladder.x.size(); ++i)
            out << fmt::format("  {:.0f}: {:.3f} ms", ladder.x[i], ladder.ms[i]);
        out << fmt::format(
            "\n      time = {:.4f} + {:.3g} {} ms, R2 {:.4f}, power {:.2f};   work = {:.3g} {}, R2 {:.4f}, "
            "power {:.2f}\n",
            ladder.time_fit.intercept, ladder.time_fit.slope, ladder.variable, ladder.time_fit.r_squared,
            ladder.time_power, ladder.work_fit.slope, ladder.variable, ladder.work_fit.r_squared,
            ladder.work_power);
    }
}

void print_aging(std::ostream& out, const std::vector<Aging>& agings) {
    if (agings.empty()) return;
    out << "\nAging on pendigits: late rounds against early ones, measured in turns (limit 1.2)\n";
    for (const Aging& a : agings)
        out << fmt::format("  {:14} rounds {}-{}: {:.4f} ms   rounds {}-{}: {:.4f} ms   ratio {:.2f}\n",
                           a.row + mark(a.stand_in), a.early_from, a.early_from + a.rounds, a.early_ms,
                           a.late_from, a.late_from + a.rounds, a.late_ms, a.ratio);
}

}  // namespace reboost::bench
