#pragma once
/// What reproduction means: whether the runs of this machine have the same curves as the reference results,
/// round by round.
#include "core/fields.hpp"
#include "report/measures/run_set.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace reboost::report {

enum class Agreement {
    identical,       ///< every recorded point that both have is equal to the last bit
    close,           ///< apart by no more than rounding
    counted_anew,    ///< identical but for `work` of gradient boosters, which counts the values that this
                     ///< search reads
    different,       ///< apart
    not_comparable,  ///< the number of rounds enters what the run does, or the data are others
    no_common_point  ///< the reference results keep nothing that this run has
};

/// Compared, and not equal in every bit.
constexpr bool is_other(Agreement agreement) {
    return agreement == Agreement::close || agreement == Agreement::counted_anew ||
           agreement == Agreement::different;
}

/// One run of one's own and a reference result whose specification differs in the number of rounds at most.
struct Verified {
    const Run* run = nullptr;
    const Run* reference = nullptr;
    Agreement agreement = Agreement::no_common_point;
    std::size_t points = 0;     ///< that were compared
    std::int64_t round = 0;     ///< the last one compared; where they differ: the first that differs
    double gap = 0;             ///< the largest difference
    bool work_differs = false;  ///< see Agreement::counted_anew
    std::string what{};         ///< the curve that differs most, or why they are not comparable
};

struct Verification {
    std::vector<Verified> runs;        ///< own runs that have a counterpart, by id
    std::vector<const Run*> without;   ///< own runs that have none
    std::vector<std::string> damaged;  ///< files that are not what was written, named: never compared
    std::size_t count(Agreement agreement) const {
        return static_cast<std::size_t>(std::ranges::count(runs, agreement, &Verified::agreement));
    }
    /// Runs that were compared.
    std::size_t compared() const {
        return runs.size() - count(Agreement::not_comparable) - count(Agreement::no_common_point);
    }
    std::size_t total() const { return runs.size() + without.size(); }
    /// No run differs, and nothing is damaged.
    bool sound() const { return count(Agreement::different) == 0 && damaged.empty(); }
};

/// Runs of one fate, and what it is: "3 runs: differ".
struct VerificationGroup {
    std::string text;
    std::vector<std::string> runs;  ///< a line for each
    bool compared = false;
};

/// What to tell of it.
struct VerificationSummary {
    std::size_t total = 0, compared = 0, identical = 0;
    /// All but those that agree to the last bit: the damaged ones first, then by how much it matters.
    std::vector<VerificationGroup> groups;
    /// "430 of 450 runs of this machine …"; "" without a run of this machine.
    std::string sentence() const;
};

/// The reference results whose headers name the data set of a run of the store. Tens of thousands of others
/// need not be understood to be compared with none.
std::set<std::string> references_of_data(const results::Store& store, const ReferenceResults& reference);

/// `ids`: only these runs of one's own; empty: all.
Verification verify(const RunSet& runs, const std::set<std::string>& ids = {});

VerificationSummary summary_of(const Verification& verification);
/// "differs from round 17 on, by up to 0.01 (test_error)".
std::string describe(const Verified& verified);

}  // namespace reboost::report
