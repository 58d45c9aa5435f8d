#pragma once
/// Checks a whole results folder: is every file intact, and is every file needed?
#include "results/store.hpp"

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
    bool sound() const;
};

/// Reads every file in full and changes nothing. Throws IoError.
FolderReport check_folder(const results::Store& store);

/// Applies the findings' remedies; returns how many it applied. Files that have changed since, and those of
/// runs that a process holds, stay.
std::size_t repair_folder(results::Store& store, const FolderReport& report);

}  // namespace reboost::sweep
