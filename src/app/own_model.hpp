#pragma once
/// Options of `train` and the specification they make.
#include "app/arguments.hpp"
#include "config/config.hpp"
#include "results/run_file.hpp"

namespace reboost::app {

void add_train_options(Arguments& arguments);

/// The one run that the command line describes. Throws UsageError where it describes none or several.
config::PlannedRun run_from_options(const Arguments& arguments);

/// The run of a saved model, on the file and with the number of rounds of the command line. Throws UsageError
/// where other options would change the model, or the rounds are no more than it has.
config::PlannedRun run_from_model(const Arguments& arguments, const results::RecordFile& model);

}  // namespace reboost::app
