#include "app/common.hpp"
#include "app/live_sweeps.hpp"
#include "app/stored_runs.hpp"

#include <chrono>
#include <map>
#include <ostream>
#include <set>
#include <thread>

#include <fmt/format.h>
#include <unistd.h>

namespace reboost::app {
namespace {

Value failure_value(const results::Failure& failure) {
    Value value = failure.details;
    value.set("id", failure.id);
    return value;
}

/// With a checkpoint, and computed by nobody now.
std::vector<std::string> begun_runs(const results::Store& store) {
    std::set<std::string> running;
    for (const results::ClaimInfo& claim : store.running())
        running.insert(claim.run_id);
    std::vector<std::string> begun = store.list_checkpoints();
    std::erase_if(begun, [&](const std::string& id) { return running.contains(id); });
    return begun;
}

Value store_value(const results::Store& store) {
    Value failures = Value::list(), running = Value::list(), begun = Value::list();
    for (const results::Failure& failure : store.failures())
        failures.push(failure_value(failure));
    for (const results::ClaimInfo& claim : store.running()) {
        running.push(Value::object()
                         .set("id", claim.run_id)
                         .set("host", claim.holder.host)
                         .set("pid", claim.holder.pid)
                         .set("since", claim.since_utc));
    }
    for (const std::string& id : begun_runs(store))
        begun.push(id);
    return Value::object()
        .set("results", store.folder().string())
        .set("finished", static_cast<std::uint64_t>(store.list().size()))
        .set("failed", std::move(failures))
        .set("begun", std::move(begun))
        .set("running", std::move(running))
        .set("sweeps", live_sweeps_value(store.folder()));
}

void print_store(std::ostream& out, const results::Store& store) {
    const auto running = store.running();
    const auto failures = store.failures();
    out << fmt::format("{}: {} runs finished, {} failed, {} begun, {} running now\n", store.folder().string(),
                       store.list().size(), failures.size(), begun_runs(store).size(), running.size());
    std::map<std::string, std::size_t> by_process;
    for (const results::ClaimInfo& claim : running)
        ++by_process[fmt::format("process {} on {}", claim.holder.pid, claim.holder.host)];
    for (const auto& [process, runs] : by_process)
        out << fmt::format("  {} runs at work in {}\n", runs, process);
    print_live_sweeps(out, store.folder());
    for (const results::DamagedFile& failure : store.damaged_failures())
        out << "  " << failure.what << '\n';
    for (const results::Failure& failure : failures)
        out << fmt::format("  failed ({}): {}  {}\n      {}\n", text_at(failure.details, "type"),
                           failure.id.substr(0, 12), text_at(failure.details, "label"),
                           text_at(failure.details, "message"));
}

/// A terminal is painted anew each time, a log grows.
int watch(std::ostream& out, const results::Store& store) {
    constexpr std::chrono::seconds kPainted{1}, kWritten{30};
    const bool terminal = isatty(STDOUT_FILENO) == 1;
    while (true) {
        if (terminal) out << "\033[H\033[J";
        print_store(out, store);
        out << std::flush;
        if (store.running().empty()) return kAllWell;
        std::this_thread::sleep_for(terminal ? kPainted : kWritten);
    }
}

}  // namespace

int run_status(const Invocation& invocation) {
    Arguments arguments(
        "status [CONFIG...] [OPTIONS]",
        "Without a config: what the results folder holds. With configs: how far each of them is.\n\n"
        "Examples:\n  reboost status configs/opt2009/table1_stump.json --profile quick\n"
        "  reboost status --watch\n");
    add_config_options(arguments);
    arguments.flag("stand-in", "as for run")
        .flag("all", "list finished runs too")
        .flag("json", "print JSON")
        .flag("watch", "show the sweeps of this folder, in whatever process, until none runs any more");
    if (!arguments.parse(invocation, 0, 1000)) return kAllWell;

    const results::Store store(results_folder(arguments), results::OpenMode::read_only);
    if (arguments.has("watch")) return watch(invocation.out, store);
    std::vector<config::SweepConfig> configs;
    for (const std::string& path : arguments.positional())
        configs.push_back(config_of(arguments, path));
    Value value = store_value(store);
    if (configs.empty()) {
        if (arguments.has("json") && arguments.has("all")) {
            const auto runs = stored_runs(store, report::RunFilter({}));
            value.set("runs", runs_as_value(run_columns(store, runs), runs));
        }
        if (arguments.has("json"))
            print_json(invocation.out, value);
        else
            print_store(invocation.out, store);
        if (arguments.has("all") && !arguments.has("json"))
            invocation.out << runs_as_text(run_columns(store, stored_runs(store, report::RunFilter({}))));
        return kAllWell;
    }
    sweep::CatalogueData data(data::default_data_root());
    const sweep::Plan plan =
        sweep::make_plan(configs, store, data, {std::nullopt, arguments.has("stand-in")});
    if (arguments.has("json")) {
        value.set("plan", plan_value(plan));
        print_json(invocation.out, value);
        return kAllWell;
    }
    print_store(invocation.out, store);
    print_plan(invocation.out, plan, arguments.has("all"));
    invocation.out << plan_line(plan, {}) << '\n';
    for (const std::string& line : plan.recomputed())
        invocation.out << line << '\n';
    return kAllWell;
}

}  // namespace reboost::app
