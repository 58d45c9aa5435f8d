#include "report/pages/export_reference.hpp"

#include "config/json.hpp"
#include "core/error.hpp"
#include "report/measures/reference.hpp"
#include "report/pages/report.hpp"
#include "results/atomic_file.hpp"
#include "results/folder_lock.hpp"
#include "results/store.hpp"

#include <algorithm>
#include <map>

namespace reboost::report {
namespace fs = std::filesystem;
namespace {

/// Makes the reports of all papers from these runs, to learn what they draw on.
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
            recorder.list(*run);
    }
}

/// What earlier exports left, in any format. Throws DataError where it is damaged.
ReferenceResults exported_before(const fs::path& folder) {
    ReferenceResults before = read_reference(folder);
    if (!before.damaged.empty())
        throw DataError(before.damaged.front() + ". Nothing is exported: its runs would be lost");
    for (const fs::path& file : earlier_files(folder))
        before.runs.push_back(reference_from(config::read_json_file(file.string()), file.string()));
    return before;
}

/// Runs by id, what is to be stored in the end.
using Kept = std::map<std::string, ReferenceRun>;

using Files = std::map<std::string, results::ReferenceFile>;

/// Files that take runs from others, still with those that they give away: where an export is interrupted, no
/// run has left one file before it is in another.
Files gaining_files(const Files& files, const Kept& kept, const ReferenceResults& before) {
    Files gaining;
    std::vector<const ReferenceRun*> moving;
    for (const auto& run : before.runs)
        if (const auto now = kept.find(run->run.id); now != kept.end() && now->second.paper != run->paper) {
            gaining[now->second.paper] = files.at(now->second.paper);
            moving.push_back(run.get());
        }
    for (const ReferenceRun* run : moving)
        if (const auto file = gaining.find(run->paper); file != gaining.end())
            file->second.runs.push_back(to_stored(*run));
    for (auto& [paper, file] : gaining)
        std::ranges::sort(file.runs, {}, &results::StoredReference::id);
    return gaining;
}

std::uintmax_t write_files(const Kept& kept, const ReferenceResults& before, const fs::path& folder) {
    Files files;
    for (const auto& [id, run] : kept) {
        files[run.paper].paper = run.paper;
        files[run.paper].runs.push_back(to_stored(run));
    }
    for (const auto& [paper, file] : gaining_files(files, kept, before))
        results::write_reference_file(folder, file);
    std::uintmax_t bytes = 0;
    for (const auto& [paper, file] : files)
        bytes += results::write_reference_file(folder, file);
    // Only now is nothing in them that is not elsewhere, too.
    for (const fs::path& path : earlier_files(folder))
        fs::remove(path);
    for (const fs::path& path : results::files_in(folder))
        if (path.extension() == ".h5" && !files.contains(path.stem().string())) fs::remove(path);
    return bytes;
}

bool is_modified(const Run& run) {
    const Value* sha256 = run.attributes.find("source_sha256");
    return !run.reference && sha256 != nullptr && sha256->is_string() && !sha256->as_string().empty();
}

}  // namespace

ExportResult export_reference(const ExportOptions& options) {
    const auto store = std::make_shared<const results::Store>(options.results, results::OpenMode::read_only);
    results::require_writable_folder(options.output);
    const results::FolderLock alone_here(options.output);  // another export's runs are read or not yet there
    const ReferenceResults before = exported_before(options.output);
    ExportResult result;
    result.converted = earlier_files(options.output).size();
    // What was exported before stays where no run of the store takes its place.
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
        kept[run.id] = whole_reference(runs, run, read.rounds, read.keep());
        kept[run.id].paper = read.paper;
        kept[run.id].arrays.insert(read.arrays.begin(), read.arrays.end());
    }
    result.runs = kept.size();
    // Someone may have the reference results alone: there a shorter run of the store takes nobody's place.
    RunSet alone(nullptr, before);
    ReferenceRecorder alone_recorder;
    record_reports(options, alone, alone_recorder);
    for (const auto& run : before.runs) {
        const std::string& id = run->run.id;
        if (kept.contains(id)) continue;
        const auto drawn = alone_recorder.runs().find(id);
        const bool in_place = recorder.runs().contains(id);
        const bool stale = drawn == alone_recorder.runs().end() && !in_place;
        if (stale && options.prune) {
            ++result.pruned;
            continue;
        }
        ReferenceRun& copy = kept[id] = *run;
        if (stale) result.stale.push_back(id);
        if (!stale) copy.paper = in_place ? recorder.runs().at(id).paper : drawn->second.paper;
        if (copy.paper.empty()) copy.paper = "other";
        ++result.kept;
    }
    result.bytes = write_files(kept, before, options.output);
    return result;
}

}  // namespace reboost::report
