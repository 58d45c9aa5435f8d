#pragma once
/// Results of runs that were computed elsewhere and are kept with the sources, so that tables, figures and
/// claims can be made from them alone: a collection per paper (results/collection.hpp) with each run's
/// specification, attributes and thinned curves (report/measures/digest.hpp).
#include "report/measures/digest.hpp"
#include "results/collection.hpp"

#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace reboost::report {

/// Learns what reports read of the runs.
class ReferenceRecorder {
  public:
    struct Read {
        std::string paper;  ///< the first one that shows it, else the first that reads it
        bool shown = false;
        bool in_contest = false, listed = false;
        std::set<std::int64_t> rounds;  ///< at which something was read that thinned curves may lack
        std::map<std::string, std::vector<double>>
            arrays;  ///< of the summary, made of arrays that are not kept
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
        of(run).arrays["summary/" + name] = std::move(values);
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

/// What is kept of a run of the store.
results::StoredRun reference_of(const RunSet& runs, const Run& run, const ReferenceRecorder::Read& read);

struct ReferenceResults {
    std::vector<std::shared_ptr<const results::Collection>> files;
    std::vector<std::string> damaged{};  ///< files whose runs are not used: what is wrong with each
};
/// Every collection of a folder; none where there is no such folder.
ReferenceResults read_reference(const std::filesystem::path& folder);

/// Writes <folder>/<paper>.h5 atomically, unless it has this content already. Returns its bytes. Throws
/// IoError.
std::uintmax_t write_reference(const std::filesystem::path& folder, const std::string& paper,
                               std::vector<results::StoredRun> runs);

}  // namespace reboost::report
