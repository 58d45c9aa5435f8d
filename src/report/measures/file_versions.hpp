#pragma once
/// A file of one's own may change between runs: what is compared was computed on one version of it.
#include "report/measures/run_set.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace reboost::report {

struct FileVersions {
    std::map<std::string, std::size_t> dropped;  ///< runs, by the reason to show
    std::vector<std::string> changed;            ///< data files that hold now what no run read
};

/// Removes the runs on other versions of a data file, external program or price list than the current one:
/// what the data file holds now, where there are runs on that, else what the run that ended last read.
FileVersions drop_earlier_versions(std::vector<Run>& runs);

}  // namespace reboost::report
