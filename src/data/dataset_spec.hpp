#pragma once
/// Which data set a run learns: a name of the catalogue or of a generator, or a user's own files.
#include "core/fields.hpp"

#include <cstdint>
#include <string>

namespace reboost::data {

/// What to do where a catalogue set's files are not at hand.
enum class StandIn { never, if_missing };
constexpr EnumNames<StandIn, 2> enum_names(StandIn) {
    return {{{StandIn::never, "never"}, {StandIn::if_missing, "if_missing"}}};
}

/// How an own file is written. `automatic`: by its name (.arff, .libsvm, .svm, .svmlight, .idx…-ubyte, also
/// with .gz after it), anything else is a table.
enum class FileFormat { automatic, table, arff, libsvm, idx };
constexpr EnumNames<FileFormat, 5> enum_names(FileFormat) {
    return {{{FileFormat::automatic, "auto"},
             {FileFormat::table, "table"},
             {FileFormat::arff, "arff"},
             {FileFormat::libsvm, "libsvm"},
             {FileFormat::idx, "idx"}}};
}

/// What parts the cells of a table. `space`: any run of blanks.
enum class Delimiter { automatic, comma, tab, semicolon, space };
constexpr EnumNames<Delimiter, 5> enum_names(Delimiter) {
    return {{{Delimiter::automatic, "auto"},
             {Delimiter::comma, "comma"},
             {Delimiter::tab, "tab"},
             {Delimiter::semicolon, "semicolon"},
             {Delimiter::space, "space"}}};
}

/// Whether a table's first line names its columns. `automatic`: it does if none of its cells is a number and
/// some cell of the next line is.
enum class Header { automatic, present, absent };
constexpr EnumNames<Header, 3> enum_names(Header) {
    return {{{Header::automatic, "auto"}, {Header::present, "present"}, {Header::absent, "absent"}}};
}

struct DatasetSpec {
    std::string name;                   ///< catalogue or generator name; empty with `path`
    std::int64_t seed = 1;              ///< generation and splits
    std::int64_t rows = 0;              ///< generators: training rows; 0: the generator's default
    std::int64_t test_rows = 0;         ///< generators: test rows; 0: the generator's default
    StandIn stand_in = StandIn::never;  ///< catalogue sets whose files are not at hand
    std::string path;                   ///< own training file (CSV/TSV, ARFF, LIBSVM, IDX; plain or gzip)
    std::string test_path;              ///< own test file; empty: `test_fraction` of the training file
    double test_fraction = 0.2;         ///< own files without a test file
    std::string label;  ///< own files: name or 0-based index of the label column; empty: the last
    FileFormat format = FileFormat::automatic;   ///< own files
    Delimiter delimiter = Delimiter::automatic;  ///< own tables
    Header header = Header::automatic;           ///< own tables
    std::string missing;                         ///< own tables: tokens of a missing value, '|' between them
    std::string nominal;                         ///< own tables: columns to take as nominal, ',' between them
    std::string skip;                            ///< own tables: columns to leave out, ',' between them
    bool operator==(const DatasetSpec&) const = default;
};
template <class Visitor>
void describe(Visitor& visit, DatasetSpec& o) {
    visit("name", o.name, FieldInfo{"a name from `reboost list datasets`"});
    visit("seed", o.seed, FieldInfo{"seed of generation and splits", 0, 9e15});
    visit("rows", o.rows, FieldInfo{"generators: training rows; 0: the default", 0, 1e9});
    visit("test_rows", o.test_rows, FieldInfo{"generators: test rows; 0: the default", 0, 1e9});
    visit("stand_in", o.stand_in,
          FieldInfo{"if a catalogue set is not at hand: fail, or use a marked generated set"});
    visit("path", o.path, FieldInfo{"own training file in place of a name"});
    visit("test_path", o.test_path, FieldInfo{"own test file"});
    visit("test_fraction", o.test_fraction,
          FieldInfo{"own files without a test file: share held out", 0, 0.9});
    visit(
        "label", o.label,
        FieldInfo{
            "own files: label column, by name or 0-based index; empty: the last (idx: the file of labels)"});
    visit("format", o.format, FieldInfo{"own files: how they are written; auto goes by the name"});
    visit("delimiter", o.delimiter, FieldInfo{"own tables: what parts the cells"});
    visit("header", o.header, FieldInfo{"own tables: whether the first line names the columns"});
    visit("missing", o.missing,
          FieldInfo{
              "own tables: tokens of a missing value, '|' between them; the word empty means an empty cell"});
    visit("nominal", o.nominal,
          FieldInfo{"own tables: columns taken as nominal though they hold numbers, names or 0-based "
                    "indices, ',' between"});
    visit("skip", o.skip,
          FieldInfo{"own tables: columns left out, names or 0-based indices, ',' between them"});
}

}  // namespace reboost::data
