#pragma once
/// The runs that a report may draw on. Headers are read once, curves when a stage asks for them: the results
/// folder of a paper-scale sweep holds gigabytes.
#include "core/archive.hpp"
#include "core/value.hpp"
#include "files/atomic_file.hpp"
#include "report/measures/run.hpp"
#include "report/measures/run_index.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace reboost::results {
class Store;
}  // namespace reboost::results

namespace reboost::report {

/// A loss and the rounds (from 1, ascending) after which it was measured, both of equal length; no NaN.
struct Curve {
    std::vector<std::int64_t> round;
    std::vector<double> value;
    bool empty() const { return value.empty(); }
    /// The value after exactly `round`; nullptr where it was not measured.
    const double* at(std::int64_t round) const;
};
/// What was measured of two arrays, as far as both go.
Curve curve_from(const std::vector<double>& rounds, const std::vector<double>& values);

/// Calls `take(i, j)` where the i-th of `a` is the j-th of `b`; both ascend.
template <class A, class B, class Take>
void for_each_common(const A& a, const B& b, Take take) {
    for (std::size_t i = 0, j = 0; i < a.size(); ++i) {
        while (j < b.size() && b[j] < a[i])
            ++j;
        if (j < b.size() && b[j] == a[i]) take(i, j);
    }
}

struct ReferenceResults;
class ReferenceRecorder;

class RunSet {
  public:
    /// What is done with a reference result whose run the store has, too.
    enum class Twins { both, store_only };
    /// Which runs of the store: those that count for this program, or every sound one, whatever computed it.
    enum class Sources { of_this_program, all };
    /// The runs of the store (may be null: none) and the reference results.
    explicit RunSet(std::shared_ptr<const results::Store> store);
    /// `only`: no other reference results than these ids.
    RunSet(std::shared_ptr<const results::Store> store, const ReferenceResults& reference,
           Twins twins = Twins::both, Sources sources = Sources::of_this_program,
           const std::set<std::string>* only = nullptr);

    const std::vector<Run>& runs() const { return *runs_; }
    /// A set that selects some of the runs alone. `runs` still has all, at the same addresses.
    RunSet only(const std::function<bool(const Run&)>& wanted) const;
    /// Runs and reference results left out, since an algorithm of theirs has been revised.
    std::size_t outdated() const { return outdated_; }
    /// Runs of the store left out since they do not count for this program's sources: how many, by the reason
    /// (results/source_state.hpp).
    const std::map<std::string, std::size_t>& not_counted() const { return not_counted_; }
    /// Data files of one's own that hold now what none of the runs on them read.
    const std::vector<std::string>& changed_files() const { return changed_files_; }
    /// What is wrong with run files that are left out, each named. Files that prove damaged when they are
    /// read are added.
    const std::vector<std::string>& damaged() const { return damaged_; }
    /// The same of files of reference results.
    const std::vector<std::string>& damaged_reference() const { return damaged_reference_; }
    /// The runs that a query matches, by id.
    std::vector<const Run*> select(const Value& query) const;
    /// An array of /curves as doubles; empty where the run has none. One with a value per round has of a
    /// reference run the values at the rounds that it keeps, which are its "round".
    std::vector<double> array(const Run& run, const std::string& name) const {
        return numbers(run, "curves/" + name);
    }
    /// Those of these arrays of /curves that the run has, read at once.
    Archive arrays(const Run& run, const std::vector<std::string>& names) const;
    /// An array of /summary; empty where the run has none.
    std::vector<double> summary(const Run& run, const std::string& name) const {
        return numbers(run, "summary/" + name);
    }
    /// "test_error", "train_error", "validation_auc", …: measured every round (an array of that name) or on a
    /// coarser cadence (a table "test/error" with a "test/round" of its own). "regret/expected": against
    /// "regret/round". "smoothed/test_error": kept of a reference run. Any other name: against "round".
    Curve curve(const Run& run, const std::string& name) const {
        return curves(run, std::span(&name, 1)).front();
    }
    /// Several of them, read at once.
    std::vector<Curve> curves(const Run& run, std::span<const std::string> names) const;
    /// All arrays of "curves" or "summary" of a run of the store.
    Archive group(const Run& run, const std::string& name) const;

    /// The stamp of the file or collection that has a run of the store; nullopt where that is gone.
    std::optional<files::FileStamp> stamp(const Run& run) const;
    /// Whether there are only some rounds of a curve: a reference result's, but of tables, which are whole.
    bool is_thinned(const Run& run, const std::string& name) const {
        return run.reference && name.find('/') == std::string::npos && !array(run, name).empty();
    }
    /// Whether there are runs of both kinds: then a report must tell them apart.
    bool mixed() const { return references_ > 0 && references_ < runs_->size(); }
    /// From now on reports to `recorder` (not owned; nullptr: nobody) what is read.
    void record_to(ReferenceRecorder* recorder) { recorder_ = recorder; }
    ReferenceRecorder* recorder() const { return recorder_; }

  private:
    /// Arrays by their full names. Nothing of a file that proves damaged now.
    Archive read(const Run& run, const std::vector<std::string>& wanted) const;
    std::vector<double> numbers(const Run& run, const std::string& full_name) const;
    void note_damage(const Run& run, const std::string& what) const;
    /// Sums over rounds that a path has as means of a round.
    void add_sums(const Run& run, const std::vector<std::string>& wanted, Archive& found) const;

    std::shared_ptr<const results::Store> store_;
    /// Curves and summary of short runs: a file is opened once, however many measures are taken of it.
    mutable std::map<std::string, Archive> short_runs_;
    std::size_t references_ = 0;
    std::shared_ptr<std::vector<Run>> runs_ = std::make_shared<std::vector<Run>>();
    std::set<const Run*> left_out_;
    mutable RunIndex index_;
    std::size_t outdated_ = 0;
    std::map<std::string, std::size_t> not_counted_;
    std::vector<std::string> changed_files_;
    mutable std::vector<std::string> damaged_, damaged_reference_;
    ReferenceRecorder* recorder_ = nullptr;
};

/// Any numeric array as doubles. Throws DataError for text.
std::vector<double> to_doubles(const Archive::Array& array);
/// The same of the array of this name; empty where there is none.
std::vector<double> doubles_in(const Archive& arrays, const std::string& name);

/// Which of the runs that a query matches belong into one cell of a table.
struct Choice {
    std::vector<const Run*> runs;    ///< differ in their seeds only
    std::int64_t rounds = 0;         ///< asked for
    std::string note;                ///< what else matched, "" where nothing did
    std::vector<const Run*> others;  ///< a run of each other setting that matched
    std::vector<const Run*> twins;   ///< of `Origin::together`: those of the seeds of `runs` again
    bool empty() const { return runs.empty(); }
};

/// Runs of one's own and reference results: which may be chosen, which go first. `together`: as `any`, and
/// the others of the setting chosen fill in the seeds that it lacks.
enum class Origin { any, own, reference, own_first, reference_first, together };

/// Runs that differ in more than seeds and rounds are never averaged, nor, but `together`, are own runs and
/// reference results.
/// Preferred: the paper's data, `paper_rounds`, else the most rounds, then the most seeds, then the
/// reference. `prefer_timed`: pinned runs where there are any.
Choice choose_runs(const RunSet& runs, const Value& query, std::optional<std::int64_t> paper_rounds,
                   bool prefer_timed, Origin origin = Origin::any);

/// Without those of one's own in whose place a reference result has more rounds, or the paper's data.
std::vector<const Run*> without_shorter_own(std::vector<const Run*> runs);

}  // namespace reboost::report
