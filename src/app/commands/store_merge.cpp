#include "app/common.hpp"

#include <functional>
#include <map>

namespace reboost::app {
namespace {

struct Merged {
    std::size_t copied = 0, there = 0, not_counted = 0, damaged = 0, failures = 0;
};

using Tell = std::function<void(const std::string&)>;

void merge_runs(const results::Store& from, results::Store& into, Merged& merged, const Tell& tell,
                const Tell& leave_out) {
    const results::SourceState source = results::this_source();
    for (const std::string& id : from.list()) {
        const bool present = into.contains(id);
        const results::Judgement there = present ? into.judge(id, source) : results::Judgement{};
        if (present && there.counts()) {
            ++merged.there;
            continue;
        }
        const results::Judgement judgement = from.judge(id, source);
        if (judgement.gone) continue;
        if (!judgement.damage.empty())
            leave_out(judgement.damage);
        else if (!judgement.not_counted.empty() && into.contains(id))
            ++merged.not_counted;
        else
            try {
                results::StoredRun run = from.stored(id);
                if (!there.damage.empty())  // moved to damaged/ and reported, never overwritten
                    if (const auto now = into.set_aside(into.run_path(id)))
                        tell(there.damage + ": now " + now->string());
                into.write(std::move(run));
                ++merged.copied;
            } catch (const DataError& error) {  // the arrays are damaged; the header may be the index's
                leave_out(error.what());
            }
    }
}

void merge_failures(const results::Store& from, results::Store& into, Merged& merged) {
    const std::map<std::string, Value> there = into.failures();
    for (const auto& [id, details] : from.failures()) {
        if (into.contains(id) || there.contains(id)) continue;
        into.record_failure(id, details);
        ++merged.failures;
    }
}

}  // namespace

int run_store_merge(const Invocation& invocation) {
    Arguments arguments(
        invocation, "store merge FOLDER... -o FOLDER",
        "Gathers the finished runs of several results folders in one, and why others failed. What is there "
        "already\nstays; files that do not prove themselves are left out and named, and those of the output set aside in damaged/.\n\n"
        "Example:\n  reboost store merge results-a results-b -o results\n");
    arguments.value("output,o", "DIR", "the results folder that takes them; created where it does not exist");
    if (!arguments.parse(1, 10000)) return kAllWell;
    const std::string output = arguments.text("output");
    if (output.empty()) arguments.refuse("--output is missing: the folder that takes the runs");
    for (const std::string& folder : arguments.positional())
        if (!fs::is_directory(folder)) arguments.refuse("there is no folder '{}'", folder);
    results::Store into(output);
    into.set_patience(files::patience_that_tells(
        [&](const std::string& line) { arguments.err << "reboost: " << line << std::endl; }));
    Merged merged;
    const Tell tell = [&](const std::string& line) { arguments.err << printable(line) << '\n'; };
    const Tell leave_out = [&](const std::string& what) {
        ++merged.damaged;
        tell("left out: " + what);
    };
    into.set_damaged_aside({}, tell);
    for (const std::string& folder : arguments.positional()) {
        const results::Store from(folder, results::OpenMode::read_only);
        for (const results::DamagedFile& file : from.damaged_collections())
            leave_out(file.what);
        merge_runs(from, into, merged, tell, leave_out);
        merge_failures(from, into, merged);
    }
    into.gather_small_runs(results::kWorthGathering);
    arguments.print("{} copied, {} there already, {}; {}: {}\n", counted(merged.copied, "run"), merged.there,
                    counted(merged.failures, "failure"), into.folder().string(),
                    counted(into.list().size(), "run"));
    if (merged.not_counted > 0)
        arguments.print("{} of other sources did not take the place of those there\n",
                        counted(merged.not_counted, "run"));
    return merged.damaged > 0 ? kSomeFailed : kAllWell;
}

}  // namespace reboost::app
