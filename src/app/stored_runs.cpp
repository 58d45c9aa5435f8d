#include "app/common.hpp"
#include "report/measures/escape.hpp"
#include "report/measures/query.hpp"
#include "report/measures/run.hpp"
#include "report/measures/run_set.hpp"

namespace reboost::app {
namespace {

/// Calls `take(id, stamp, judgement)` for each run. Returns what is wrong with each damaged file.
template <class Take>
std::vector<std::string> for_each_run(const results::Store& store, Take take) {
    const results::SourceState source = results::this_source();
    std::vector<std::string> damaged = mapped(store.damaged_collections(), &results::DamagedFile::what);
    for (const std::string& id : store.list()) {
        const std::optional<files::FileStamp> stamp = store.stamp(id);
        results::Judgement judgement = store.judge(id, source);
        if (judgement.gone) continue;
        if (!judgement.damage.empty()) damaged.push_back(judgement.damage);
        take(id, stamp, std::move(judgement));
    }
    return damaged;
}

std::string part_name(const Value& spec, std::string_view part) {
    return report::part_label(spec, part).value_or(spec.find(part) == nullptr ? "" : "?");
}

Value at_path(const Value& tree, std::string_view path) {
    const Value* found = find_path(tree, path);
    return found == nullptr ? Value() : *found;
}

/// The run's last test error; null for bandit problems and damaged files. Returns nullopt if the run is gone.
std::optional<Value> last_test_error(const results::Store& store, const std::string& id) {
    try {
        const std::vector<std::string> wanted{"summary/last/test_error"};
        const Archive curves = store.arrays(id, wanted);
        for (const auto& [name, array] : curves.arrays())
            if (const std::vector<double> values = report::to_doubles(array); !values.empty())
                return Value(values.back());
    } catch (const DataError&) {
        // its state says that it is damaged
    } catch (const IoError&) {
        if (store.contains(id)) throw;  // a system error
        return std::nullopt;
    }
    return Value();
}

constexpr const char* kColumns[]{"id",     "dataset", "learner",    "selector",          "booster",  "seed",
                                 "rounds", "state",   "test_error", "train_cpu_seconds", "ended_utc"};
constexpr std::size_t kIdColumn = 0, kErrorColumn = 8, kSecondsColumn = 9;

std::string shown(const Value& value, std::size_t column) {
    constexpr std::size_t kDigits = 12;
    if (value.is_null()) return "";
    if (column == kIdColumn) return value.as_string().substr(0, kDigits);
    if (column == kErrorColumn) return fmt::format("{:.2f}", 100 * value.as_number());
    if (column == kSecondsColumn) return fmt::format("{:.1f}", value.as_number());
    return plain_text(value);
}

}  // namespace

StoredRuns stored_runs(const results::Store& store, const report::RunFilter& filter) {
    StoredRuns stored;
    report::Settings settings;
    stored.damaged = for_each_run(store, [&](const std::string& id, const auto& stamp, auto judgement) {
        stored.stamps[id] = stamp;
        report::FilteredRun run{std::move(judgement.header), "counts"};
        run.id = id;
        if (!judgement.damage.empty())
            run.state = "damaged";
        else if (!judgement.not_counted.empty())
            run.state = "other_source";
        else if (report::is_outdated(settings.run(run)))
            run.state = "outdated";
        stored.runs.push_back(std::move(run));
    });
    filter.check_keys(stored.runs);
    std::erase_if(stored.runs, [&](const report::FilteredRun& run) { return !filter.matches(run); });
    return stored;
}

std::size_t count_runs(const results::Store& store, std::vector<std::string>& damaged) {
    std::size_t whole = 0;
    damaged = for_each_run(store, [&](const auto&, const auto&, const results::Judgement& judgement) {
        whole += judgement.damage.empty() ? 1 : 0;
    });
    return whole;
}

int tell_damage(const Arguments& arguments, const std::vector<std::string>& damaged) {
    for (const std::string& what : damaged)
        arguments.err << "damaged: " << printable(what) << '\n';
    return damaged.empty() ? kAllWell : kSomeFailed;
}

RunRows run_rows(const results::Store& store, std::vector<report::FilteredRun>& runs) {
    RunRows rows;
    std::erase_if(runs, [&](const report::FilteredRun& run) {
        std::optional<Value> error = last_test_error(store, run.id);
        if (!error) return true;
        rows.push_back({run.id, part_name(run.spec, "dataset"), part_name(run.spec, "learner"),
                        part_name(run.spec, "selector"), part_name(run.spec, "booster"),
                        at_path(run.spec, "seed"), at_path(run.attributes, "rounds"), run.state,
                        std::move(*error), at_path(run.attributes, "train_cpu_seconds"),
                        at_path(run.attributes, "ended_utc")});
        return false;
    });
    return rows;
}

std::string runs_as_text(const RunRows& rows, const std::vector<report::FilteredRun>& runs) {
    std::vector<std::vector<std::string>> lines{{std::begin(kColumns), std::end(kColumns)}};
    lines.front()[kErrorColumn] = "error %";
    lines.front()[kSecondsColumn] = "CPU s";
    bool any_program = false;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        std::vector<std::string>& line = lines.emplace_back();
        for (std::size_t j = 0; j < rows[i].size(); ++j)
            line.push_back(shown(rows[i][j], j));
        if (!report::asks_program(runs[i].spec)) continue;
        line[kSecondsColumn] += "*";
        any_program = true;
    }
    return aligned(lines, {5, 6, kErrorColumn, kSecondsColumn}) +
           (any_program ? fmt::format("* {}\n", report::kWithoutProgram) : "");
}

std::string runs_as_csv(const RunRows& rows) {
    std::string text = fmt::format("{}\n", fmt::join(kColumns, ","));
    for (const std::vector<Value>& row : rows)
        text += fmt::format("{}\n", fmt::join(mapped(row, report::csv_value), ","));
    return text;
}

Value runs_as_value(const RunRows& rows, const std::vector<report::FilteredRun>& runs) {
    Value list = Value::list();
    for (std::size_t i = 0; i < runs.size(); ++i) {
        Value one = Value::object();
        for (std::size_t j = 0; j < rows[i].size(); ++j)
            one.set(kColumns[j], rows[i][j]);
        list.push(std::move(one.set("attributes", runs[i].attributes).set("spec", runs[i].spec)));
    }
    return list;
}

}  // namespace reboost::app
