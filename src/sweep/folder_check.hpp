#pragma once
/// Looks through a whole results folder: does everything prove itself, and is everything needed?
#include "results/store.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace reboost::sweep {

enum class Remedy {
    none,       ///< nothing to be done, or nothing that is done without being asked
    set_aside,  ///< moved to damaged/
    remove,     ///< of no use to anyone
    adopt       ///< a whole run file of the format before checksums: --adopt gives it one
};

struct Finding {
    std::filesystem::path path;
    std::string what;
    Remedy remedy = Remedy::none;
    bool wrong = true;  ///< false: worth knowing
};

struct FolderReport {
    std::size_t runs = 0, checkpoints = 0, failures = 0, claims = 0, reference = 0;  ///< sound ones
    std::vector<Finding> findings;
    bool sound() const;
};

/// Reads every file in full and changes nothing. Throws IoError.
FolderReport check_folder(const results::Store& store);

/// Does what the findings call for, adopting only where `adopt`; returns how many were seen to.
std::size_t repair_folder(results::Store& store, const FolderReport& report, bool adopt);

}  // namespace reboost::sweep
