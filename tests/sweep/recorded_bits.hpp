#pragma once
/// Small runs, one or more for each part that has a revision, and the digest of what they give.
#include "core/archive.hpp"
#include "core/checksum.hpp"
#include "data/dataset.hpp"

#include <string>
#include <vector>

namespace reboost::test {

struct GuardedRun {
    std::string name;  ///< "policy ucb"
    std::string spec;  ///< JSON
};

/// Every learner, selector, policy and booster that a config may name.
std::vector<GuardedRun> guarded_runs();

/// Over names, shapes and bytes; arrays of seconds are left out.
void add_archive(Sha256& sum, const Archive& archive);
/// Over values and labels.
void add_dataset(Sha256& sum, const data::Dataset& dataset);

}  // namespace reboost::test
