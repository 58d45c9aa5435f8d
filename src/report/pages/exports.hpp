#pragma once
/// Exports the runs of a results folder (`reboost runs export`).
#include "report/measures/run_set.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace reboost::report {

enum class TableFormat { csv, json };

/// Tables for other programs. Writes `folder`/runs.csv (one line per run: id, source, labels of its parts,
/// all options, attributes, last and asymptotic test error, rounds, work, seconds) and `folder`/curves.csv
/// (run, round, work, train_cpu_seconds, test_error), or the same as .json, a list of objects. If the
/// folder's name ends with ".gz", removes that ending and writes compressed files. A reference result has
/// only the points that it keeps. Returns the files. Throws IoError.
std::vector<std::filesystem::path> write_long_tables(const RunSet& runs, std::filesystem::path folder,
                                                     TableFormat format);

struct ExportOptions {
    std::filesystem::path results = "results";
    std::filesystem::path experiments = "experiments";
    std::filesystem::path output = "results/reference";
    bool prune = false;     ///< drop earlier exported runs that no report reads
    bool modified = false;  ///< include runs of modified sources
};
struct ExportResult {
    /// Runs taken from the results folder; earlier exported runs kept; earlier exported runs dropped.
    std::size_t runs = 0, kept = 0, pruned = 0;
    std::size_t modified = 0;          ///< number of runs left out because their sources were modified
    std::vector<std::string> stale;    ///< ids of kept runs that no report reads
    std::vector<std::string> damaged;  ///< error messages of damaged run files, which are left out
    std::uintmax_t bytes = 0;          ///< size of all written files
};
/// Adds the runs in `results`, with what the reports of all papers read of them, to the reference results
/// (report/measures/reference.hpp). Runs of earlier exports are kept, except those that `results` has, too,
/// which are replaced. Throws as make_report does, and DataError if a file of reference results is damaged,
/// since writing it anew would lose its runs.
ExportResult export_reference(const ExportOptions& options);

}  // namespace reboost::report
