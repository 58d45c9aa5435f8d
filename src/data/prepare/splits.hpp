#pragma once
/// Random splits of rows, by a seed: test parts for sets without one, and resampled training and test rows.
#include "core/rng.hpp"
#include "data/dataset.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace reboost::data {

struct RowSplit {
    std::vector<std::uint32_t> first, second;  ///< row indices, ascending
};

/// Draws `first_rows` rows without replacement; the other rows are second. `purpose` names the random stream.
/// Throws UsageError if first_rows > rows.
RowSplit random_rows(std::size_t rows, std::size_t first_rows, std::uint64_t seed, std::string_view purpose);
/// Draws two disjoint sets without replacement. Throws UsageError if first_rows + second_rows > rows.
RowSplit draw_rows(std::size_t rows, std::size_t first_rows, std::size_t second_rows, Rng& rng);

/// Row indices per part, ascending.
struct PartRows {
    std::vector<std::uint32_t> train, validation, test;
};
/// 60% of the rows are training rows. The other 40% (kdd2009 §4.2) are halved: a validation part, by which T
/// was chosen, and a test part in place of the Evaluation rows, which have no labels. Drawn by `seed`.
PartRows draw_orange_parts(std::size_t rows, std::uint64_t seed);

/// Draws exactly `first_rows` rows of `pool`; each stratum has its share of them to within one row. A stratum
/// is a class, or in multi-label sets a combination of labels.
RowSplit stratified_rows_of(const Labels& pool, std::size_t first_rows, std::uint64_t seed);

/// Returns the rows of `first`, then those of `second`. Throws DataError if their columns or classes differ.
Dataset joined(Dataset first, Dataset second);

/// dataset.split 'resampled': pools training and test rows and draws both anew by `seed`, stratified, with
/// the same numbers of rows. The validation part and the checksum stay the same; the provenance gets a note.
/// Throws UsageError if there is no test part.
ColumnStream resampled(ColumnStream published, std::uint64_t seed);

/// Returns the row indices begin, …, begin + count − 1.
std::vector<std::uint32_t> row_range(std::size_t begin, std::size_t count);
/// Removes classes without training rows, and their test rows, which no model could predict; counts these in
/// `provenance.unknown_class_rows` and the note. Throws DataError, naming `file`, if only one class remains.
void keep_training_classes(Split& split, const std::string& file);

/// Returns `rows.first` as the training part and `rows.second` as the test part.
Split split_dataset(const Dataset& dataset, const RowSplit& rows);

}  // namespace reboost::data
