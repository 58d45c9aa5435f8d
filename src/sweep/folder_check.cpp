#include "sweep/folder_check.hpp"

#include "config/identity.hpp"
#include "config/run_spec.hpp"
#include "core/error.hpp"
#include "results/atomic_file.hpp"
#include "results/record_file.hpp"
#include "results/reference_store.hpp"
#include "results/run_id.hpp"
#include "results/seal.hpp"
#include "sweep/leftovers.hpp"

#include <algorithm>
#include <set>

namespace reboost::sweep {
namespace fs = std::filesystem;
namespace {

/// What is wrong with a run's identity; "" where the id follows from what the file says.
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

class Check {
  public:
    explicit Check(const results::Store& store) : store_(store) {}

    FolderReport run() {
        for (const std::string& id : store_.list())
            check_run(id);
        check_checkpoints();
        set_all_aside(store_.damaged_packs());
        set_all_aside(store_.damaged_states());
        set_all_aside(store_.damaged_failures());
        report_.failures = store_.failures().size();
        check_claims();
        check_reference();
        for (const fs::path& file : store_.strays())
            add(Seen(file), "has no name that this program gives, and is never used", Remedy::none, false);
        for (const char* part : results::kFolders)
            for (const fs::path& file : results::abandoned_files(store_.folder() / part))
                add(Seen(file), "a dead process left it half written", Remedy::remove);
        const std::size_t aside = results::files_in(store_.folder() / "damaged").size();
        if (aside > 0)
            add(Seen(store_.folder() / "damaged"),
                std::to_string(aside) + " files were set aside; they are never used", Remedy::none, false);
        return std::move(report_);
    }

  private:
    /// A file, and its stamp before it was read.
    struct Seen {
        fs::path path;
        std::optional<results::FileStamp> stamp;
        explicit Seen(fs::path file) : path(std::move(file)), stamp(results::stamp_of(path)) {}
        Seen(fs::path file, std::optional<results::FileStamp> of) : path(std::move(file)), stamp(of) {}
    };

    void add(const Seen& file, std::string what, Remedy remedy, bool wrong = true) {
        const std::string named = "'" + file.path.string() + "' ";  // messages of readers begin with the file
        if (what.starts_with(named)) what.erase(0, named.size());
        report_.findings.push_back({file.path, std::move(what), remedy, wrong, file.stamp});
    }

    void check_run(const std::string& id) {
        const Seen file(store_.run_path(id), store_.stamp(id));
        try {
            const results::RunRecord run = store_.read(id);
            judge(file, id, run.spec, run.attributes, false);
            ++report_.runs;
        } catch (const results::UnsealedError& error) {
            check_unsealed(file, id, error.what());
        } catch (const DataError& error) {
            add(file, error.what(), Remedy::set_aside);
        } catch (const IoError&) {
            if (store_.contains(id)) throw;  // the system lacks something
        }
    }

    void check_unsealed(const Seen& file, const std::string& id, const std::string& what) {
        try {
            const results::RunRecord run = results::read_unsealed_record(file.path);
            judge(file, id, run.spec, run.attributes, true);
        } catch (const DataError&) {
            add(file, what, Remedy::set_aside);
        }
    }

    void judge(const Seen& file, const std::string& id, const Value& spec, const Value& attributes,
               bool unsealed) {
        const std::string identity = identity_complaint(id, spec, attributes);
        if (!identity.empty()) {
            add(file, identity, Remedy::none, identity.starts_with("has an id"));
            return;
        }
        if (unsealed) add(file, "has no checksum: an earlier version wrote it", Remedy::adopt);
        const std::string why = results::why_not_counted(attributes, results::this_source());
        if (!why.empty()) add(file, why + " and does not count for this program", Remedy::none, false);
    }

    void check_checkpoints() {
        std::set<std::string> damaged, held;
        for (const results::ClaimInfo& claim : store_.running())
            held.insert(claim.run_id);
        for (const results::DamagedFile& file : store_.damaged_checkpoints()) {
            add({file.path, file.stamp}, file.what, Remedy::set_aside);
            damaged.insert(file.path.stem().string());
        }
        for (const std::string& id : store_.list_checkpoints()) {
            if (damaged.contains(id)) continue;
            ++report_.checkpoints;
            const Seen file(store_.checkpoint_path(id));
            if (store_.contains(id) && store_.judge(id, results::this_source()).counts() &&
                !held.contains(id) && is_leftover_checkpoint(store_, id, results::this_source()))
                add(file, "is of a run that is stored", Remedy::remove);
        }
    }

