#pragma once
/// What `reboost runs export` makes of the runs of a results folder.
#include "report/measures/run_set.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace reboost::report {

enum class TableFormat { csv, json };

/// For people who compute. Writes `folder`/runs.csv (a line for each run: its id, whose it is, the labels of
/// its parts, every option, its attributes, last and asymptotic test error, rounds, work, seconds) and
/// `folder`/curves.csv (run, round, work, train_cpu_seconds, test_error); or the same as .json, a list of
/// objects. Where the folder's name ends with ".gz", the files are compressed and have that ending in place
/// of the folder. A reference result gives the points that it keeps. Returns the files. Throws IoError.
std::vector<std::filesystem::path> write_long_tables(const RunSet& runs, std::filesystem::path folder,
                                                     TableFormat format);

struct ExportOptions {
    std::filesystem::path results = "results";
    std::filesystem::path experiments = "experiments";
    std::filesystem::path output = "results/reference";
    bool prune = false;     ///< drop the runs that no report draws on
    bool modified = false;  ///< take runs of modified sources, too, which count for this program
};
struct ExportResult {
    /// Taken from the results folder, left as they were, dropped.
    std::size_t runs = 0, kept = 0, pruned = 0;
    std::size_t modified = 0;          ///< runs of modified sources in the results folder, not taken
    std::vector<std::string> stale;    ///< ids of runs that no report draws on, kept
    std::vector<std::string> damaged;  ///< run files of the results folder that cannot be read, not taken
    std::uintmax_t bytes = 0;          ///< of all files
};
/// Adds what the reports of all papers read of the runs in `results` to the reference results
/// (report/measures/reference.hpp). Runs of earlier exports are kept; one that `results` has, too, is
/// replaced. Throws as make_report does, and DataError where a file of reference results is damaged: writing
/// it anew would lose its runs.
ExportResult export_reference(const ExportOptions& options);

}  // namespace reboost::report
