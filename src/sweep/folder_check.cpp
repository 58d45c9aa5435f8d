#include "sweep/folder_check.hpp"

#include "config/identity.hpp"
#include "config/run_spec.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "files/atomic_file.hpp"

#include <set>

namespace reboost::sweep {
namespace fs = std::filesystem;
namespace {

/// Why the run's id does not follow from the file's contents; "" if it does.
std::string identity_complaint(const std::string& id, const Value& spec, const Value& attributes) {
    const Value* sha256 = attributes.find("dataset_sha256");
    if (sha256 == nullptr || !sha256->is_string()) return "does not say which data it was computed on";
    try {
        config::RunSpec run = config::read_run_spec(spec);
        config::restore_file_checksums(run, attributes);
        if (config::run_id(run, sha256->as_string()) == id) return {};
        if (config::is_outdated(id, run, sha256->as_string()))
            return "is of an earlier revision of its algorithm";
        return "has an id that does not follow from its specification and data";
    } catch (const Error& error) {
        return std::string("has a specification that this version cannot read: ") + error.what();
    }
}

/// Whether a stored run still has a checkpoint or a failure, both of a source that counts for `source`. A
/// process killed between storing a run and removing these leaves them.
bool has_leftovers(const results::Store& store, const std::string& id, const results::SourceState& source) {
    if (!store.is_stored(id, source)) return false;
    const auto counts = [&source](const Value& info) {
        return results::why_not_counted(info, source).empty();
    };
    try {
        const auto begun = read_state(store.checkpoint_of(id));
        const auto failed = store.failure(id);
        return (begun || failed) && (!begun || counts(begun->info)) && (!failed || counts(*failed));
    } catch (const DataError&) {  // `store check` and the next sweep report the damage
        return false;
    }
}

class Check {
  public:
    explicit Check(const results::Store& store) : store_(store) {}

    FolderReport run() {
        for (const std::string& id : store_.list())
            check_run(id);
        for (const auto& damaged : {store_.damaged_collections(), store_.damaged_beside()})
            for (const results::DamagedFile& file : damaged)
                add(file, Remedy::set_aside, true, owner_of(file.path));
        check_open();
        check_reference();
        for (const fs::path& file : store_.strays())
            note(file, "has no name that this program gives, and is never used");
        for (const fs::path& file : store_.abandoned())
            add(file, "a dead process left it half written", Remedy::remove);
        const std::size_t aside = files::files_in(store_.folder() / "damaged").size();
        if (aside > 0) note(store_.folder() / "damaged", counted(aside, "file") + " set aside, never used");
        return std::move(report_);
    }

  private:
    /// The run whose checkpoint or failure `file` is; "" if it is neither. A folder or link in place of a
    /// claim has no owner, because no process can hold it.
    std::string owner_of(const fs::path& file) const {
        const fs::path folder = file.parent_path();
        const bool open = folder.parent_path() == store_.folder() / "open" && file.filename() != "claim";
        return open ? folder.filename().string() : "";
    }

    void add(results::DamagedFile file, Remedy remedy, bool wrong = true, std::string run = {}) {
        const std::string named = "'" + file.path.string() + "' ";  // the finding names the file already
        if (file.what.starts_with(named)) file.what.erase(0, named.size());
        report_.findings.push_back({std::move(file), remedy, wrong, std::move(run)});
    }
    void add(const fs::path& file, std::string what, Remedy remedy, bool wrong = true, std::string run = {}) {
        add({file, std::move(what), files::stamp_of(file)}, remedy, wrong, std::move(run));
    }

    /// Adds a finding for information only.
    void note(const fs::path& file, std::string what) { add(file, std::move(what), Remedy::none, false); }

    /// Reads the whole run file without use of the index.
    void check_run(const std::string& id) {
        results::DamagedFile file{store_.run_path(id), "", store_.stamp(id)};
        try {
            const results::StoredRun run = store_.stored(id);
            const results::RunHeader header = results::header_of(id, run.header, file.path.string());
            ++report_.runs;
            file.what = identity_complaint(id, header.spec, header.attributes);
            if (!file.what.empty()) return add(file, Remedy::none, file.what.starts_with("has an id"));
            const std::string why = results::why_not_counted(header.attributes, results::this_source());
            if (!why.empty()) note(file.path, why + " and does not count for this program");
        } catch (const DataError& error) {
            file.what = error.what();
            add(file, Remedy::set_aside, true, id);
        } catch (const IoError&) {
            if (store_.contains(id)) throw;  // a system error, not damage
        }
    }

