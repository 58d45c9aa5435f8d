#pragma once
/// What reproduction means: whether the runs of this machine have the same curves as the reference results,
/// round by round.
#include "report/measures/run_set.hpp"

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
    std::string what;           ///< the curve that differs most, or why they are not comparable
};

struct Verification {
    std::vector<Verified> runs;  ///< own runs that have a counterpart, by id
    std::size_t without = 0;     ///< own runs that have none
    std::size_t count(Agreement agreement) const;
    /// Runs that were compared.
    std::size_t compared() const;
};

/// `ids`: only these runs of one's own; empty: all.
Verification verify(const RunSet& runs, const std::vector<std::string>& ids = {});

/// "430 of 450 runs of this machine agree with the reference to the last bit, up to their last round." and
/// what the others do; "" where no run has a counterpart.
std::string verification_sentence(const Verification& verification);
/// "differs from round 17 on, by up to 0.01 (test_error)".
std::string describe(const Verified& verified);

}  // namespace reboost::report
