#include "app/common.hpp"
#include "sweep/snapshot.hpp"

#include <chrono>
#include <thread>

namespace reboost::app {
namespace {

/// Prints a block for each sweep that runs now on this folder, in any process. Returns their number.
std::size_t print_live_sweeps(std::ostream& out, const fs::path& results) {
    std::size_t running = 0;
    std::map<std::string, const sweep::LiveSweep*> ended;  // last state of each ended array task
    const std::vector<sweep::LiveSweep> sweeps = sweep::live_sweeps(results / "sweeps");
    for (const sweep::LiveSweep& sweep : sweeps) {
        if (!sweep.running && !sweep.task.empty()) ended[sweep.task] = &sweep;
        if (!sweep.running) continue;
        ended.erase(sweep.task);
        ++running;
        out << sweep.process << (sweep.task.empty() ? "" : ", Slurm task " + sweep.task) << ":\n";
        for (const std::string& line : sweep::progress_view(sweep.snapshot))
            out << "  " << line << '\n';
    }
    for (const auto& [task, sweep] : ended)
        out << fmt::format("  Slurm task {} ended: {} of {} runs, {} failed\n", task, sweep->snapshot.ended,
                           sweep->snapshot.runs, sweep->snapshot.failed);
    return running;
}

/// All sweeps, also ended ones, with their forecasts.
Value live_sweeps_value(const fs::path& results) {
    return Value::list_of(sweep::live_sweeps(results / "sweeps"), [](const sweep::LiveSweep& sweep) {
        return sweep::to_value(sweep.snapshot)
            .set("process", sweep.process)
            .set("task", sweep.task)
            .set("running_now", sweep.running)
            .set("forecast", sweep.forecast)
            .set("worst_forecast_error", sweep.worst_forecast_error);
    });
}

/// The contents of a results folder.
struct Look {
    std::map<std::string, Value> failures;  ///< details by run
    std::vector<results::ClaimInfo> running;
    std::vector<std::string> begun;  ///< runs with a checkpoint, not failed and computed by no process now
    std::size_t finished = 0;
    std::vector<std::string> damaged = {};  ///< what is wrong with each damaged file
    int status() const { return damaged.empty() ? kAllWell : kSomeFailed; }
};

/// `large`: also reads all checkpoints and states; gigabytes take seconds.
Look look_into(const results::Store& store, bool large) {
    Look look{store.failures(), store.running(), store.list_checkpoints()};
    const std::set<std::string> none;
    const std::vector<results::DamagedFile> damaged = store.damaged_beside(large ? nullptr : &none);
    look.finished = large ? count_runs(store, look.damaged) : store.list().size();
    std::set<std::string> others;  // runs that are not just begun
    for (const results::ClaimInfo& claim : look.running)
        others.insert(claim.run_id);
    for (const auto& [id, details] : look.failures)
        others.insert(id);
    for (const results::DamagedFile& file : damaged) {
        others.insert(file.path.parent_path().filename().string());
        look.damaged.push_back(file.what);
    }
    std::erase_if(look.begun, [&](const std::string& id) { return others.contains(id); });
    return look;
}

Value store_value(const results::Store& store, const Look& look) {
    const auto failure_value = [](const auto& failure) {
        return Value(failure.second).set("id", failure.first);
    };
    const auto claim_value = [](const results::ClaimInfo& claim) {
        return object_of(key("id", claim.run_id), key("host", claim.holder.host),
                         key("pid", claim.holder.pid), key("since", claim.since_utc));
    };
    return object_of(
        key("results", store.folder().string()), key("finished", static_cast<std::uint64_t>(look.finished)),
        key("failed", Value::list_of(look.failures, failure_value)), key("begun", Value::list_of(look.begun)),
        key("running", Value::list_of(look.running, claim_value)),
        key("damaged", Value::list_of(look.damaged)), key("sweeps", live_sweeps_value(store.folder())));
}

/// Prints the folder's state and failures of the runs `of` (null: all). Returns the number of sweeps.
std::size_t print_store(std::ostream& out, const results::Store& store, const Look& look,
                        const std::set<std::string>* of = nullptr) {
    out << fmt::format("{}: {} finished, {} failed, {} begun, {} running now\n",
                       printable(store.folder().string()), counted(look.finished, "run"),
                       look.failures.size(), look.begun.size(), look.running.size());
    std::map<std::string, std::size_t> by_process;
    for (const results::ClaimInfo& claim : look.running)
        ++by_process[claim.holder.pid != 0 ? printable(files::process_text(claim.holder))
                                           : "a process that its claim does not name"];
    for (const auto& [process, runs] : by_process)
        out << fmt::format("  {} at work in {}\n", counted(runs, "run"), process);
    const std::size_t sweeps = print_live_sweeps(out, store.folder());
    for (const std::string& line : look.damaged)
        out << "  " << printable(line) << '\n';
    for (const auto& [id, details] : look.failures)
        if (of == nullptr || of->contains(id))
            out << fmt::format("  failed ({}): {}  {}\n      {}\n", printable(text_at(details, "type")),
                               id.substr(0, 12), printable(text_at(details, "label")),
                               printable(text_at(details, "message"), true));
    return sweeps;
}

/// Repaints a terminal each second; appends to a log every 30 s.
int watch(std::ostream& out, const results::Store& store) {
    constexpr std::chrono::seconds kPainted{1}, kWritten{30};
    const bool terminal = is_screen(STDOUT_FILENO);
    while (true) {
        if (terminal) out << "\033[H\033[J";
        const Look look = look_into(store, false);
        const std::size_t sweeps = print_store(out, store, look);
        out << std::flush;
        // A sweep that loads data or gathers runs has no claim; runs of other commands have no sweep.
        if (sweeps == 0 && look.running.empty()) return kAllWell;
        std::this_thread::sleep_for(terminal ? kPainted : kWritten);
    }
}

}  // namespace

int run_status(const Invocation& invocation) {
    Arguments arguments(
        invocation, "status [CONFIG...] [OPTIONS]",
        "Without a config: what the results folder holds. With configs: how far each of them is. Exit status 1 "
        "where a\nfile is damaged: it is named.\n\n"
        "Examples:\n  reboost status configs/opt2009/table1_stump.json --profile quick\n"
        "  reboost status --watch\n");
    add_config_options(arguments);
    arguments.shared(kPlanOptions, {"stand-in"})
        .shared(kCommonOptions, {"json"})
        .flag("all", "list all runs, however many, and the finished ones")
        .flag("watch", "show the sweeps of this folder, in whatever process, until none runs any more");
    if (!arguments.parse(0, 1000)) return kAllWell;
    arguments.refuse_beside("watch", {"json"});
    if (arguments.has("watch") && !arguments.positional().empty())
        arguments.refuse("--watch shows the sweeps of the folder: give it without a config");

    const results::Store store(existing_results(arguments, !arguments.positional().empty()),
                               results::OpenMode::read_only);
    if (arguments.has("watch")) return watch(arguments.out, store);
    const std::vector<config::SweepConfig> configs = configs_of(arguments, arguments.positional());
    const Look look = look_into(store, true);
    const bool all = arguments.has("all");
    std::optional<sweep::Plan> plan;
    std::vector<report::FilteredRun> runs;
    if (!configs.empty()) {
        sweep::CatalogueData data;
        plan = sweep::make_plan(configs, store, data, {std::nullopt, arguments.has("stand-in")});
    } else if (all) {
        runs = stored_runs(store, report::RunFilter({})).runs;
    }
    const RunRows rows = run_rows(store, runs);
    if (arguments.has("json")) {
        Value value = store_value(store, look);
        if (plan)
            value.set("plan", plan_value(*plan));
        else if (all)
            value.set("runs", runs_as_value(rows, runs));
        arguments.json(value);
        return look.status();
    }
    const std::set<std::string> planned = plan ? plan->ids() : std::set<std::string>{};
    print_store(arguments.out, store, look, plan ? &planned : nullptr);
    if (plan)
        print_plan(arguments, *plan, {}, all);
    else if (all)
        arguments.out << runs_as_text(rows, runs);
    return look.status();
}

}  // namespace reboost::app
