#pragma once
/// LIBSVM / svmlight: "label [qid:q] index:value … [# comment]" per row; indices are from 1 and ascend;
/// absent values are 0.
#include "data/raw_table.hpp"
#include "data/readers/input_file.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace reboost::data {

struct LibsvmFormat {
    std::size_t least_features = 0;  ///< this many columns at least, also where the last ones never occur
    std::size_t most_features = 0;   ///< larger indices are refused; 0: kMostColumns
    bool has_label = true;           ///< false: a label before the pairs is passed over, and none is needed
};

/// A label such as "1,3" makes the table multi-label (`label_sets`). Throws IoError; DataError with file,
/// line and column on an empty file, a bad pair, an index below 1 or not ascending, NaN, some rows with qid
/// and some without, an index above kMostColumns, more cells than limits.hpp allows.
RawTable read_libsvm(const SourceFile& source, const LibsvmFormat& format);
/// The same for text at hand; `file` is for messages.
RawTable parse_libsvm(std::string_view text, const std::string& file, const LibsvmFormat& format);

}  // namespace reboost::data
