#pragma once
/// Seeded splits of rows: test parts where a set has none, and validation parts.
#include "data/dataset.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace reboost::data {

struct RowSplit {
    std::vector<std::uint32_t> first, second;  ///< row numbers, ascending
};

/// `first_rows` rows drawn without replacement, the others second. `purpose` names the stream.
/// Throws UsageError where first_rows > rows.
RowSplit random_rows(std::size_t rows, std::size_t first_rows, std::uint64_t seed, std::string_view purpose);
/// Of each class the share `first_share`, rounded to the nearest row (halves up), is drawn first.
RowSplit stratified_rows(const std::vector<std::int32_t>& class_of_row, double first_share,
                         std::uint64_t seed, std::string_view purpose);

/// The rows of `first`, then those of `second`. Throws DataError where their columns or classes differ.
Dataset joined(const Dataset& first, const Dataset& second);

/// The two parts of one data set as a Split.
Split split_dataset(const Dataset& dataset, const RowSplit& rows);

enum class ValidationRows { random, stratified };
/// Holds `share` of split.train out: it becomes the test part, and split.test is dropped (hyper-parameters
/// must not see it). `share` in (0,1). Multi-label rows are drawn at random.
Split validation_split(const Split& split, double share, ValidationRows rule, std::uint64_t seed);

}  // namespace reboost::data
