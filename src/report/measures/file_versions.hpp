#pragma once
/// A file of one's own may change between runs: what is compared was computed on one version of it.
#include "report/measures/run_set.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace reboost::report {

/// Removes the runs on a version of a data file, external program or price list that later runs found changed
/// (the version of the run that ended last stays). Returns how many, by the reason to show.
std::map<std::string, std::size_t> drop_earlier_versions(std::vector<Run>& runs);

}  // namespace reboost::report
