#pragma once
/// What a model just trained is worth: its errors, and how much it needs each column.
#include "core/archive.hpp"
#include "data/binning.hpp"
#include "results/run_record.hpp"

#include <cstdint>
#include <map>
#include <string>

namespace reboost::app {

/// Whether the model is a draw from the one whose curves the record has.
bool is_drawn(const results::RunRecord& record);

/// The rounds that the model predicts with, or that the model which it is drawn from does.
std::uint64_t rounds_used(const results::RunRecord& record);

/// {"train": 0.0012, "test": 0.045}: shares of rows, of the last evaluation up to `round`. Test rows of
/// classes that training had not are errors, too.
Value errors_at(const Archive& curves, std::uint64_t round, const data::BinnedSplit& data);

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

/// ", train error 0.12%, test error 4.5% (always 'a': 25.00%)".
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
