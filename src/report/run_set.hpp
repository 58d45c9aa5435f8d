#pragma once
/// The runs that a report may draw on. Headers are read once, curves when a stage asks for them: the results
/// folder of a paper-scale sweep holds gigabytes.
#include "core/archive.hpp"
#include "core/value.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace reboost::results {
class Store;
}

namespace reboost::report {

/// A finished run without its arrays.
struct Run {
    std::string id;
    Value spec;
    Value attributes;

    std::int64_t rounds_asked() const;  ///< booster.rounds, or the trials of a budgeted run; 0 without either
    bool stand_in() const;              ///< the data were generated in place of a set that could not be had
    bool timed() const;                 ///< one run at a time and pinned
};

/// A loss and the rounds (from 1, ascending) after which it was measured, both of equal length; no NaN.
struct Curve {
    std::vector<std::int64_t> round;
    std::vector<double> value;
    bool empty() const { return value.empty(); }
};

class RunSet {
  public:
    explicit RunSet(std::shared_ptr<const results::Store> store);

    const std::vector<Run>& runs() const { return runs_; }
    /// The runs that a query matches, by id.
    std::vector<const Run*> select(const Value& query) const;
    /// An array of /curves as doubles; empty where the run has none.
    std::vector<double> array(const Run& run, const std::string& name) const;
    /// "test_error", "train_error", "validation_auc", …: measured every round (an array of that name) or on a
    /// coarser cadence (a table "test/error" with a "test/round" of its own). Any other name: against
    /// "round".
    Curve curve(const Run& run, const std::string& name) const;

  private:
    std::shared_ptr<const results::Store> store_;
    std::vector<Run> runs_;
};

/// Any numeric array as doubles. Throws DataError for text.
std::vector<double> to_doubles(const Archive::Array& array);

/// Which of the runs that a query matches belong into one cell of a table.
struct Choice {
    std::vector<const Run*> runs;  ///< differ in their seeds only
    std::int64_t rounds = 0;       ///< asked for
    std::string note;              ///< what else matched, "" where nothing did
    bool empty() const { return runs.empty(); }
};

/// Runs that differ in more than seeds and rounds are never averaged. Preferred: `paper_rounds`, else the
/// most rounds, then the most seeds. `prefer_timed`: pinned runs where there are any.
Choice choose_runs(const RunSet& runs, const Value& query, std::optional<std::int64_t> paper_rounds,
                   bool prefer_timed);

}  // namespace reboost::report
