#pragma once
/// ARFF, WEKA's format: "@relation", "@attribute name kind", "@data", then dense rows or sparse ones in
/// braces.
#include "data/raw_table.hpp"
#include "data/readers/input_file.hpp"

#include <string>
#include <string_view>

namespace reboost::data {

/// Kinds numeric, real, integer and nominal {a,b,…}; '?' is a missing value. `label`: name or 0-based index;
/// empty: the last attribute, which must be nominal. Throws IoError; DataError with file and line on another
/// kind (string, date, relational), a value outside its attribute's set, a ragged row, a missing label, no
/// data, more columns or cells than limits.hpp allows; UsageError on an unknown label column.
RawTable read_arff(const SourceFile& source, const std::string& label);
/// The same for text at hand; `file` is for messages.
RawTable parse_arff(std::string_view text, const std::string& file, const std::string& label);

}  // namespace reboost::data
