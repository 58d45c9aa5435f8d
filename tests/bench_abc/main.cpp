/// What a round of the gradient boosters costs, beside other programs. docs/speed.md says how to read it.
///
///     abc_bench [table] [--only PART]... [--data DIR] [--json FILE] [--compare FILE]
///     abc_bench path BOOSTER [rounds=100] [gap=10] [threads=1] [test=1] [min_leaf=10] ...
///
/// PART: part of a name such as "table/mart/mnist10k", "threads", "memory". Data below DIR, else
/// $REBOOST_DATA.
#include "bench/bench_data.hpp"
#include "bench/child_process.hpp"
#include "bench/compare.hpp"
#include "bench/options.hpp"
#include "bench_abc/gradient_bench.hpp"
#include "config/json.hpp"
#include "core/error.hpp"

#include <iostream>

namespace {

using namespace reboost;
using namespace reboost::bench_abc;

std::vector<Cell> measure_table(const bench::BenchOptions& options, bench::PlainSearch& plain,
                                const data::DataRoot& root) {
    std::vector<Cell> cells;
    for (const DataCase& data_case : data_cases()) {
        std::shared_ptr<const data::BinnedSplit> data;
        for (std::size_t m = 0; m < kMethods.size(); ++m) {
            if (!options.wants("table/" + std::string(kMethods[m].name) + "/" + std::string(data_case.name)))
                continue;
            if (!data) data = load_case(data_case.name, root);
            if (cells.empty()) print_header(std::cout);
            cells.push_back(measure_cell(kMethods[m], m, data_case, data, plain));
            print_cell(std::cout, cells.back());
        }
    }
    return cells;
}

/// Peak of a process that does nothing else: the last line of `path` says it.
double peak_memory_mb() {
    const std::string said = bench::output_of_self({"path", "abc_logitboost", "gap=1", "rounds=5", "test=1"});
    const std::size_t at = said.rfind("peak memory ");
    if (at == std::string::npos) throw DataError("the child process did not say its peak memory");
    return std::stod(said.substr(at + 12));
}

void run_table(const bench::BenchOptions& options) {
    const data::DataRoot root = bench::data_root_of(options);
    const Value baseline = options.compare.empty() ? Value() : config::read_json_file(options.compare);
    const bench::Machine machine = bench::describe_machine();
    std::vector<Cell> cells;
    {
        bench::PlainSearch plain(*bench::load_binned("mnist", root));
        cells = measure_table(options, plain, root);
    }
    if (!cells.empty()) print_reached(std::cout, cells);
    std::vector<Speedup> speedups;
    if (options.wants("threads")) {
        const auto data = load_case("mnist10k", root);
        for (const Method& method : kMethods)
            speedups.push_back(measure_threads(method, data));
        print_speedups(std::cout, speedups);
    }
    double peak_mb = 0;
    if (options.wants("memory")) {
        peak_mb = peak_memory_mb();
        std::cout << "\nPeak memory, mnist10k with its 60,000 test rows, abc_logitboost G=1: " << peak_mb
                  << " MB (limit 120)\n";
    }
    const std::vector<bench::Metric> metrics = metrics_of(cells, speedups, peak_mb);
    if (!options.json.empty()) bench::write_json(to_value(machine, cells, metrics), options.json);
    if (!baseline.is_null())
        bench::print_comparison(std::cout, bench::compare(bench::metrics_from(baseline), metrics),
                                baseline.at("machine"));
}

int run(int argc, char** argv) {
    const std::string first = argc > 1 ? argv[1] : "";
    if (first == "path") {
        if (argc < 3) throw UsageError("usage: abc_bench path BOOSTER [NAME=NUMBER]...");
        print_path(argv[2], {argv + 3, argv + argc}, data::default_data_root());
        return 0;
    }
    const int word = first == "table" ? 1 : 0;
    bench::BenchOptions options;
    if (bench::read_options(argc - word, argv + word, options)) run_table(options);
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (const reboost::UsageError& error) {
        std::cerr << "abc_bench: " << error.what() << '\n';
        return 2;
    } catch (const std::exception& error) {
        std::cerr << "abc_bench: " << error.what() << '\n';
        return 1;
    }
}