    void set_all_aside(const std::vector<results::DamagedFile>& damaged) {
        for (const results::DamagedFile& file : damaged)
            add({file.path, file.stamp}, file.what, Remedy::set_aside);
    }

    void check_claims() {
        for (const results::ClaimInfo& claim : results::list_claims(store_.folder() / "claims")) {
            const Seen file(store_.folder() / "claims" / claim.run_id);
            const bool held = store_.holds(claim);
            if (held && claim.damage.empty())
                ++report_.claims;
            else if (held)  // its process may live, and compute the run
                add(file, claim.damage + "; it holds its run until it has been silent for long enough",
                    Remedy::none);
            else if (!claim.damage.empty())
                add(file, claim.damage, Remedy::release);
            else
                add(file, "is a claim that is void: " + claim_text(claim), Remedy::release);
        }
    }

    void check_reference() {
        const fs::path folder = store_.folder() / "reference";
        const results::ReferenceFolder files =
            results::read_reference_folder(folder, results::ReferenceParts::everything);
        for (const std::string& damage : files.damaged)
            add(Seen(folder),
                damage + ". Its runs are not used; fetch it again, or remove it and export anew",
                Remedy::none);
        for (const results::ReferenceFile& file : files.files)
            for (const results::StoredReference& run : file.runs) {
                ++report_.reference;
                const Value *spec = run.document.find("spec"), *attributes = run.document.find("attributes");
                const std::string what = spec == nullptr || attributes == nullptr
                                             ? "has no specification or no attributes"
                                             : identity_complaint(run.id, *spec, *attributes);
                if (!what.empty())
                    add(Seen(folder / (file.paper + ".h5")), "run " + run.id + " " + what, Remedy::none,
                        what.starts_with("has"));
            }
    }

    const results::Store& store_;
    FolderReport report_;
};

void adopt_run(results::Store& store, const fs::path& path) {
    results::RunRecord run = results::read_unsealed_record(path);
    run.id = path.stem().string();
    run.attributes.set("adopted", true);
    store.write(run);
}

/// The run whose file it is; "" where it is none's.
std::string run_of(const results::Store& store, const fs::path& path) {
    for (const auto& [folder, extension] :
         {std::pair("runs", ".h5"), {"checkpoints", ".h5"}, {"failed", ".json"}})
        if (path.parent_path() == store.folder() / folder) return results::id_of(path, extension);
    return {};
}

/// Returns whether it did: not where the file has changed since, or a process holds the run.
bool repair_file(results::Store& store, const Finding& finding) {
    const std::string id = run_of(store, finding.path);
    const auto claim = id.empty() ? std::nullopt : store.try_hold(id);
    if (!id.empty() && !claim) return false;
    const bool stored = !id.empty() && finding.path == store.run_path(id);  // maybe in a pack
    if ((stored ? store.stamp(id) : results::stamp_of(finding.path)) != finding.stamp) return false;
    if (finding.remedy == Remedy::adopt) adopt_run(store, finding.path);
    if (finding.remedy == Remedy::remove) results::remove_file(finding.path);
    if (finding.remedy != Remedy::set_aside) return true;
    const results::DamagedFile file{finding.path, finding.what, finding.stamp};
    return (stored ? store.set_aside(file.path) : store.set_aside(file)).has_value();
}

}  // namespace

bool FolderReport::sound() const {
    return std::ranges::none_of(findings, [](const Finding& finding) { return finding.wrong; });
}

FolderReport check_folder(const results::Store& store) {
    return Check(store).run();
}

std::size_t repair_folder(results::Store& store, const FolderReport& report, bool adopt) {
    std::size_t done = 0;
    for (const Finding& finding : report.findings)  // first: nobody can hold a run whose claim is no file
        if (finding.remedy == Remedy::release)
            done += store.clear_claim(finding.path.filename().string()) ? 1 : 0;
    for (const Finding& finding : report.findings) {
        if (finding.remedy == Remedy::none || finding.remedy == Remedy::release) continue;
        if (finding.remedy != Remedy::adopt || adopt) done += repair_file(store, finding) ? 1 : 0;
    }
    return done;
}

}  // namespace reboost::sweep
