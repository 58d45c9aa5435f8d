#pragma once
/// Reference results: what any measure can be made from of finished runs, small enough to be kept with the
/// sources, in one file per paper (results/reference_store.hpp). Of a run it has the specification, the
/// attributes and its curves (report/measures/digest.hpp).
///
/// Runs of before these curves were kept are "measures only": each measure that a table, figure or claim took
/// of them, with the number that it was compared with where it refers to other runs ("against"), and under
/// drawn/* the points that figures draw. What is not kept of those is missing, never estimated.
#include "report/measures/digest.hpp"
#include "report/measures/measures.hpp"
#include "results/reference_store.hpp"

#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace reboost::report {

struct KeptCurve {
    std::vector<std::int64_t> round;
    std::vector<double> x, y;
};

struct ReferenceRun {
    Run run;
    std::string paper;      ///< its file: the first one that shows it, else the first that draws on it
    bool whole = false;     ///< its curves are kept; otherwise its measures only
    Keep keep = Keep::all;  ///< what of them
    std::map<std::string, KeptMeasure> measures;        ///< by measure_key
    std::map<CurveName, KeptCurve> curves;              ///< drawn; rounds ascending
    std::map<std::string, std::vector<double>> arrays;  ///< by name
};

/// Learns what reports read of the runs.
class ReferenceRecorder {
  public:
    struct Read {
        std::string paper;  ///< the first one that shows it, else the first that reads it
        bool shown = false;
        bool in_contest = false, listed = false;
        std::set<std::int64_t> rounds;  ///< at which something was read that thinned curves may lack
        std::map<std::string, std::vector<double>> arrays;  ///< made of arrays that are not kept
        /// The path of a run that contests alone show.
        Keep keep() const { return in_contest && !listed ? Keep::path : Keep::all; }
    };
    /// What is read from now on is read for this paper.
    void begin(const std::string& paper) { paper_ = paper; }
    void mention(const Run& run) { of(run); }
    /// In a table, a figure or a contest.
    void show(const Run& run) {
        Read& read = of(run);
        if (!read.shown) read.paper = paper_;
        read.shown = true;
    }
    void need(const Run& run, const std::vector<std::int64_t>& rounds) {
        of(run).rounds.insert(rounds.begin(), rounds.end());
    }
    /// The path that a contest reads, at these rounds.
    void need_path(const Run& run, const std::vector<std::int64_t>& rounds) {
        of(run).in_contest = true;
        need(run, rounds);
    }
    /// In a table or a figure.
    void list(const Run& run) { of(run).listed = true; }
    void keep(const Run& run, const std::string& name, std::vector<double> values) {
        of(run).arrays[name] = std::move(values);
    }
    const std::map<std::string, Read>& runs() const { return runs_; }

  private:
    Read& of(const Run& run) {
        Read& read = runs_[run.id];
        if (read.paper.empty()) read.paper = paper_;
        return read;
    }
    std::string paper_;
    std::map<std::string, Read> runs_;  ///< by id
};

/// What is kept of a run of the store (digest.hpp).
ReferenceRun whole_reference(const RunSet& runs, const Run& run, const std::set<std::int64_t>& rounds,
                             Keep keep = Keep::all);

/// As it is stored, and back. Throws DataError naming the run.
results::StoredReference to_stored(const ReferenceRun& run);
std::shared_ptr<const ReferenceRun> from_stored(results::StoredReference stored, const std::string& paper);
/// Of the format before: the text of one JSON file. Throws DataError naming `source`.
std::shared_ptr<const ReferenceRun> reference_from(const Value& json, const std::string& source);

struct ReferenceResults {
    std::vector<std::shared_ptr<const ReferenceRun>> runs;
    std::vector<std::string> damaged;  ///< files whose runs are not used: what is wrong with each
    std::string earlier{};             ///< that there are files of the format before, and what takes them in
};
/// Every run of a folder; none where there is no such folder.
ReferenceResults read_reference(const std::filesystem::path& folder);
/// JSON files of the format before, one per run.
std::vector<std::filesystem::path> earlier_files(const std::filesystem::path& folder);

}  // namespace reboost::report
