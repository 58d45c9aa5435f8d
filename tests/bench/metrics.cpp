#include "bench/metrics.hpp"

#include "core/error.hpp"

#include <cerrno>
#include <fstream>

namespace reboost::bench {
namespace {

void add_parts(const Results& results, std::vector<Metric>& metrics) {
    for (const SearchTraffic& t : results.roofline) {
        metrics.push_back({"roofline/" + t.data_set, t.search_ms, "ms", 0});
        if (!results.streams.empty())
            metrics.push_back(
                {"roofline/" + t.data_set + "/of roof", t.roof_ms(results.streams) / t.search_ms, "ratio"});
        metrics.push_back(
            {"roofline/" + t.data_set + "/moved", 1e9 * t.gigabytes_per_second(), "bytes/s", 0});
    }
    for (const MemoryUse& use : results.memory) {
        metrics.push_back({"memory/" + use.learner + "/" + use.data_set, use.peak_mb, "MB", 0});
        if (use.learner == "stump")
            metrics.push_back(
                {"memory/load and bin/" + use.data_set, use.load_seconds + use.bin_seconds, "s"});
    }
    for (const EvaluationCost& cost : results.evaluation) {
        metrics.push_back({"evaluation/" + cost.data_set, cost.evaluation_ms, "ms", 0});
        metrics.push_back({"evaluation/" + cost.data_set + "/of a round", cost.ratio(), "ratio", 0});
    }
    for (const ThreadSpeedup& s : results.threads) {
        metrics.push_back({"threads/" + s.learner + "/speed-up of 2", s.speedup(), "ratio", 0});
        metrics.push_back({"threads/" + s.learner + "/same bits", s.same_bits ? 1.0 : 0.0, "truth", 0});
    }
    for (const Ladder& ladder : results.linearity) {
        metrics.push_back(
            {"linearity/" + ladder.variable + "/time R2", ladder.time_fit.r_squared, "ratio", 0});
        metrics.push_back({"linearity/" + ladder.variable + "/time", ladder.time_power, "power", 0});
        metrics.push_back({"linearity/" + ladder.variable + "/work", ladder.work_power, "power", 0});
    }
    for (const Aging& aging : results.aging)
        metrics.push_back({"aging/" + aging.row + "/late to early", aging.ratio, "ratio", 0});
}

}  // namespace

Value metric_value(const Metric& metric) {
    return Value().set("name", metric.name).set("value", metric.value).set("unit", metric.unit);
}

void write_json(const Value& value, const std::string& path) {
    std::ofstream file(path);
    file << to_json(value, 2) << '\n';
    file.close();
    if (!file) throw IoError::from_errno("cannot write " + path, errno);
}

std::vector<Metric> metrics_of(const Results& results) {
    std::vector<Metric> metrics;
    for (const StreamLevel& level : results.streams) {
        metrics.push_back({"streams/" + level.name + "/read", level.read, "bytes/s", 0});
        metrics.push_back({"streams/" + level.name + "/read and write", level.read_and_write, "bytes/s", 0});
    }
    metrics.push_back({"plain", results.plain.median_ms, "ms", 0});
    for (const TableCell& cell : results.table)
        metrics.push_back({"table/" + cell.row + "/" + cell.data_set, cell.cost.median_ms, "ms", cell.scale});
    add_parts(results, metrics);
    return metrics;
}

Value to_value(const Results& results, const std::string& stand_ins) {
    Value list = Value::list();
    for (const Metric& metric : metrics_of(results)) {
        Value entry = metric_value(metric);
        for (const TableCell& cell : results.table)
            if (metric.name == "table/" + cell.row + "/" + cell.data_set)
                entry.set("least", cell.cost.least_ms)
                    .set("target", cell.target_ms)
                    .set("scale", cell.scale)
                    .set("work_per_round", cell.cost.work_per_round)
                    .set("empty_share", cell.cost.empty_share)
                    .set("rounds", static_cast<std::uint64_t>(cell.cost.rounds));
        list.push(std::move(entry));
    }
    return Value()
        .set("machine", machine_value(results.machine))
        .set("stand_ins", stand_ins)
        .set("metrics", std::move(list));
}

std::vector<Metric> metrics_from(const Value& file) {
    std::vector<Metric> metrics;
    for (const Value& entry : file.at("metrics").as_list()) {
        const Value& value = entry.at("value");
        const Value* speed = entry.find("scale");
        metrics.push_back({entry.at("name").as_string(), value.is_number() ? value.as_number() : std::nan(""),
                           entry.at("unit").as_string(), speed != nullptr ? speed->as_number() : 0});
    }
    return metrics;
}

}  // namespace reboost::bench
