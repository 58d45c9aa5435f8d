#pragma once
/// Models of a user's own files: the run that options describe, and what a model is worth.
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

/// The one run of a config that nobody wrote, but the options of `what`, "train", which messages begin with.
/// `overrides`: as load_config's. Throws UsageError where it describes none or several.
config::PlannedRun run_of_text(const std::string& json, const std::string& what,
                               const std::vector<std::string>& overrides = {});

/// Throws UsageError, naming the model's file, where rows to predict would have to be prepared as its
/// training rows were: the model holds no such rule.
void refuse_prepared(const data::DatasetSpec& spec, const std::string& name);

/// Attributes of a model that has no split at all: the class that it predicts.
inline constexpr const char* kMajorityClass = "majority_class";
/// The class that a model predicts because no column tells the classes apart; "" for any other model.
std::string majority_of_empty(const results::RunRecord& record);

/// The attributes as they are shown: "classes" counts two where a booster, which needs one score, says 1.
Value shown_attributes(const results::RunRecord& record);

/// Why its training ended: "all that were asked for".
std::string ending_text(const results::RunRecord& record);

// The model just trained: its errors, and how much it needs each column

/// Whether the model is a draw from the one whose curves the record has.
bool is_drawn(const results::RunRecord& record);

/// The rounds that the model predicts with, or that the model which it is drawn from does.
std::uint64_t rounds_used(const results::RunRecord& record);

/// {"train": 0.0012, "test": 0.045}: shares of rows, of the last evaluation up to `round`. With its data test
/// rows of classes that training had not are errors, too.
Value errors_at(const Archive& curves, std::uint64_t round, const data::BinnedSplit* data = nullptr);

/// What the most frequent training class alone achieves, whatever the columns say.
struct Majority {
    std::string name;
    Value errors = Value::object();  ///< {"train": 0.25, "test": 0.3}: shares of rows
};

/// No name and no errors of multi-label data.
Majority majority_of(const data::BinnedSplit& data);

/// The class that a model without any split always predicts, which its attributes then name (kMajorityClass);
/// "" of any other model, and of multi-label data.
std::string settle_empty(results::RunRecord& record, const data::BinnedSplit& data);

/// ", train error 0.12%, test error 4.5% (guessing 'a': 25.00%)".
std::string losses_text(const Value& errors, const Majority& majority);

/// How much a model needs a column: its error on held-out rows when the column's values are shuffled. Rise of
/// the error, in shares of rows, of at most 50 columns that the model splits on, the greatest shares first; a
/// column that tells nothing of new rows has about 0. Shuffled once, by a fixed seed, on at most 5000 rows.
/// Nothing of multi-label rows, or where there are none. Throws as predict_scores does.
std::map<std::uint32_t, double> permutation_importances(const Archive& model, const data::BinnedMatrix& rows,
                                                        const data::Labels& labels);

/// Puts them into a model's archive, and reads them; none are there of a model that had no test rows.
void put_permutations(Archive& model, const std::map<std::uint32_t, double>& rises);
std::map<std::uint32_t, double> permutations_of(const Archive& model);

}  // namespace reboost::app
