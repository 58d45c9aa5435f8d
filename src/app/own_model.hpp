#pragma once
/// Models of a user's own files: the run that options describe, and the quality of a model.
#include "config/config.hpp"
#include "core/archive.hpp"
#include "core/value.hpp"
#include "data/binning.hpp"
#include "data/dataset_spec.hpp"
#include "results/run_file.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace reboost::app {

/// The one run of a config, `options`, made from a command's options. `what`: the command, "train", which
/// begins messages. `overrides`: as for load_config. Throws UsageError unless it describes one run.
config::PlannedRun run_of_options(const Value& options, const std::string& what,
                                  const std::vector<std::string>& overrides = {});

/// Throws UsageError, with the model's file, if the training rows were prepared: the model does not hold the
/// rule, so the rows to predict cannot be prepared in the same way.
void refuse_prepared(const data::DatasetSpec& spec, const std::string& name);

/// The attribute of a model without splits that names the class it predicts.
inline constexpr const char* kMajorityClass = "majority_class";
/// The class that a model without splits always predicts; "" for other models.
std::string majority_of_empty(const results::RunRecord& record);

/// The attributes for display: "classes" is 2 if the booster stores 1 because it needs one score.
Value shown_attributes(const results::RunRecord& record);

// A newly trained model: its errors, and the importance of each column

/// Whether the model is drawn from another model, whose curves the record has.
bool is_drawn(const results::RunRecord& record);

/// The number of rounds that the model predicts with, or that the model from which it is drawn does.
std::uint64_t rounds_used(const results::RunRecord& record);

/// {"train": 0.0012, "test": 0.045}: shares of wrong rows at the last evaluation up to `round`. With `data`,
/// test rows of classes without training rows are errors, too.
Value errors_at(const Archive& curves, std::uint64_t round, const data::BinnedSplit* data = nullptr);

/// The most frequent training class, and the errors of predicting always this class.
struct Majority {
    std::string name;
    Value errors = Value::object();  ///< {"train": 0.25, "test": 0.3}: shares of rows
};

/// The class that most training rows have, and the shares of rows that have it not.
Majority majority_of(const data::BinnedSplit& data);

/// Sets kMajorityClass of a model without splits and returns the class; "" for others.
std::string settle_empty(results::RunRecord& record, const data::BinnedSplit& data);

/// ", train error 0.12%, test error 4.5% (guessing 'a': 25.00%)".
std::string losses_text(const Value& errors, const Majority& majority);

/// Permutation importance: the rise of the error on held-out rows (share of rows) when a column's values are
/// shuffled, for the at most 50 most important columns. Without information about new rows it is about 0.
/// Shuffles at most 5000 rows once, by a fixed seed. Empty for multi-label data. Throws as predict_scores.
std::map<std::uint32_t, double> permutation_importances(const Archive& model, const data::BinnedMatrix& rows,
                                                        const data::Labels& labels);

/// Stores and reads the permutation importances in a model's archive; a model without test rows has none.
void put_permutations(Archive& model, const std::map<std::uint32_t, double>& rises);
std::map<std::uint32_t, double> permutations_of(const Archive& model);

}  // namespace reboost::app
