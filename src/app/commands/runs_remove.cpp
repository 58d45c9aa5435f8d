#include "app/common.hpp"

namespace reboost::app {
namespace {

struct Removed {
    std::size_t runs = 0;
    std::vector<std::string> left;  ///< a line with the reason for each run that stays
};

/// Whether the stored run is the listed one. Gathering moves a run but does not change its attributes.
bool is_as_listed(const results::Store& store, const report::FilteredRun& run,
                  const std::optional<files::FileStamp>& stamp) {
    if (store.stamp(run.id) == stamp) return true;
    const results::Judgement now = store.judge(run.id, results::this_source());
    return now.damage.empty() && !now.gone && now.header.attributes == run.attributes;
}

/// Removes each run under a claim, so that no other process computes it meanwhile.
Removed remove_runs(results::Store& store, const StoredRuns& listed) {
    constexpr std::size_t kTogether = 256;  // runs; each claim is an open file
    Removed removed;
    std::vector<results::Claim> claims;
    std::set<std::string> ids;
    const auto take_out = [&] {
        store.take_out(ids);
        removed.runs += ids.size();
        ids.clear();
        claims.clear();
    };
    for (const report::FilteredRun& run : listed.runs) {
        results::ClaimInfo holder;
        std::optional<results::Claim> claim = store.try_hold(run.id, &holder);
        if (!claim) {
            removed.left.push_back(run.id.substr(0, 12) + ": " + results::claim_text(holder));
        } else if (store.contains(run.id) && !is_as_listed(store, run, listed.stamps.at(run.id))) {
            removed.left.push_back(run.id.substr(0, 12) + ": computed anew since it was listed");
        } else if (store.contains(run.id)) {
            ids.insert(run.id);
            claims.push_back(std::move(*claim));
        }
        if (claims.size() == kTogether) take_out();
    }
    take_out();
    return removed;
}

}  // namespace

int run_runs_remove(const Invocation& invocation) {
    Arguments arguments(
        invocation, "runs remove FILTER... [OPTIONS]",
        std::string("Shows which finished runs a filter names, and deletes them with --yes. Runs that a "
                    "process computes\nanew, or has since, stay and are named; exit status 1.\n\n") +
            kFilterHelp +
            "\nExamples:\n  reboost runs remove state=outdated\n"
            "  reboost runs remove dataset=mnist 'booster.rounds<1000' --yes\n");
    arguments.flag("yes", "delete them").shared(kCommonOptions, {"results", "json"});
    if (!arguments.parse(1, 1000)) return kAllWell;
    const report::RunFilter filter(arguments.positional());
    const fs::path folder = existing_results(arguments);
    const results::Store before(folder, results::OpenMode::read_only);
    StoredRuns listed = stored_runs(before, filter);
    std::vector<report::FilteredRun>& runs = listed.runs;
    Value ids = Value::list_of(runs, &report::FilteredRun::id);
    if (!arguments.has("json") && !runs.empty()) {
        const RunRows rows = run_rows(before, runs);
        arguments.print("{}", runs_as_text(rows, runs));
    }
    Removed removed;
    if (arguments.has("yes") && !runs.empty()) {
        results::Store store(folder);
        store.set_patience(files::patience_that_tells(
            [&](const std::string& line) { arguments.err << "reboost: " << line << std::endl; }));
        removed = remove_runs(store, listed);
    }
    arguments.json(object_of(key("ids", std::move(ids)), key("removed", removed.runs)));
    if (!arguments.has("yes"))
        arguments.print("{}; nothing is deleted without --yes\n", counted(runs.size(), "run"));
    else
        arguments.print("{} of {} runs deleted\n", removed.runs, runs.size());
    for (const std::string& line : removed.left)
        arguments.err << "left: " << line << '\n';
    return removed.left.empty() ? kAllWell : kSomeFailed;
}

}  // namespace reboost::app
