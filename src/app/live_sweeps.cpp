#include "app/live_sweeps.hpp"

#include "sweep/live_file.hpp"

#include <map>
#include <ostream>
#include <vector>

#include <fmt/format.h>

namespace reboost::app {

std::size_t print_live_sweeps(std::ostream& out, const std::filesystem::path& results) {
    std::size_t running = 0;
    std::map<std::string, const sweep::LiveSweep*> ended;  // tasks of arrays, as they ended last
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

Value live_sweeps_value(const std::filesystem::path& results) {
    Value sweeps = Value::list();
    for (const sweep::LiveSweep& sweep : sweep::live_sweeps(results / "sweeps")) {
        Value forecast = Value::list_of(sweep.forecast, [](const auto& moment) {
            return Value::List{moment.first, moment.second};
        });
        Value one = sweep::to_value(sweep.snapshot);
        one.set("process", sweep.process)
            .set("task", sweep.task)
            .set("running_now", sweep.running)
            .set("forecast", std::move(forecast))
            .set("worst_forecast_error",
                 sweep.worst_forecast_error ? Value(*sweep.worst_forecast_error) : Value());
        sweeps.push(std::move(one));
    }
    return sweeps;
}

}  // namespace reboost::app
