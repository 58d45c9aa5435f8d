#pragma once
/// Options of `train` and the specification they make.
#include "app/arguments.hpp"
#include "config/config.hpp"
#include "core/value.hpp"
#include "data/dataset_spec.hpp"
#include "results/run_file.hpp"

#include <string>
#include <vector>

namespace reboost::app {

void add_train_options(Arguments& arguments);

/// The one run that the command line describes. Throws UsageError where it describes none or several.
config::PlannedRun run_from_options(const Arguments& arguments);

/// The one run of a config that nobody wrote, but the options of `what`, "train", which messages begin with.
/// `overrides`: as load_config's. Throws UsageError where it describes none or several.
config::PlannedRun run_of_text(const std::string& json, const std::string& what,
                               const std::vector<std::string>& overrides = {});

/// The run of a saved model, on the file and with the number of rounds of the command line. Throws UsageError
/// where other options would change the model, or the rounds are no more than it has.
config::PlannedRun run_from_model(const Arguments& arguments, const results::RecordFile& model);

/// Throws UsageError, naming the model's file, where rows to predict would have to be prepared as its
/// training rows were: the model holds no such rule.
void refuse_prepared(const data::DatasetSpec& spec, const std::string& name);

/// Attributes of a model that has no split at all: the class that it predicts.
inline constexpr const char* kMajorityClass = "majority_class";
/// The class that a model predicts because no column tells the classes apart; "" for any other model.
std::string majority_of_empty(const results::RunRecord& record);

/// The attributes as they are shown: "classes" counts two where a booster, which needs one score, says 1.
Value shown_attributes(const results::RunRecord& record);

}  // namespace reboost::app
