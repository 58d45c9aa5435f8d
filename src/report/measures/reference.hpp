#pragma once
/// Reference results: what reports read of finished runs, small enough to be kept with the sources.
///
/// One JSON file a run, <folder>/<id>.json:
///   id, spec, attributes   as in the run file
///   measures   each measure that a table, figure or claim took of the run, with the number that it was
///              compared with where it refers to other runs ("against"): the value from the whole curves
///   curves     the points that figures draw, at their rounds, and the test error at log-spaced ones
///   arrays     what measures of several runs together need of the arrays of /curves
/// Thinned curves cannot give a measure of their own: what is not kept is missing, never estimated.
#include "report/measures/measures.hpp"

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace reboost::report {

struct KeptCurve {
    std::vector<std::int64_t> round;
    std::vector<double> x, y;
};

struct ReferenceRun {
    Run run;
    std::map<std::string, KeptMeasure> measures;        ///< by measure_key
    std::map<CurveName, KeptCurve> curves;              ///< rounds ascending
    std::map<std::string, std::vector<double>> arrays;  ///< by name
};

/// Fills reference runs while a report is made from whole ones.
class ReferenceRecorder {
  public:
    /// A run whose header alone is read.
    void mention(const Run& run) { of(run); }
    void measured(const Run& run, const std::string& key, const KeptMeasure& measure);
    /// Adds the points whose round is not there yet.
    void drew(const Run& run, const CurveName& name, const KeptCurve& points);
    /// An array under the name that it has in /curves, or the part of it that a measure needs.
    void keep(const Run& run, const std::string& array, std::vector<double> values);
    const std::map<std::string, ReferenceRun>& runs() const { return runs_; }

  private:
    ReferenceRun& of(const Run& run);
    std::map<std::string, ReferenceRun> runs_;  ///< by id
};

/// The text of a run's file, and back. Throws DataError naming `source`.
std::string reference_text(const ReferenceRun& run);
std::shared_ptr<const ReferenceRun> reference_from(const Value& json, const std::string& source);

/// Every run of a folder; none where there is no such folder. Throws DataError naming the damaged file.
std::vector<std::shared_ptr<const ReferenceRun>> read_reference(const std::filesystem::path& folder);

struct ExportOptions {
    std::filesystem::path results = "results";
    std::filesystem::path experiments = "experiments";
    std::filesystem::path output = "results/reference";
    bool prune = false;  ///< remove the files of runs that no report draws on
};
struct ExportResult {
    std::size_t runs = 0, kept = 0, pruned = 0;  ///< files written, left as they were, removed
    std::vector<std::string> stale;  ///< files of runs that no report draws on, left where they are
    std::uintmax_t bytes = 0;        ///< of the files written
};
/// Writes what the reports of all papers read of the runs in `results`. Files of earlier exports that reports
/// go on drawing on, for want of a run, are left as they are. Throws as make_report does.
ExportResult export_reference(const ExportOptions& options);

}  // namespace reboost::report
