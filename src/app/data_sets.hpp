#pragma once
/// Fetching data sets from the command line.
#include "app/arguments.hpp"
#include "data/data_root.hpp"
#include "sweep/progress.hpp"

#include <iosfwd>
#include <set>
#include <string>
#include <vector>

namespace reboost::app {

/// Downloads what is not at hand of `names` (generated sets need nothing). A set that cannot be had is
/// reported; nothing is thrown. Returns those that were downloaded.
std::set<std::string> fetch_missing(const std::set<std::string>& names, const data::DataRoot& root,
                                    sweep::ProgressMode mode, std::ostream& err);

/// `reboost data fetch`. No names: everything. Returns the exit status.
int fetch_named(const std::vector<std::string>& names, const Arguments& arguments,
                const Invocation& invocation);

/// `reboost data write orange-like`: generated rows in the Orange format. Returns the exit status.
int write_orange(const std::vector<std::string>& names, const Arguments& arguments,
                 const Invocation& invocation);

}  // namespace reboost::app
