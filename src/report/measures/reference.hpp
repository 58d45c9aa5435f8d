#pragma once
/// Reference results: runs that were computed elsewhere and are stored with the sources, so that tables,
/// figures and claims can be made without computing. One collection per paper (results/collection.hpp) holds
/// each run's specification, attributes and thinned curves (report/measures/digest.hpp).
#include "report/measures/digest.hpp"
#include "results/collection.hpp"

#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace reboost::report {

/// Records what reports read of each run, so that the reference results keep it.
class ReferenceRecorder {
  public:
    struct Read {
        std::string paper;  ///< first paper that shows the run, else the first that reads it
        bool shown = false;
        bool in_contest = false;        ///< a contest reads the run's path
        bool listed = false;            ///< the run is shown in a table or a figure
        std::set<std::int64_t> rounds;  ///< rounds read that thinned curves may lack
        KeptArrays arrays;              ///< for the summary, computed from arrays that are not kept
        /// A run that is shown in contests only is kept as a path.
        Keep keep() const { return in_contest && !listed ? Keep::path : Keep::all; }
    };
    /// From now on, reads are recorded for this paper.
    void begin(const std::string& paper) { paper_ = paper; }
    /// Returns what is recorded of a run, which has been read now.
    Read& of(const Run& run) {
        Read& read = runs_[run.id];
        if (read.paper.empty()) read.paper = paper_;
        return read;
    }
    /// Records that the run is shown in a table, a figure or a contest.
    void show(const Run& run) {
        Read& read = of(run);
        if (!read.shown) read.paper = paper_;
        read.shown = true;
    }
    const std::map<std::string, Read>& runs() const { return runs_; }

  private:
    std::string paper_;
    std::map<std::string, Read> runs_;  ///< by id
};

/// Returns what the reference results keep of a run in the store.
results::StoredRun reference_of(const RunSet& runs, const Run& run, const ReferenceRecorder::Read& read);

struct ReferenceResults {
    std::vector<std::shared_ptr<const results::Collection>> files;
    std::vector<std::string> damaged{};  ///< error messages of files whose runs are not used
};
/// Reads every collection in a folder; returns none if the folder does not exist.
ReferenceResults read_reference(const std::filesystem::path& folder);

/// Writes <folder>/<paper>.h5 atomically, unless it already has this content. Returns its size in bytes.
/// Throws IoError.
std::uintmax_t write_reference(const std::filesystem::path& folder, const std::string& paper,
                               std::vector<results::StoredRun> runs);

}  // namespace reboost::report
