#pragma once
/// Fetching data sets from the command line.
#include "app/arguments.hpp"
#include "config/config.hpp"
#include "data/data_root.hpp"

#include <iosfwd>
#include <string>
#include <vector>

namespace reboost::app {

/// Downloads what is not at hand of the configs' data sets (not with --offline), reports where each comes
/// from, and takes out of the configs what cannot be had. Throws nothing for a set that cannot be had.
void fetch_and_settle_data(std::vector<config::SweepConfig>& configs, const data::DataRoot& root,
                           const Arguments& arguments, std::ostream& err);

/// `reboost list datasets`.
void list_data_sets(const Invocation& invocation, bool as_json);

/// `reboost data fetch`. No names: everything. Returns the exit status.
int fetch_named(const std::vector<std::string>& names, const Arguments& arguments,
                const Invocation& invocation);

/// `reboost data write orange-like`: generated rows in the Orange format. Returns the exit status.
int write_orange(const std::vector<std::string>& names, const Arguments& arguments,
                 const Invocation& invocation);

}  // namespace reboost::app
