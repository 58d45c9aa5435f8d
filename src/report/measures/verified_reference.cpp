#include "report/measures/verified_reference.hpp"

#include "core/error.hpp"
#include "files/atomic_file.hpp"
#include "files/folder_lock.hpp"
#include "report/measures/measures.hpp"
#include "report/measures/reference.hpp"
#include "results/source_state.hpp"

#include <map>

namespace reboost::report {
namespace {

constexpr std::string_view kAgain = ": computed again, all values equal";

/// A reference result and its attributes.
struct Open {
    results::StoredRun stored;
    results::RunHeader header;
};

std::string verified_by(const Open& run) {
    return text_at(run.header.attributes, results::kVerifiedBy);
}

/// Whether the run itself came from a clean revision.
bool is_clean(const Open& run) {
    Value attributes = run.header.attributes;
    attributes.set(results::kVerifiedBy, "");
    return results::why_not_counted(attributes, {}).empty();
}

bool is_short(const Open& run) {
    return number_at(run.header.attributes, "train_cpu_seconds", kNever) <= kShortRunSeconds;
}

void set_verified(Open& run, const std::string& how) {
    run.header.attributes.set(results::kVerifiedBy, how);
    run.stored.header = results::to_stored({run.header, {}, {}, {}, {}}).header;
    run.stored.seal = results::seal_of(run.stored);
}

/// What runs of clean revisions say of the reference results, by id: the revision where all is equal, ""
/// where something differs.
std::map<std::string, std::string> findings(const Verification& verification) {
    std::map<std::string, std::string> found;
    for (const Verified& v : verification.runs) {
        const Value* revision = v.run->attributes.find("git_revision");
        const bool counts = results::why_not_counted(v.run->attributes, {}).empty();
        if (!counts || revision == nullptr || v.run->rounds_asked() != v.reference->rounds_asked()) continue;
        if (v.agreement == Agreement::identical) found.emplace(v.reference->id, revision->as_string());
        if (is_other(v.agreement)) found[v.reference->id] = "";
    }
    return found;
}

}  // namespace

RecordedVerification record_verification(const Verification& verification,
                                         const std::filesystem::path& folder,
                                         const std::set<std::string>& sample) {
    files::require_writable_folder(folder);
    const files::FolderLock alone_here(folder);  // what an export adds meanwhile would be lost
    const ReferenceResults reference = read_reference(folder);
    if (!reference.damaged.empty()) throw DataError(reference.damaged.front());
    std::map<std::string, std::vector<Open>> files;
    for (const auto& file : reference.files)
        for (const std::string& id : file->list())
            files[file->path().stem().string()].push_back({file->stored(id), file->header(id)});
    const std::map<std::string, std::string> found = findings(verification);
    RecordedVerification recorded;
    std::set<std::string> unknown = sample;
    std::vector<Open*> open;  // of modified sources, not computed again
    std::string revision;
    for (auto& [paper, runs] : files)
        for (Open& run : runs) {
            const std::string& id = run.stored.id;
            if (is_clean(run)) continue;
            unknown.erase(id);
            const auto result = found.find(id);
            const bool differs = result != found.end() && result->second.empty();
            if (differs)
                set_verified(run, "");
            else if (result != found.end())
                set_verified(run, result->second + std::string(kAgain));
            const std::string how = verified_by(run);
            const bool again = how.ends_with(kAgain);
            if (again) revision = how.substr(0, how.size() - kAgain.size());
            if (again) ++recorded.equal;
            if (differs) recorded.differing.push_back(id);
            if (!again && !differs) open.push_back(&run);
            if (!again && (sample.contains(id) || is_short(run))) recorded.not_sampled.push_back(id);
        }
    if (!unknown.empty())
        throw UsageError("the sample has '" + *unknown.begin() +
                         "', which is the id (64 digits) of no reference result of modified sources");
    const bool sound = recorded.differing.empty();
    const bool by_sample = sound && !sample.empty() && recorded.not_sampled.empty();
    const std::string sampled = revision + ": all values equal in a random sample of " +
                                std::to_string(sample.size()) + " and in all runs under " +
                                std::to_string(static_cast<int>(kShortRunSeconds)) + " s";
    for (Open* run : open) {
        if (by_sample || !sound) set_verified(*run, by_sample ? sampled : "");
        ++(verified_by(*run).empty() ? recorded.left : recorded.by_sample);
    }
    for (auto& [paper, runs] : files) {
        std::vector<results::StoredRun> stored;
        for (Open& run : runs)
            stored.push_back(std::move(run.stored));
        write_reference(folder, paper, std::move(stored));
    }
    return recorded;
}

}  // namespace reboost::report
