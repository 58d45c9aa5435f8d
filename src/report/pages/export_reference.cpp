#include "core/error.hpp"
#include "report/measures/run_curve.hpp"
#include "report/measures/text_file.hpp"
#include "report/pages/report.hpp"
#include "results/store.hpp"

#include <algorithm>

namespace reboost::report {
namespace fs = std::filesystem;
namespace {

/// Rounds kept of curves that no figure draws, for whoever wants to look.
constexpr std::size_t kRounds = 100;

/// The test error at log-spaced rounds, over rounds, work and time.
void keep_test_error(const RunSet& runs, const Run& run, ReferenceRecorder& recorder) {
    for (const char* over : {"round", "work", "train_cpu_seconds"}) {
        const CurveName name{"test_error", false, over};
        const KeptCurve curve = run_curve(runs, run, name);
        recorder.drew(run, name, at_rounds(curve, thinned(curve.round, kRounds, true)));
    }
}

/// Makes the reports of all papers from these runs, to learn what they draw on.
void record_reports(const ExportOptions& options, RunSet& runs, ReferenceRecorder& recorder) {
    runs.record_to(&recorder);
    for (const std::string& id : list_papers(options.experiments.string())) {
        Paper paper;
        paper.experiment = read_experiment((options.experiments / id / "paper.json").string());
        fill_paper(paper, runs, true);
        for (const Run* run : paper.used)
            recorder.mention(*run);
    }
}

/// Files that neither these runs nor the reports of someone who has the folder alone draw on: a shorter run
/// of the store takes the place of a reference result here, not there.
std::vector<fs::path> stale_files(const ExportOptions& options,
                                  const std::map<std::string, ReferenceRun>& drawn) {
    RunSet alone(nullptr, read_reference(options.output));
    ReferenceRecorder recorder;
    record_reports(options, alone, recorder);
    std::vector<fs::path> files;
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(options.output, none)) {
        const std::string id = entry.path().stem().string();
        if (entry.path().extension() == ".json" && !drawn.contains(id) && !recorder.runs().contains(id))
            files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

}  // namespace

ExportResult export_reference(const ExportOptions& options) {
    const auto store = std::make_shared<const results::Store>(options.results, results::OpenMode::read_only);
    // What was exported before stays where no run of the store takes its place.
    RunSet runs(store, read_reference(options.output), RunSet::Twins::store_only);
    ReferenceRecorder recorder;
    record_reports(options, runs, recorder);
    for (const Run& run : runs.runs())
        if (recorder.runs().contains(run.id)) keep_test_error(runs, run, recorder);
    ExportResult result;
    for (const auto& [id, run] : recorder.runs()) {
        if (run.run.reference) {
            ++result.kept;
            continue;
        }
        const fs::path path = options.output / (id + ".json");
        const std::string text = reference_text(run);
        write_text(path, text);
        ++result.runs;
        result.bytes += text.size();
    }
    for (const fs::path& file : stale_files(options, recorder.runs())) {
        if (options.prune)
            result.pruned += fs::remove(file);
        else
            result.stale.push_back(file.filename().string());
    }
    return result;
}

}  // namespace reboost::report
