#pragma once
/// Which data set a run learns: a name of the catalogue or of a generator, or a user's own files.
#include <cstdint>
#include <string>

#include "core/fields.hpp"

namespace reboost::data {

struct DatasetSpec {
    std::string name;             ///< catalogue or generator name; empty with `path`
    std::int64_t seed = 1;        ///< generation and splits
    std::int64_t rows = 0;        ///< generators: training rows; 0: the generator's default
    std::int64_t test_rows = 0;   ///< generators: test rows; 0: the generator's default
    std::string path;             ///< own training file (CSV/TSV, ARFF, LIBSVM; plain or gzip)
    std::string test_path;        ///< own test file; empty: `test_fraction` of the training file
    double test_fraction = 0.2;   ///< own files without a test file
    std::string label;            ///< own files: name or 0-based index of the label column; empty: the last
    bool operator==(const DatasetSpec&) const = default;
};
template <class Visitor>
void describe(Visitor& visit, DatasetSpec& o) {
    visit("name", o.name, FieldInfo{"a name from `reboost list datasets`"});
    visit("seed", o.seed, FieldInfo{"seed of generation and splits", 0, 9e15});
    visit("rows", o.rows, FieldInfo{"generators: training rows; 0: the default", 0, 1e9});
    visit("test_rows", o.test_rows, FieldInfo{"generators: test rows; 0: the default", 0, 1e9});
    visit("path", o.path, FieldInfo{"own training file in place of a name"});
    visit("test_path", o.test_path, FieldInfo{"own test file"});
    visit("test_fraction", o.test_fraction, FieldInfo{"own files without a test file: share held out", 0, 0.9});
    visit("label", o.label, FieldInfo{"own files: label column, by name or 0-based index; empty: the last"});
}

}  // namespace reboost::data
