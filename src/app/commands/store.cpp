#include "app/common.hpp"
#include "report/measures/reference.hpp"
#include "report/measures/verification.hpp"
#include "sweep/folder_check.hpp"

#include <functional>
#include <map>

namespace reboost::app {
namespace {

// check

std::string remedy_text(sweep::Remedy remedy) {
    constexpr const char* kTexts[]{"", "--repair sets it aside", "--repair removes it",
                                   "--repair releases its run"};
    return kTexts[static_cast<std::size_t>(remedy)];
}

Value report_value(const sweep::FolderReport& report) {
    const auto finding_value = [](const sweep::Finding& finding) {
        return object_of(key("path", finding.path.string()), key("what", finding.what),
                         key("wrong", finding.wrong), key("remedy", remedy_text(finding.remedy)));
    };
    return object_of(key("sound", report.sound()), key("runs", report.runs),
                     key("checkpoints", report.checkpoints), key("failures", report.failures),
                     key("claims", report.claims), key("reference", report.reference),
                     key("findings", Value::list_of(report.findings, finding_value)));
}

void print_report(const Arguments& arguments, const sweep::FolderReport& report) {
    for (const sweep::Finding& finding : report.findings) {
        std::string line = finding.path.string() + ": " + finding.what;
        if (finding.remedy != sweep::Remedy::none) line += " (" + remedy_text(finding.remedy) + ")";
        arguments.print("{}\n", printable(line));
    }
    arguments.print("sound: {}, {}, {}, {}{}; {}\n", counted(report.runs, "run"),
                    counted(report.checkpoints, "checkpoint"), counted(report.failures, "failure"),
                    counted(report.claims, "claim"),
                    report.reference > 0 ? ", " + counted(report.reference, "reference result") : "",
                    report.sound() ? "nothing is wrong" : "something is wrong");
}

// merge

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

// verify

using report::Agreement;
using report::Verified;

Value verification_value(const report::Verification& verification) {
    const auto run_value = [](const Verified& v) {
        Value one = object_of(key("id", v.run->id), key("label", config::run_label(v.run->spec())),
                              key("reference", v.reference->id), key("agreement", enum_name(v.agreement)),
                              key("points", v.points), key("round", v.round), key("gap", v.gap));
        if (!v.what.empty()) one.set("what", v.what);
        return one;
    };
    return object_of(key("runs", Value::list_of(verification.runs, run_value)),
                     key("without", verification.without.size()),
                     key("damaged", Value::list_of(verification.damaged)));
}

}  // namespace

int run_store_check(const Invocation& invocation) {
    Arguments arguments(
        invocation, "store check [OPTIONS]",
        "Checks a whole results folder: checksums and identities of every file, what dead processes left, "
        "what\nnothing needs. Ends with 1 where something is wrong. Changes nothing but with "
        "--repair.\n\nExample:\n  reboost store check --results results --repair\n");
    arguments.flag("repair", "set damaged files aside in damaged/ and remove leftovers")
        .shared(kCommonOptions, {"results", "json"});
    if (!arguments.parse()) return kAllWell;
    const fs::path folder = existing_results(arguments);
    // Opening a folder for writing would remove leftovers before they are reported.
    sweep::FolderReport report = sweep::check_folder(results::Store(folder, results::OpenMode::read_only));
    arguments.json(report_value(report));
    print_report(arguments, report);
    if (report.sound() || !arguments.has("repair")) return report.sound() ? kAllWell : kSomeFailed;
    results::Store store(folder);
    const std::size_t done = sweep::repair_folder(store, report);
    report = sweep::check_folder(store);
    arguments.tell("{} seen to; {}\n", counted(done, "file"),
                   report.sound() ? "nothing is wrong now" : "something is still wrong");
    return report.sound() ? kAllWell : kSomeFailed;
}

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

int run_store_verify(const Invocation& invocation) {
    Arguments arguments(
        invocation, "store verify [CONFIG...] [OPTIONS]",
        "Compares the runs of this machine with the reference results, curve by curve: a run whose "
        "specification differs from a reference run's in the number of rounds only must have the same "
        "curves at every round that both keep. Exit status 1 where one differs or a file is damaged, and "
        "where no run could be compared.\n\n"
        "Examples:\n"
        "  reboost store verify\n"
        "  reboost store verify configs/opt2009/table1_stump.json --profile quick --all\n");
    add_config_options(arguments);
    arguments.flag("all", "list every run")
        .shared(kReferenceOptions, {"reference"})
        .shared(kCommonOptions, {"json"});
    if (!arguments.parse(0, 10000)) return kAllWell;
    const fs::path results = existing_results(arguments, true);
    const fs::path reference = reference_folder(arguments, results);
    if (reference.empty()) arguments.refuse("there are no reference results; name them with --reference");
    const auto store = std::make_shared<const results::Store>(results, results::OpenMode::read_only);
    const report::ReferenceResults references = report::read_reference(reference);
    const std::set<std::string> wanted = report::references_of_data(*store, references);
    const report::RunSet runs(store, references, report::RunSet::Twins::both,
                              report::RunSet::Sources::of_this_program, &wanted);
    const report::Verification verification =
        report::verify(runs, ids_of(arguments.positional(), arguments, *store));
    const bool well = verification.sound() && verification.compared() > 0;
    arguments.json(verification_value(verification));
    const bool all = arguments.has("all");
    if (all)
        for (const Verified& v : verification.runs)
            if (v.agreement == Agreement::identical)
                arguments.print("  {} ({}): {}\n", config::run_label(v.run->spec()), v.run->id.substr(0, 12),
                                report::describe(v));
    const report::VerificationSummary summary = report::summary_of(verification);
    std::string sentence = summary.sentence();
    if (sentence.empty()) sentence = "There are no runs to compare in " + results.string() + ".";
    arguments.print("{}\n", sentence);
    for (const report::VerificationGroup& group : summary.groups) {
        arguments.print("{}\n", group.text);
        if (!all && !group.compared && group.runs != verification.damaged) continue;
        for (const std::string& run : group.runs)
            arguments.print("  {}\n", run);
    }
    return well ? kAllWell : kSomeFailed;
}

}  // namespace reboost::app
