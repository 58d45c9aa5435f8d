#pragma once
/// ARFF, WEKA's format: "@relation", "@attribute name kind", "@data", then dense rows or sparse ones in
/// braces.
#include "data/raw_table.hpp"
#include "data/readers/input_file.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace reboost::data {

/// Kinds numeric, real, integer and nominal {a,b,…}; '?' is a missing value. `label`: name or 0-based index;
/// empty: the last attribute, which must be nominal. `unlabelled_features` above 0: labels are not read; the
/// file has that many attributes, or the label's too, of any value. Throws IoError; DataError with file and
/// line on another kind (string, date, relational), a value outside its attribute's set, a ragged row, a
/// missing label, no data, more columns or cells than limits.hpp allows; UsageError on an unknown label
/// column.
RawTable read_arff(const SourceFile& source, const std::string& label, std::size_t unlabelled_features = 0);
/// The same for text at hand; `file` is for messages.
RawTable parse_arff(std::string_view text, const std::string& file, const std::string& label,
                    std::size_t unlabelled_features = 0);

}  // namespace reboost::data
