#pragma once
/// Takes the runs of a results folder into the reference results (report/measures/reference.hpp).
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace reboost::report {

struct ExportOptions {
    std::filesystem::path results = "results";
    std::filesystem::path experiments = "experiments";
    std::filesystem::path output = "results/reference";
    bool prune = false;     ///< drop the runs that no report draws on
    bool modified = false;  ///< take runs of modified sources, too, which count for this program
};
struct ExportResult {
    std::size_t runs = 0, kept = 0,
                pruned = 0;            ///< taken from the results folder, left as they were, dropped
    std::size_t modified = 0;          ///< runs of modified sources in the results folder, not taken
    std::vector<std::string> stale;    ///< ids of runs that no report draws on, kept
    std::vector<std::string> damaged;  ///< run files of the results folder that cannot be read, not taken
    std::uintmax_t bytes = 0;          ///< of all files
};
/// Adds what the reports of all papers read of the runs in `results`. Runs of earlier exports are kept; one
/// that `results` has, too, is replaced. Throws as make_report does, and DataError where a file of
/// reference results is damaged: writing it anew would lose its runs.
ExportResult export_reference(const ExportOptions& options);

}  // namespace reboost::report
