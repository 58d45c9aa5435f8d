#pragma once
/// Checks that every file of a results folder is intact and needed, and prepares the folder for a sweep.
#include "results/store.hpp"
#include "sweep/plan.hpp"
#include "sweep/progress.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

namespace reboost::sweep {

enum class Remedy {
    none,       ///< the file stays
    set_aside,  ///< moved to damaged/
    remove,     ///< deleted, because no run can use it
    release     ///< a void claim is removed unless a process holds the run by then
};

struct Finding : results::DamagedFile {
    Remedy remedy = Remedy::none;
    bool wrong = true;  ///< false: for information only
    std::string run;    ///< the run that a repair must claim first; "": none
};

struct FolderReport {
    std::size_t runs = 0, checkpoints = 0, failures = 0, claims = 0,
                reference = 0;  ///< numbers of intact files
    std::vector<Finding> findings;
    bool sound() const { return std::ranges::none_of(findings, std::identity(), &Finding::wrong); }
};

/// Reads every file in full and changes nothing. Throws IoError.
FolderReport check_folder(const results::Store& store);

/// Applies the remedies and returns their number. Files that changed since, or whose run is held, stay.
std::size_t repair_folder(results::Store& store, const FolderReport& report);

/// Before a sweep begins: moves damaged files to damaged/ and names each. (The plan names damaged run files;
/// a run names the checkpoint or state that it reads.) With --recompute moves the plan's runs to replaced/
/// and removes their checkpoints, except for runs that a process computes now. Removes checkpoints and
/// failures of runs that are done. Throws IoError.
void make_room(const Plan& plan, results::Store& store, Progress& progress);

}  // namespace reboost::sweep