    void check_open() {
        report_.failures = store_.failures().size();
        report_.checkpoints = store_.list_checkpoints().size();
        for (const Finding& finding : report_.findings)
            if (finding.path.filename() == "checkpoint.h5") --report_.checkpoints;
        std::set<std::string> held;
        for (const results::ClaimInfo& claim : store_.running(true)) {
            held.insert(claim.run_id);
            if (claim.held) ++report_.claims;
            if (!claim.held || claim.damaged)
                add(store_.folder() / "open" / claim.run_id / "claim",
                    (claim.held ? "does not say who holds it: " : "is a claim that is void: ") +
                        claim_text(claim),
                    Remedy::release, true, claim.run_id);
        }
        for (const std::string& id : store_.list_checkpoints())
            if (!held.contains(id) && has_leftovers(store_, id, results::this_source()))
                add(store_.checkpoint_of(id).path, "is of a run that is stored", Remedy::remove, true, id);
    }

    void check_reference() {
        const fs::path folder = store_.folder() / "reference";
        const auto reference = results::Collections(folder).content();
        for (const results::DamagedFile& file : reference->damaged)
            add({folder,
                 file.what + ". Its runs are not used; fetch it again, or remove it and export anew",
                 {}},
                Remedy::none);
        for (const auto& [path, file] : reference->files)
            for (const std::string& id : file->list())
                try {
                    ++report_.reference;
                    const results::RunHeader header = file->header(id);
                    const std::string what = identity_complaint(id, header.spec, header.attributes);
                    if (!what.empty())
                        add(path, "run " + id + " " + what, Remedy::none, what.starts_with("has"));
                } catch (const DataError& error) {
                    add(path, error.what(), Remedy::none);
                }
    }

    const results::Store& store_;
    FolderReport report_;
};

/// Returns false and changes nothing if the file has changed since the check, or a process holds the run.
bool repair_file(results::Store& store, const Finding& finding) {
    const auto claim = finding.run.empty() ? std::nullopt : store.try_hold(finding.run);
    if (!finding.run.empty() && !claim) return false;
    if (finding.remedy == Remedy::release) return true;  // our own claim replaced the void one and ends here
    if (files::stamp_of(finding.path) != finding.stamp) return false;
    if (finding.remedy == Remedy::set_aside) return store.set_aside(finding).has_value();
    files::remove_file(finding.path);
    return true;
}

/// The checkpoints and states that no run of the plan will read, because the runs are done.
std::set<std::string> read_by_none(const Plan& plan, const results::Store& store) {
    std::set<std::string> names;
    const bool has_states = files::is_there(store.folder() / "states");
    for (const PlanEntry& entry : plan.entries) {
        if (entry.state != RunState::done) continue;
        if (entry.has_checkpoint) names.insert(entry.id);
        if (!has_states) continue;
        if (const auto family = config::family_id(entry.run.spec, entry.dataset_sha256))
            names.insert(*family);
    }
    return names;
}

}  // namespace

FolderReport check_folder(const results::Store& store) {
    return Check(store).run();
}

std::size_t repair_folder(results::Store& store, const FolderReport& report) {
    return static_cast<std::size_t>(std::ranges::count_if(report.findings, [&](const Finding& finding) {
        return finding.remedy != Remedy::none && repair_file(store, finding);
    }));
}

void make_room(const Plan& plan, results::Store& store, Progress& progress) {
    store.set_damaged_aside(read_by_none(plan, store), [&](const std::string& line) { progress.note(line); });
    // A process that holds a run sets its damaged file aside itself.
    for (const PlanEntry& entry : plan.entries)
        if (const auto claim = entry.damage.empty() ? std::nullopt : store.try_hold(entry.id))
            store.set_aside(results::DamagedFile{store.run_path(entry.id), entry.damage, entry.stamp});
    if (plan.options.recompute) {
        std::set<std::string> ids = plan.ids();
        for (const results::ClaimInfo& claim : store.running())
            ids.erase(claim.run_id);
        store.take_out(ids, "replaced");
        for (const std::string& id : ids)
            if (const auto claim = store.try_hold(id)) store.clear_remains(id);
    }
    for (const PlanEntry& entry : plan.entries)
        if (entry.state == RunState::done &&
            files::is_there(store.checkpoint_of(entry.id).path.parent_path()))
            if (const auto claim = store.try_hold(entry.id);
                claim && has_leftovers(store, entry.id, plan.options.source))
                store.clear_remains(entry.id);
}

}  // namespace reboost::sweep
