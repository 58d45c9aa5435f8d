#pragma once
/// Verifies a reproduction: whether the runs of this machine have the same curves as the reference results,
/// round by round.
#include "core/fields.hpp"
#include "report/measures/run_set.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace reboost::report {

enum class Agreement {
    identical,       ///< all points recorded in both are equal to the last bit
    close,           ///< differs by rounding at most
    counted_anew,    ///< identical except `work` of gradient boosters, the number of values that the search
                     ///< reads
    different,       ///< differs by more than rounding
    not_comparable,  ///< the rounds asked for change the run, or the data differ
    no_common_point  ///< the reference result keeps no point that this run has
};

/// A run of this machine and a reference result of the same specification, except perhaps for the rounds.
struct Verified {
    const Run* run = nullptr;
    const Run* reference = nullptr;
    Agreement agreement = Agreement::no_common_point;
    std::size_t points = 0;     ///< number of compared points
    std::int64_t round = 0;     ///< last compared round; if they differ: the first that differs
    double gap = 0;             ///< largest difference
    bool work_differs = false;  ///< see Agreement::counted_anew
    std::string what{};         ///< curve with the largest difference, or why they cannot be compared
};

struct Verification {
    std::vector<Verified> runs;        ///< own runs with a reference result, by id
    std::vector<const Run*> without;   ///< own runs without a reference result
    std::vector<std::string> damaged;  ///< error messages of damaged files, which are not compared
    std::size_t count(Agreement agreement) const {
        return static_cast<std::size_t>(std::ranges::count(runs, agreement, &Verified::agreement));
    }
    /// Number of runs that were compared.
    std::size_t compared() const {
        return runs.size() - count(Agreement::not_comparable) - count(Agreement::no_common_point);
    }
    std::size_t total() const { return runs.size() + without.size(); }
    /// Whether no run differs and no file is damaged.
    bool sound() const { return count(Agreement::different) == 0 && damaged.empty(); }
};

/// Runs with the same outcome, and a text on it: "3 runs: differ".
struct VerificationGroup {
    std::string text;
    std::vector<std::string> runs;  ///< one line per run
    bool compared = false;
};

/// Texts and numbers for a report on a verification.
struct VerificationSummary {
    std::size_t total = 0, compared = 0, identical = 0;
    /// The groups except the identical runs: first damaged files, then ordered by importance.
    std::vector<VerificationGroup> groups;
    /// Returns "430 of 450 runs of this machine …"; "" if there are no own runs.
    std::string sentence() const;
};

/// Returns the ids of reference results whose data set some run in the store uses. The other reference
/// results, tens of thousands, need not be parsed.
std::set<std::string> references_of_data(const results::Store& store, const ReferenceResults& reference);

/// `ids`: compares only these own runs; empty: all.
Verification verify(const RunSet& runs, const std::set<std::string>& ids = {});

VerificationSummary summary_of(const Verification& verification);
/// Returns "differs from round 17 on, by up to 0.01 (test_error)".
std::string describe(const Verified& verified);

}  // namespace reboost::report
