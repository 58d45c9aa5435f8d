/// reboost_bench: what a round costs, and what limits it. Prints each part as soon as it is measured; asserts
/// nothing about time. docs/speed.md says how to read it.
#include "bench/compare.hpp"
#include "bench/metrics.hpp"
#include "bench/options.hpp"
#include "bench/print.hpp"
#include "bench/statistics.hpp"
#include "config/json.hpp"
#include "core/error.hpp"

#include <iostream>

namespace {

using namespace reboost;
using namespace reboost::bench;

PlainTimes measure_plain(PlainSearch& plain, bool stand_in) {
    std::vector<double> times, gathers;
    for (int i = 0; i < 9; ++i)
        times.push_back(plain.run());
    for (int i = 0; i < 3; ++i)
        gathers.push_back(plain.gather_only());
    return {median(times), smallest(times), smallest(gathers), static_cast<double>(plain.stored_values()),
            stand_in};
}

void measure_kernels(const BenchOptions& options, DataShelf& shelf, Results& results) {
    const bool roofline = options.wants("roofline");
    if (options.wants("streams") || roofline || options.wants("plain")) {
        results.streams = measure_streams(results.machine);
        print_streams(std::cout, results.streams);
    }
    const auto mnist = shelf.get("mnist");
    PlainSearch plain(*mnist);
    results.plain = measure_plain(plain, mnist->provenance.stand_in);
    print_plain(std::cout, results.plain);
    results.table = measure_table(options, shelf, plain);
    print_table(std::cout, results.table);
    if (!results.streams.empty()) {
        results.roofline = measure_roofline(options, shelf);
        print_roofline(std::cout, results.roofline, results.streams);
    }
}

void measure_the_rest(const BenchOptions& options, DataShelf& shelf, Results& results) {
    const double scale = results.plain.median_ms / kReferencePlainMs;
    results.memory = measure_memory(options, shelf.root());
    print_memory(std::cout, results.memory, scale);
    results.evaluation = measure_evaluation(options, shelf, scale);
    print_evaluation(std::cout, results.evaluation);
    if (options.wants("threads") || options.wants("threads/stump")) {
        results.threads = measure_threads(options, shelf, results.machine.usable_cpus);
        print_threads(std::cout, results.threads, results.machine.usable_cpus);
    }
    results.linearity = measure_linearity(options);
    print_linearity(std::cout, results.linearity);
    results.aging = measure_aging(options, shelf);
    print_aging(std::cout, results.aging);
}

void run(const BenchOptions& options) {
    const data::DataRoot root = data_root_of(options);
    // Read first: a wrong file is reported before minutes are spent.
    const Value baseline = options.compare.empty() ? Value() : config::read_json_file(options.compare);
    const std::vector<Metric> then = baseline.is_null() ? std::vector<Metric>{} : metrics_from(baseline);
    Results results;
    DataShelf shelf(root);
    results.machine = describe_machine();
    print_machine(std::cout, results.machine);
    measure_kernels(options, shelf, results);
    measure_the_rest(options, shelf, results);
    if (const std::string generated = shelf.stand_ins(); !generated.empty())
        std::cout << "\n* generated in place of the real set, which is not in " << root.text() << ": "
                  << generated << "; sizes are alike, figures are not comparable\n";
    if (!options.json.empty()) write_json(to_value(results, shelf.stand_ins()), options.json);
    if (!baseline.is_null())
        print_comparison(std::cout, compare(then, metrics_of(results)), baseline.at("machine"));
}

}  // namespace

int main(int argc, char** argv) {
    try {
        BenchOptions options;
        if (!read_options(argc, argv, options)) return 0;
        if (options.child.empty())
            run(options);
        else
            run_memory_child(options.child, data_root_of(options));
        return 0;
    } catch (const UsageError& error) {
        std::cerr << "reboost_bench: " << error.what() << "\n";
        return 2;
    } catch (const std::exception& error) {
        std::cerr << "reboost_bench: " << error.what() << "\n";
        return 1;
    }
}
