#pragma once
/// Reference results of modified sources that a clean revision was seen to give again.
#include "report/measures/verification.hpp"

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace reboost::report {

struct RecordedVerification {
    std::size_t equal = 0;      ///< computed again: every value but seconds is equal
    std::size_t by_sample = 0;  ///< not computed again, but all of the sample and all short ones are equal
    std::size_t left = 0;       ///< of modified sources, not verified
    std::vector<std::string> differing;    ///< ids of those computed again with other values
    std::vector<std::string> not_sampled;  ///< ids of the sample, and of short runs, that are not equal
};

/// Runs below this many seconds are all computed again, not sampled.
inline constexpr double kShortRunSeconds = 10;

/// Records in the reference results of `folder` which runs of modified sources are verified, as the attribute
/// `verified_by` (results/source_state.hpp): those that `verification` found equal at all their rounds to
/// runs of a clean revision. Where `sample` (ids of a random sample) is not empty and it and all runs under
/// kShortRunSeconds are verified, so are the others, "by sample"; but no run that differs. Throws DataError
/// where a file is damaged, IoError.
RecordedVerification record_verification(const Verification& verification,
                                         const std::filesystem::path& folder,
                                         const std::set<std::string>& sample);

}  // namespace reboost::report
