#pragma once
/// For people who compute: every run in one long table, every point of every curve in another.
#include "report/measures/run_set.hpp"

#include <filesystem>
#include <vector>

namespace reboost::report {

enum class TableFormat { csv, json };

/// Writes `folder`/runs.csv (a line for each run: its id, whose it is, every option, its attributes, last and
/// asymptotic test error, rounds, work, seconds) and `folder`/curves.csv (run, round, work,
/// train_cpu_seconds, test_error); or the same as .json, a list of objects. Of reference results the points
/// that they keep. Returns the files. Throws IoError.
std::vector<std::filesystem::path> write_long_tables(const RunSet& runs, const std::filesystem::path& folder,
                                                     TableFormat format);

}  // namespace reboost::report
