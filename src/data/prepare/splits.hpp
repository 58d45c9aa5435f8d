#pragma once
/// Seeded splits of rows: test parts where a set has none, training and test rows drawn anew.
#include "core/rng.hpp"
#include "data/column_stream.hpp"
#include "data/dataset.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace reboost::data {

struct RowSplit {
    std::vector<std::uint32_t> first, second;  ///< row numbers, ascending
};

/// `first_rows` rows drawn without replacement, the others second. `purpose` names the stream. Throws
/// UsageError where first_rows > rows.
RowSplit random_rows(std::size_t rows, std::size_t first_rows, std::uint64_t seed, std::string_view purpose);
/// Two disjoint draws without replacement. Throws UsageError where there are fewer rows than both want.
RowSplit draw_rows(std::size_t rows, std::size_t first_rows, std::size_t second_rows, Rng& rng);

/// Row numbers of the parts, ascending.
struct PartRows {
    std::vector<std::uint32_t> train, validation, test;
};
/// 60% of the rows train; the other 40% (kdd2009 §4.2) halve into a validation part, by which T was chosen,
/// and a test part that stands where the labels of the Evaluation rows would. Drawn by `seed`.
PartRows draw_orange_parts(std::size_t rows, std::uint64_t seed);

/// Exactly `first_rows` rows of `pool`, with each stratum's share of them to within one row. A stratum is
/// a class, or in multi-label sets one combination of labels.
RowSplit stratified_rows_of(const Labels& pool, std::size_t first_rows, std::uint64_t seed);

/// The rows of `first`, then those of `second`. Throws DataError where their columns or classes differ.
Dataset joined(Dataset first, Dataset second);

/// dataset.split 'resampled': training and test rows are pooled and drawn anew by `seed`, stratified, in as
/// many rows as before. The validation part stays as it is. The note of the provenance says it; the checksum
/// stays that of the pooled rows. Throws UsageError where there is no test part.
std::unique_ptr<ColumnStream> resampled(std::unique_ptr<ColumnStream> published, std::uint64_t seed);

/// `count` rows from `begin` on.
std::vector<std::uint32_t> row_range(std::size_t begin, std::size_t count);
/// Takes the classes out that no training row has, and their test rows, which nothing could get right: they
/// are counted in `provenance.unknown_class_rows` and in the note. Throws DataError, which names `file`,
/// where one class is left.
void keep_training_classes(Split& split, const std::string& file);

/// The two parts of one data set as a Split.
Split split_dataset(const Dataset& dataset, const RowSplit& rows);

}  // namespace reboost::data
