#include "core/error.hpp"
#include "files/atomic_file.hpp"
#include "files/folder_lock.hpp"
#include "report/measures/reference.hpp"
#include "report/pages/exports.hpp"
#include "report/pages/report.hpp"
#include "results/store.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace reboost::report {
namespace fs = std::filesystem;
namespace {

/// Computes the reports of all papers from these runs, to record what the reports read.
void record_reports(const ExportOptions& options, RunSet& runs, ReferenceRecorder& recorder) {
    runs.record_to(&recorder);
    for (const std::string& id : list_papers(options.experiments.string())) {
        recorder.begin(id);
        Paper paper;
        paper.experiment = read_experiment((options.experiments / id / "paper.json").string());
        fill_paper(paper, runs, true);
        for (const Run* run : paper.used)
            recorder.show(*run);
        for (const Run* run : paper.listed)
            recorder.of(*run).listed = true;
    }
}

ReferenceResults exported_before(const fs::path& folder) {
    ReferenceResults before = read_reference(folder);
    if (!before.damaged.empty())
        throw DataError(before.damaged.front() + ". Nothing is exported: its runs would be lost");
    return before;
}

/// The runs to store in the end, by id.
struct KeptRun {
    std::string paper, before;  ///< paper whose file will have the run, and had it; "": none
    results::StoredRun run;

    bool moves() const { return !before.empty() && before != paper; }
};
using Kept = std::map<std::string, KeptRun>;

/// Returns the runs per paper. `and_before`: papers also keep the runs that move to another paper, so that an
/// interrupted export loses no run.
std::map<std::string, std::vector<results::StoredRun>> files_of(const Kept& kept, bool and_before) {
    std::map<std::string, std::vector<results::StoredRun>> files;
    for (const auto& [id, one] : kept) {
        files[one.paper].push_back(one.run);
        if (and_before && one.moves()) files[one.before].push_back(one.run);
    }
    return files;
}

std::uintmax_t write_files(const Kept& kept, const fs::path& folder) {
    if (std::ranges::any_of(kept, [](const auto& one) { return one.second.moves(); }))
        for (auto& [paper, runs] : files_of(kept, true))
            write_reference(folder, paper, std::move(runs));
    std::uintmax_t bytes = 0;
    std::set<std::string> papers;
    for (auto& [paper, runs] : files_of(kept, false)) {
        bytes += write_reference(folder, paper, std::move(runs));
        papers.insert(paper);
    }
    // Each run in these files is now in another file, too.
    for (const fs::path& path : files::files_in(folder))
        if (path.extension() == ".h5" && !papers.contains(path.stem().string())) fs::remove(path);
    return bytes;
}

bool is_modified(const Run& run) {
    return !run.reference && !text_at(run.attributes, "source_sha256").empty();
}

}  // namespace

ExportResult export_reference(const ExportOptions& options) {
    const auto store = std::make_shared<const results::Store>(options.results, results::OpenMode::read_only);
    files::require_writable_folder(options.output);
    const files::FolderLock alone_here(options.output);  // excludes other exports until the end
    const ReferenceResults before = exported_before(options.output);
    ExportResult result;
    // Earlier exported runs stay, unless a run of the store replaces them.
    RunSet runs(store, before, RunSet::Twins::store_only);
    result.damaged = runs.damaged();
    ReferenceRecorder recorder;
    record_reports(options, runs, recorder);
    Kept kept;
    for (const Run& run : runs.runs()) {
        if (run.reference || !recorder.runs().contains(run.id)) continue;
        if (!options.modified && is_modified(run)) {
            ++result.modified;
            continue;
        }
        const ReferenceRecorder::Read& read = recorder.runs().at(run.id);
        kept[run.id] = {read.paper, "", reference_of(runs, run, read)};
    }
    result.runs = kept.size();
    // Users may have the reference results alone, without the store's runs, which might replace some of them.
    RunSet alone(nullptr, before);
    record_reports(options, alone, recorder);
    for (const auto& file : before.files)
        for (const std::string& id : file->list()) {
            const std::string paper = file->path().stem().string();
            if (const auto now = kept.find(id); now != kept.end()) {
                now->second.before = paper;
                continue;
            }
            const auto read = recorder.runs().find(id);
            const bool stale = read == recorder.runs().end();
            if (stale && options.prune) {
                ++result.pruned;
                continue;
            }
            if (stale) result.stale.push_back(id);
            const std::string goes_to = stale ? paper : read->second.paper;
            kept[id] = {goes_to.empty() ? "other" : goes_to, paper, file->stored(id)};
            ++result.kept;
        }
    result.bytes = write_files(kept, options.output);
    return result;
}

}  // namespace reboost::report
