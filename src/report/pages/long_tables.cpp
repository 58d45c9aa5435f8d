#include "core/error.hpp"
#include "core/mapped.hpp"
#include "files/atomic_file.hpp"
#include "report/measures/escape.hpp"
#include "report/measures/measures.hpp"
#include "report/measures/query.hpp"
#include "report/pages/exports.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include <fmt/format.h>
#include <zlib.h>

namespace reboost::report {
namespace fs = std::filesystem;
namespace {

using CsvRow = std::map<std::string, Value>;

/// Returns one column per option, named by its path: "binning.max_bins".
CsvRow columns_of(const Value& part) {
    CsvRow row;
    for_each_leaf(part, [&](const std::string& path, const Value& leaf) {
        row[path] = leaf.is_list() ? Value(to_json(leaf)) : leaf;
    });
    return row;
}

/// Returns null if the run, or its digest, has no test error, as in bandit problems.
Value asymptotic_error(const RunSet& runs, const Run& run) try {
    const Value measure = Value::object().set("name", "asymptotic_error");
    const double error = reduce(runs, std::array{&run}, measure).value;
    return std::isnan(error) ? Value() : Value(error);
} catch (const Error&) {
    return {};
}

Value cost_at(const Curve& costs, std::int64_t round) {
    const double* cost = costs.at(round);
    return cost == nullptr ? Value() : Value(*cost);
}

/// Returns the test errors of a run's rounds, with their costs.
std::vector<CsvRow> curve_rows(const RunSet& runs, const Run& run) {
    const std::string names[] = {"test_error", "work", "train_cpu_seconds"};
    const std::vector<Curve> curves = runs.curves(run, names);
    std::vector<CsvRow> rows;
    for (std::size_t i = 0; i < curves[0].round.size(); ++i) {
        const std::int64_t round = curves[0].round[i];
        rows.push_back({{"id", run.id},
                        {"source", run.reference ? "reference" : "own"},
                        {"round", round},
                        {"work", cost_at(curves[1], round)},
                        {"train_cpu_seconds", cost_at(curves[2], round)},
                        {"test_error", curves[0].value[i]}});
    }
    return rows;
}

CsvRow run_row(const RunSet& runs, const Run& run, const std::vector<CsvRow>& curve) {
    const Value spec = run.spec();
    CsvRow row = columns_of(spec);
    for (const std::string part : {"dataset", "learner", "selector", "booster"})
        row[part + "_label"] = part_label(spec, part);
    if (run.reference) row["paper"] = run.paper();
    for (const auto& [name, value] : columns_of(run.attributes))
        row.emplace(row.contains(name) ? "attributes." + name : name, value);
    row["id"] = run.id;
    row["source"] = run.reference ? "reference" : "own";
    row["rounds_asked"] = run.rounds_asked();
    row["asymptotic_test_error"] = asymptotic_error(runs, run);
    row["last_test_error"] = curve.empty() ? Value() : curve.back().at("test_error");
    if (!curve.empty()) {
        row["rounds_done"] = curve.back().at("round");
        for (const char* cost : {"work", "train_cpu_seconds"})
            row[cost] = curve.back().at(cost);
    }
    return row;
}

std::string as_csv(const std::vector<std::string>& columns, const std::vector<CsvRow>& rows) {
    std::string text = fmt::format("{}\n", fmt::join(mapped(columns, csv_field), ","));
    for (const CsvRow& row : rows) {
        const auto field = [&](const std::string& column) {
            const auto found = row.find(column);
            return found == row.end() ? "" : csv_value(found->second);
        };
        text += fmt::format("{}\n", fmt::join(mapped(columns, field), ","));
    }
    return text;
}

std::string as_json(const std::vector<std::string>& columns, const std::vector<CsvRow>& rows) {
    std::string text = "[";
    for (std::size_t i = 0; i < rows.size(); ++i) {
        Value object = Value::object();
        for (const std::string& column : columns)
            if (const auto found = rows[i].find(column); found != rows[i].end())
                object.set(column, found->second);
        text += (i == 0 ? "\n" : ",\n") + to_json(object);
    }
    return text + "\n]\n";
}

/// Compresses as `gzip -n` does, so that equal texts give equal bytes.
std::string gzipped(const std::string& text) {
    constexpr int kGzip = 15 + 16, kMemory = 8;
    z_stream stream{};
    if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzip, kMemory, Z_DEFAULT_STRATEGY) != Z_OK)
        throw Error("zlib cannot begin");
    std::string packed(deflateBound(&stream, text.size()), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));  // zlib only reads these bytes
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    const bool whole =
        text.size() <= std::numeric_limits<uInt>::max() && deflate(&stream, Z_FINISH) == Z_STREAM_END;
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    if (!whole) throw Error("zlib cannot compress a table of this size");
    return packed;
}

}  // namespace

std::vector<fs::path> write_long_tables(const RunSet& runs, fs::path folder, TableFormat format) {
    const bool compressed = folder.extension() == ".gz";
    if (compressed) folder.replace_extension();
    std::vector<CsvRow> run_rows, points;
    std::set<std::string> options;
    for (const Run& run : runs.runs()) {
        std::vector<CsvRow> curve = curve_rows(runs, run);
        run_rows.push_back(run_row(runs, run, curve));
        for (const auto& [name, value] : run_rows.back())
            options.insert(name);
        std::ranges::move(curve, std::back_inserter(points));
    }
    std::vector<std::string> columns{"id", "source"};
    for (const std::string& option : options)
        if (option != "id" && option != "source") columns.push_back(option);
    const std::vector<std::string> curve_columns{"id",        "source", "round", "work", "train_cpu_seconds",
                                                 "test_error"};
    const bool csv = format == TableFormat::csv;
    const auto write = csv ? as_csv : as_json;
    const std::string ending = std::string(csv ? ".csv" : ".json") + (compressed ? ".gz" : "");
    const std::vector<fs::path> files{folder / ("runs" + ending), folder / ("curves" + ending)};
    const std::vector<std::string> texts{write(columns, run_rows), write(curve_columns, points)};
    for (std::size_t i = 0; i < files.size(); ++i)
        files::write_text(files[i], compressed ? gzipped(texts[i]) : texts[i]);
    return files;
}

}  // namespace reboost::report
