#pragma once
/// Checks a whole results folder: is every file intact, and is every file needed? And makes room in it for a
/// sweep.
#include "results/store.hpp"
#include "sweep/plan.hpp"
#include "sweep/progress.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

namespace reboost::sweep {

enum class Remedy {
    none,       ///< nothing, or nothing without being asked
    set_aside,  ///< moved to damaged/
    remove,     ///< of no use to anyone
    release     ///< a void claim: removed, unless its run is held by then
};

struct Finding : results::DamagedFile {
    Remedy remedy = Remedy::none;
    bool wrong = true;  ///< false: worth knowing
    std::string run;    ///< whose claim a repair takes; "" where it needs none
};

struct FolderReport {
    std::size_t runs = 0, checkpoints = 0, failures = 0, claims = 0, reference = 0;  ///< sound ones
    std::vector<Finding> findings;
    bool sound() const { return std::ranges::none_of(findings, std::identity(), &Finding::wrong); }
};

/// Reads every file in full and changes nothing. Throws IoError.
FolderReport check_folder(const results::Store& store);

/// Applies the findings' remedies; returns how many it applied. Files that have changed since, and those of
/// runs that a process holds, stay.
std::size_t repair_folder(results::Store& store, const FolderReport& report);

/// Before a sweep begins: moves damaged files to damaged/ and names each, but for run files, which the plan
/// names, and checkpoints and states that a run will read, which it names. With --recompute moves the plan's
/// runs to replaced/ and removes their checkpoints, but for runs that a process computes now. Clears what is
/// left of runs that are done. Throws IoError.
void make_room(const Plan& plan, results::Store& store, Progress& progress);

}  // namespace reboost::sweep
