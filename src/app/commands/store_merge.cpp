#include "app/common.hpp"
#include "core/error.hpp"
#include "core/text.hpp"

#include <ostream>
#include <set>
#include <string>

#include <fmt/format.h>

namespace reboost::app {
namespace {

struct Merged {
    std::size_t copied = 0, there = 0, not_counted = 0, damaged = 0, failures = 0;
};

/// Whether the run in `into` is to stay.
bool stays(const results::Store& into, const std::string& id, const results::SourceState& source) {
    return into.contains(id) && into.judge(id, source).counts();
}

void merge_runs(const results::Store& from, results::Store& into, Merged& merged, std::ostream& err) {
    const results::SourceState source = results::this_source();
    for (const std::string& id : from.list()) {
        if (stays(into, id, source)) {
            ++merged.there;
            continue;
        }
        const results::Judgement judgement = from.judge(id, source);
        if (judgement.gone) continue;
        if (!judgement.damage.empty()) {
            ++merged.damaged;
            err << "left out: " << printable(judgement.damage) << '\n';
            continue;
        }
        if (!judgement.not_counted.empty() && into.contains(id)) {
            ++merged.not_counted;
            continue;
        }
        try {
            into.write(from.stored(id));
            ++merged.copied;
        } catch (const DataError& error) {  // its arrays: the header above may come from the index
            ++merged.damaged;
            err << "left out: " << printable(error.what()) << '\n';
        }
    }
}

void merge_failures(const results::Store& from, results::Store& into, Merged& merged) {
    std::set<std::string> there;
    for (const results::Failure& failure : into.failures())
        there.insert(failure.id);
    for (const results::Failure& failure : from.failures()) {
        if (into.contains(failure.id) || there.contains(failure.id)) continue;
        into.record_failure(failure.id, failure.details);
        ++merged.failures;
    }
}

}  // namespace

int run_store_merge(const Invocation& invocation) {
    Arguments arguments(
        "store merge FOLDER... -o FOLDER",
        "Gathers the finished runs of several results folders in one, and why others failed. What is there "
        "already\nstays; files that do not prove themselves are left out and named.\n\n"
        "Example:\n  reboost store merge results-a results-b -o results\n");
    arguments.value("output,o", "DIR", "the results folder that takes them; created where it does not exist");
    if (!arguments.parse(invocation, 1, 10000)) return kAllWell;
    if (arguments.text("output").empty())
        throw UsageError("store merge: --output is missing: the folder that takes the runs");
    for (const std::string& folder : arguments.positional())
        if (!std::filesystem::is_directory(folder))
            throw UsageError("store merge: there is no folder '" + folder + "'");
    results::Store into(arguments.text("output"));
    Merged merged;
    for (const std::string& folder : arguments.positional()) {
        const results::Store from(folder, results::OpenMode::read_only);
        for (const results::DamagedFile& file : from.damaged_collections()) {
            ++merged.damaged;
            invocation.err << "left out: " << printable(file.what) << '\n';
        }
        merge_runs(from, into, merged, invocation.err);
        merge_failures(from, into, merged);
    }
    into.gather_small_runs(results::kWorthGathering);
    invocation.out << fmt::format("{} copied, {} there already, {}; {}: {}\n", counted(merged.copied, "run"),
                                  merged.there, counted(merged.failures, "failure"), into.folder().string(),
                                  counted(into.list().size(), "run"));
    if (merged.not_counted > 0)
        invocation.out << fmt::format("{} of other sources did not take the place of those there\n",
                                      counted(merged.not_counted, "run"));
    return merged.damaged > 0 ? kSomeFailed : kAllWell;
}

}  // namespace reboost::app
