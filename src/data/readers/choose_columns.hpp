#pragma once
/// `skip` and `nominal` of files whose features are all numbers: LIBSVM and IDX.
#include "data/raw_table.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace reboost::data {

struct TableFormat;

/// The column of that name or 0-based index. `what` is for messages: "label column". Throws UsageError where
/// there is none, or two have the name.
std::size_t find_column(const std::string& file, const std::vector<std::string>& names,
                        const std::string& wanted, const std::string& what);

/// Leaves out the feature columns that `format.skip` names, by name or 0-based index, and makes those of
/// `format.nominal` nominal. Beside a training file they may be absent. Throws
/// UsageError on an unknown column, DataError where no column stays.
void choose_columns(RawTable& table, const TableFormat& format);

}  // namespace reboost::data
