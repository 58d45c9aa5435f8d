#include "core/error.hpp"
#include "report/reference.hpp"
#include "report/report.hpp"
#include "report/text_file.hpp"
#include "results/store.hpp"

#include <algorithm>

namespace reboost::report {
namespace fs = std::filesystem;
namespace {

/// Files of the folder that belong to none of the runs.
std::vector<fs::path> files_without_run(const fs::path& folder,
                                        const std::map<std::string, ReferenceRun>& runs) {
    std::vector<fs::path> files;
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(folder, none))
        if (entry.path().extension() == ".json" && !runs.contains(entry.path().stem().string()))
            files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

}  // namespace

ExportResult export_reference(const ExportOptions& options) {
    const auto store = std::make_shared<const results::Store>(options.results, results::OpenMode::read_only);
    RunSet runs(store);
    ReferenceRecorder recorder;
    runs.record_to(&recorder);
    for (const std::string& id : list_papers(options.experiments.string())) {
        Paper paper;
        paper.experiment = read_experiment((options.experiments / id / "paper.json").string());
        fill_paper(paper, runs, true);
        for (const Run* run : paper.used)
            recorder.mention(*run);
    }
    ExportResult result;
    for (const auto& [id, run] : recorder.runs()) {
        const fs::path path = options.output / (id + ".json");
        const std::string text = reference_text(run);
        write_text(path, text);
        ++result.runs;
        result.bytes += text.size();
    }
    for (const fs::path& file : files_without_run(options.output, recorder.runs())) {
        if (options.prune)
            result.pruned += fs::remove(file);
        else
            result.stale.push_back(file.filename().string());
    }
    return result;
}

}  // namespace reboost::report
