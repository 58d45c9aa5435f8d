#pragma once
/// The runs of a report. Headers are read once, curves only when needed: the results folder of a paper-scale
/// sweep holds gigabytes.
#include "core/archive.hpp"
#include "core/value.hpp"
#include "files/atomic_file.hpp"
#include "report/measures/run.hpp"

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

/// A measured loss and the rounds (ascending, from 1) after which it was measured; equal lengths, no NaN.
struct Curve {
    std::vector<std::int64_t> round;
    std::vector<double> value;
    bool empty() const { return value.empty(); }
    /// Returns the value after exactly `round`; nullptr if none was measured.
    const double* at(std::int64_t round) const;
};
/// Makes a curve of two arrays, up to the shorter one's end; skips NaN.
Curve curve_from(const std::vector<double>& rounds, const std::vector<double>& values);

/// Calls `take(i, j)` for all pairs with a[i] = b[j]; both must be ascending.
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
    /// What to do with a reference result whose run is in the store, too.
    enum class Twins { both, store_only };
    /// Which runs of the store to use: those that count for this program's sources, or all undamaged ones.
    enum class Sources { of_this_program, all };
    /// Takes the runs of the store, which may be null, and no reference results.
    explicit RunSet(std::shared_ptr<const results::Store> store);
    /// Takes reference results, too. `only`: uses no other reference results than these ids; null: all.
    RunSet(std::shared_ptr<const results::Store> store, const ReferenceResults& reference,
           Twins twins = Twins::both, Sources sources = Sources::of_this_program,
           const std::set<std::string>* only = nullptr);

    const std::vector<Run>& runs() const { return *runs_; }
    /// Returns a set that selects only the wanted runs. Its runs() still returns all, at the same addresses.
    RunSet only(const std::function<bool(const Run&)>& wanted) const;
    /// Number of runs and reference results left out because an algorithm they used has been revised.
    std::size_t outdated() const { return outdated_; }
    /// Number of runs left out because they do not count for this program's sources, by reason
    /// (results/source_state.hpp).
    const std::map<std::string, std::size_t>& not_counted() const { return not_counted_; }
    /// A user's own data files whose present content none of their runs has read.
    const std::vector<std::string>& changed_files() const { return changed_files_; }
    /// Error messages about damaged files, whose runs are left out. Files that prove damaged later, when they
    /// are read, are added.
    const std::vector<std::string>& damaged() const { return damaged_; }
    /// Error messages about damaged files of reference results.
    const std::vector<std::string>& damaged_reference() const { return damaged_reference_; }
    /// Returns the runs that match a query, ordered by id.
    std::vector<const Run*> select(const Value& query) const;
    /// Returns an array of /curves as doubles; empty if the run has none. In a reference result, an array
    /// with a value per round has only the values at the kept rounds, listed in its array "round".
    std::vector<double> array(const Run& run, const std::string& name) const {
        return numbers(run, "curves/" + name);
    }
    /// Returns those of the named arrays of /curves that the run has, reading them at once.
    Archive arrays(const Run& run, const std::vector<std::string>& names) const;
    /// Returns an array of /summary; empty if the run has none.
    std::vector<double> summary(const Run& run, const std::string& name) const {
        return numbers(run, "summary/" + name);
    }
    /// Returns a curve. "test_error", "train_error", "validation_auc", …: an array with a value per round, or
    /// a table "test/error" with its own "test/round". "regret/expected": over "regret/round".
    /// "smoothed/test_error": stored in reference results only. Any other name: over "round".
    Curve curve(const Run& run, const std::string& name) const {
        return curves(run, std::span(&name, 1)).front();
    }
    /// Returns several curves, read at once.
    std::vector<Curve> curves(const Run& run, std::span<const std::string> names) const;
    /// Returns all arrays of "curves" or "summary" of a run in the store.
    Archive group(const Run& run, const std::string& name) const;

    /// Returns the stamp of the file or collection with a run of the store; nullopt if it no longer exists.
    std::optional<files::FileStamp> stamp(const Run& run) const;
    /// Whether a curve has only some of its rounds: curves of reference results have, except tables.
    bool is_thinned(const Run& run, const std::string& name) const {
        return run.reference && name.find('/') == std::string::npos && !array(run, name).empty();
    }
    /// Whether there are both own runs and reference results, which a report must then distinguish.
    bool mixed() const { return references_ > 0 && references_ < runs_->size(); }
    /// From now on, reports all reads to `recorder` (not owned); nullptr: to none.
    void record_to(ReferenceRecorder* recorder) { recorder_ = recorder; }
    ReferenceRecorder* recorder() const { return recorder_; }
    /// Tells the recorder that a run was read, and which rounds of its curves.
    void note_read(const Run& run, const std::vector<std::int64_t>& rounds = {}) const;

  private:
    /// Reads arrays by their full names; returns none if the file proves damaged.
    Archive read(const Run& run, const std::vector<std::string>& wanted) const;
    std::vector<double> numbers(const Run& run, const std::string& full_name) const;
    void note_damage(const Run& run, const std::string& what) const;
    /// Adds sums over rounds, which a path stores divided by the round.
    void add_sums(const Run& run, const std::vector<std::string>& wanted, Archive& found) const;

    std::shared_ptr<const results::Store> store_;
    /// Curves and summaries of short runs, so that a file is opened once for all measures.
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

bool holds_texts(const Archive::Array& array);
/// Returns a numeric array as doubles. Throws DataError if it holds texts.
std::vector<double> to_doubles(const Archive::Array& array);
/// Returns the array of this name as doubles; empty if there is none.
std::vector<double> doubles_in(const Archive& arrays, const std::string& name);

/// The runs chosen for one cell of a table, among those that match its query.
struct Choice {
    std::vector<const Run*> runs;    ///< differ only in their seeds
    std::int64_t rounds = 0;         ///< number of rounds asked for
    std::vector<const Run*> others;  ///< one run of each other setting that matched
    std::vector<const Run*> twins;   ///< `Origin::together`: further runs with the seeds of `runs`
    bool empty() const { return runs.empty(); }
};

/// Whether own runs or reference results may be chosen, and which are preferred. `together`: as `any`; then
/// runs of the other kind with the chosen setting add the missing seeds.
enum class Origin { any, own, reference, own_first, reference_first, together };

/// Never mixes runs that differ in more than seeds and rounds, nor, except with `together`, own runs and
/// reference results. Prefers, in this order: the paper's data, `paper_rounds`, else more rounds, more seeds,
/// reference results. `prefer_timed`: only pinned runs, if there are any.
Choice choose_runs(const RunSet& runs, const Value& query, std::optional<std::int64_t> paper_rounds,
                   bool prefer_timed, Origin origin = Origin::any);

/// Leaves out own runs for which a reference result has more rounds, or the paper's data instead of a
/// stand-in.
std::vector<const Run*> without_shorter_own(std::vector<const Run*> runs);

}  // namespace reboost::report
