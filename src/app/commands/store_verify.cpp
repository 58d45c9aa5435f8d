#include "app/common.hpp"
#include "report/measures/reference.hpp"
#include "report/measures/verification.hpp"

namespace reboost::app {
namespace {

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
