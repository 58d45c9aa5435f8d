#include "app/common.hpp"
#include "config/json.hpp"
#include "core/checksum.hpp"

#include <mutex>
#include <span>

namespace reboost::app {

PaperConfigs paper_configs(const fs::path& configs) {
    PaperConfigs papers;
    for (const fs::directory_entry& folder : fs::directory_iterator(configs)) {
        if (!folder.is_directory()) continue;
        for (const fs::directory_entry& file : fs::directory_iterator(folder.path()))
            if (file.path().extension() == ".json")
                papers[folder.path().filename().string()].push_back(file.path());
    }
    for (auto& [paper, files] : papers)
        std::ranges::sort(files);
    return papers;
}

namespace {

/// The file that marks a folder as a report.
constexpr const char* kMarker = ".reboost-report";
constexpr const char* kMarked = "A report of ReBoost, which may replace all files here.\n";

/// Throws UsageError unless the folder is new, empty, a report or the results': a report replaces files.
void require_own(const fs::path& folder, const fs::path& results) {
    if (!fs::is_directory(folder) || fs::is_empty(folder) || fs::exists(folder / kMarker)) return;
    if (fs::is_directory(results) && fs::equivalent(folder, results)) return;
    throw UsageError(
        fmt::format("--output {}: the folder holds other files, of which a report would replace "
                    "some; name a new or an empty one",
                    folder.string()));
}

/// The stamps of files and of all files below folders, so that any changed, new or removed file shows.
std::string stamps_of(std::span<const fs::path> places) {
    std::vector<std::string> lines;
    const auto add = [&](const fs::path& file) {
        std::error_code unknown;
        if (const auto stamp = files::stamp_of(file);
            stamp && !fs::is_directory(file, unknown) && file.filename() != kMarker)
            lines.push_back(
                fmt::format("{} {} {} {}\n", file.string(), stamp->inode, stamp->bytes, stamp->modified_ns));
    };
    for (const fs::path& place : places) {
        add(place);
        std::error_code none;  // a missing or vanished folder is not an error
        for (fs::recursive_directory_iterator at(place, fs::directory_options::skip_permission_denied, none);
             !none && at != fs::recursive_directory_iterator(); at.increment(none))
            add(at->path());
    }
    std::ranges::sort(lines);
    return fmt::format("{}", fmt::join(lines, ""));
}

/// The inputs of a report of papers: the program, the runs and the files that the report reads.
std::string inputs_of(const report::ReportOptions& options) {
    const fs::path places[] = {
        "/proc/self/exe",      options.results / "runs", options.results / "collections",
        options.reference,     options.experiments,      options.plots,
        options.chart_library, options.chart_licence};
    return fmt::format("{}\n", fmt::join(options.papers, " ")) + stamps_of(places);
}

/// The marker of a report made from `inputs`, with the stamps of the report's files.
std::string marker_of(const report::ReportOptions& options, const std::string& inputs) {
    return kMarked + sha256_hex(inputs + stamps_of(std::span(&options.output, 1))) + "\n";
}

}  // namespace

report::ReportOptions page_options(const Arguments& arguments, const std::string& folder) {
    report::ReportOptions options;
    options.results = results_folder(arguments);
    options.reference = reference_folder(arguments, options.results);
    options.output = arguments.text("output", (options.results / folder).string());
    require_own(options.output, options.results);
    options.experiments = asset_folder("experiments");
    options.plots = asset_folder("plots");
    return options;
}

report::ReportResult report_and_warn(const report::ReportOptions& options, std::ostream& err) {
    files::require_writable_folder(options.output);
    files::write_file_atomically(options.output / kMarker, kMarked);
    report::ReportOptions told = options;
    std::mutex mutex;
    const bool screen = is_screen(STDERR_FILENO);
    if (screen)
        told.tell = [&](const std::string& what) {
            const std::lock_guard lock(mutex);
            err << "\r\033[Kreport: " << printable(what, false) << std::flush;
        };
    report::ReportResult result = report::make_report(told);
    if (screen) err << "\r\033[K";
    for (const std::string& warning : result.warnings)
        err << "warning: " << printable(warning, true) << '\n';
    return result;
}

void report_if_changed(const report::ReportOptions& options, std::ostream& err) {
    const fs::path marker = options.output / kMarker;
    const std::string inputs = inputs_of(options);
    if (fs::exists(marker) && config::read_text_file(marker) == marker_of(options, inputs)) return;
    // After warnings there is no marker, so that the next call makes the report and warns again.
    if (report_and_warn(options, err).warnings.empty())
        files::write_file_atomically(marker, marker_of(options, inputs));
}

}  // namespace reboost::app
