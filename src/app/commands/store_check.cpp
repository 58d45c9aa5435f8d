#include "app/common.hpp"
#include "sweep/folder_check.hpp"

namespace reboost::app {
namespace {

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

}  // namespace reboost::app
