#pragma once
/// Options of `train` and the specification they make.
#include "app/arguments.hpp"
#include "config/config.hpp"
#include "core/value.hpp"
#include "results/run_file.hpp"

#include <string>

namespace reboost::app {

void add_train_options(Arguments& arguments);

/// The one run that the command line describes. Throws UsageError where it describes none or several.
config::PlannedRun run_from_options(const Arguments& arguments);

/// The run of a saved model, on the file and with the number of rounds of the command line. Throws UsageError
/// where other options would change the model, or the rounds are no more than it has.
config::PlannedRun run_from_model(const Arguments& arguments, const results::RecordFile& model);

/// Attributes of a model that has no split at all: the class that it predicts.
inline constexpr const char* kMajorityClass = "majority_class";
/// The class that a model predicts because no column tells the classes apart; "" for any other model.
std::string majority_of_empty(const results::RunRecord& record);

/// The attributes as they are shown: "classes" counts two where a booster, which needs one score, says 1.
Value shown_attributes(const results::RunRecord& record);

}  // namespace reboost::app
