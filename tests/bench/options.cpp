#include "bench/options.hpp"

#include "core/error.hpp"

#include <iostream>

#include <boost/program_options.hpp>

namespace reboost::bench {

bool BenchOptions::wants(std::string_view name) const {
    if (only.empty()) return true;
    for (const std::string& pattern : only)
        if (name.find(pattern) != std::string_view::npos || std::string_view(pattern).starts_with(name))
            return true;
    return false;
}

data::DataRoot data_root_of(const BenchOptions& options) {
    return options.data.empty() ? data::default_data_root() : data::parse_data_root(options.data);
}

bool read_options(int argc, const char* const* argv, BenchOptions& options) {
    namespace po = boost::program_options;
    po::options_description description("What a round costs, and what limits it\n\nOptions");
    auto add = description.add_options();
    add("help", "this text");
    add("only", po::value(&options.only)->composing()->value_name("PATTERN"),
        "measurements whose name contains it: streams, table, table/stump full, mnist, roofline, memory, "
        "evaluation, "
        "threads, linearity, aging; repeatable");
    add("data", po::value(&options.data)->value_name("DIR"), "the data folder (default: $REBOOST_DATA)");
    add("json", po::value(&options.json)->value_name("FILE"), "write everything measured");
    add("compare", po::value(&options.compare)->value_name("FILE"),
        "print ratios to a file written by --json");
    add("seconds", po::value(&options.seconds)->value_name("S"),
        "CPU seconds per cell of the table (default 0.4)");
    add("long", po::bool_switch(&options.long_run), "aging to round 100,000 (default 20,000)");
    po::options_description hidden;
    hidden.add_options()("child", po::value(&options.child), "");
    po::options_description all;
    all.add(description).add(hidden);
    try {
        po::variables_map values;
        const auto style = po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
        po::store(po::command_line_parser(argc, argv).options(all).style(style).positional({}).run(), values);
        if (values.count("help") > 0) {
            std::cout << description;
            return false;
        }
        po::notify(values);
    } catch (const po::error& error) {
        throw UsageError(error.what());
    }
    if (!(options.seconds > 0)) throw UsageError("--seconds must be above 0");
    return true;
}

}  // namespace reboost::bench
