#include "sweep/folder_check.hpp"

#include "config/identity.hpp"
#include "config/spec_value.hpp"
#include "core/error.hpp"
#include "results/atomic_file.hpp"
#include "results/record_file.hpp"
#include "results/reference_store.hpp"
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
            add(file, "has no name that this program gives, and is never used", Remedy::none, false);
        for (const char* part : results::kFolders)
            for (const fs::path& file : results::abandoned_files(store_.folder() / part))
                add(file, "a dead process left it half written", Remedy::remove);
        const std::size_t aside = results::files_in(store_.folder() / "damaged").size();
        if (aside > 0)
            add(store_.folder() / "damaged",
                std::to_string(aside) + " files were set aside; they are never used", Remedy::none, false);
        return std::move(report_);
    }

  private:
    void add(const fs::path& path, std::string what, Remedy remedy, bool wrong = true) {
        const std::string named = "'" + path.string() + "' ";  // messages of readers begin with the file
        if (what.starts_with(named)) what.erase(0, named.size());
        report_.findings.push_back({path, std::move(what), remedy, wrong});
    }

    void check_run(const std::string& id) {
        const fs::path path = store_.run_path(id);
        try {
            const results::RunRecord run = store_.read(id);
            judge(path, id, run.spec, run.attributes, false);
            ++report_.runs;
        } catch (const results::UnsealedError& error) {
            check_unsealed(path, id, error.what());
        } catch (const DataError& error) {
            add(path, error.what(), Remedy::set_aside);
        } catch (const IoError&) {
            if (store_.contains(id)) throw;  // the system lacks something
        }
    }

    void check_unsealed(const fs::path& path, const std::string& id, const std::string& what) {
        try {
            const results::RunRecord run = results::read_unsealed_record(path);
            judge(path, id, run.spec, run.attributes, true);
        } catch (const DataError&) {
            add(path, what, Remedy::set_aside);
        }
    }

    void judge(const fs::path& path, const std::string& id, const Value& spec, const Value& attributes,
               bool unsealed) {
        const std::string identity = identity_complaint(id, spec, attributes);
        if (!identity.empty()) {
            add(path, identity, Remedy::none, identity.starts_with("has an id"));
            return;
        }
        if (unsealed) add(path, "has no checksum: an earlier version wrote it", Remedy::adopt);
        const std::string why = results::why_not_counted(attributes, results::this_source());
        if (!why.empty()) add(path, why + " and does not count for this program", Remedy::none, false);
    }

    void check_checkpoints() {
        std::set<std::string> damaged, held;
        for (const results::ClaimInfo& claim : store_.running())
            held.insert(claim.run_id);
        for (const results::DamagedFile& file : store_.damaged_checkpoints()) {
            add(file.path, file.what, Remedy::set_aside);
            damaged.insert(file.path.stem().string());
        }
        for (const std::string& id : store_.list_checkpoints()) {
            if (damaged.contains(id)) continue;
            ++report_.checkpoints;
            if (store_.contains(id) && store_.judge(id, results::this_source()).counts() &&
                !held.contains(id) && is_leftover_checkpoint(store_, id, results::this_source()))
                add(store_.checkpoint_path(id), "is of a run that is stored", Remedy::remove);
        }
    }

    void set_all_aside(const std::vector<results::DamagedFile>& damaged) {
        for (const results::DamagedFile& file : damaged)
            add(file.path, file.what, Remedy::set_aside);
    }

    void check_claims() {
        for (const results::ClaimInfo& claim : results::list_claims(store_.folder() / "claims")) {
            const fs::path path = store_.folder() / "claims" / claim.run_id;
            const bool held = store_.holds(claim);
            if (held && claim.damage.empty())
                ++report_.claims;
            else if (held)  // its process may live, and compute the run
                add(path, claim.damage + "; it holds its run until it has been silent for long enough",
                    Remedy::none);
            else if (!claim.damage.empty())
                add(path, claim.damage, Remedy::release);
            else
                add(path, "is a claim that is void: " + claim_text(claim), Remedy::release);
        }
    }

    void check_reference() {
        const fs::path folder = store_.folder() / "reference";
        const results::ReferenceFolder files =
            results::read_reference_folder(folder, results::ReferenceParts::everything);
        for (const std::string& damage : files.damaged)
            add(folder, damage + ". Its runs are not used; fetch it again, or remove it and export anew",
                Remedy::none);
        for (const results::ReferenceFile& file : files.files)
            for (const results::StoredReference& run : file.runs) {
                ++report_.reference;
                const Value *spec = run.document.find("spec"), *attributes = run.document.find("attributes");
                const std::string what = spec == nullptr || attributes == nullptr
                                             ? "has no specification or no attributes"
                                             : identity_complaint(run.id, *spec, *attributes);
                if (!what.empty())
                    add(folder / (file.paper + ".h5"), "run " + run.id + " " + what, Remedy::none,
                        what.starts_with("has"));
            }
    }

    const results::Store& store_;
    FolderReport report_;
};

}  // namespace

bool FolderReport::sound() const {
    return std::ranges::none_of(findings, [](const Finding& finding) { return finding.wrong; });
}

FolderReport check_folder(const results::Store& store) {
    return Check(store).run();
}

std::size_t repair_folder(results::Store& store, const FolderReport& report, bool adopt) {
    std::size_t done = 0;
    for (const Finding& finding : report.findings) {
        if (finding.remedy == Remedy::none || (finding.remedy == Remedy::adopt && !adopt)) continue;
        if (finding.remedy == Remedy::set_aside) store.set_aside(finding.path);
        if (finding.remedy == Remedy::remove) results::remove_file(finding.path);
        if (finding.remedy == Remedy::release) store.clear_claim(finding.path.filename().string());
        if (finding.remedy == Remedy::adopt) {
            results::RunRecord run = results::read_unsealed_record(finding.path);
            run.id = finding.path.stem().string();
            run.attributes.set("adopted", true);
            store.write(run);
        }
        ++done;
    }
    return done;
}

}  // namespace reboost::sweep
