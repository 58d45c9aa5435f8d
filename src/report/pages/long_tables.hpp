#pragma once
/// For people who compute: every run in one long table, every point of every curve in another.
#include "report/measures/run_set.hpp"

#include <filesystem>
#include <vector>

namespace reboost::report {

enum class TableFormat { csv, json };

/// Writes `folder`/runs.csv (a line for each run: its id, whose it is, the labels of its parts, every option,
/// its attributes, last and asymptotic test error, rounds, work, seconds) and `folder`/curves.csv (run,
/// round, work, train_cpu_seconds, test_error); or the same as .json, a list of objects. Where the
/// folder's name ends with ".gz", the files are compressed and have that ending in place of the folder. A
/// reference result gives the points that it keeps. Returns the files. Throws IoError.
std::vector<std::filesystem::path> write_long_tables(const RunSet& runs, std::filesystem::path folder,
                                                     TableFormat format);

/// As `gzip -n` writes it: the same bytes for the same text.
std::string gzipped(const std::string& text);

}  // namespace reboost::report
