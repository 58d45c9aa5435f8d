#pragma once
/// Which data set a run learns: a name of the catalogue or of a generator, or a user's own files.
#include "core/fields.hpp"

#include <compare>
#include <cstdint>
#include <string>

namespace reboost::data {

/// What to do where a catalogue set's files are not at hand.
enum class StandIn { never, if_missing };

/// Which rows train and which test.
enum class SplitRule {
    published,  ///< the set's own parts
    resampled   ///< training and test rows pooled and drawn anew by the seed, in as many rows, stratified
};

/// How an own file is written. `automatic`: what its content says, else its name (.arff, .libsvm, .svm,
/// .svmlight, .idx…-ubyte, also with .gz, .bz2, .xz or .zst after it); anything else is a table.
enum class FileFormat { automatic, table, arff, libsvm, idx };
constexpr EnumNames<FileFormat, 5> enum_names(FileFormat) {
    return {{{FileFormat::automatic, "auto"},
             {FileFormat::table, "table"},
             {FileFormat::arff, "arff"},
             {FileFormat::libsvm, "libsvm"},
             {FileFormat::idx, "idx"}}};
}

/// What separates the cells of a table. `space`: any run of blanks.
enum class Delimiter { automatic, comma, tab, semicolon, space };
constexpr EnumNames<Delimiter, 5> enum_names(Delimiter) {
    return {{{Delimiter::automatic, "auto"},
             {Delimiter::comma, "comma"},
             {Delimiter::tab, "tab"},
             {Delimiter::semicolon, "semicolon"},
             {Delimiter::space, "space"}}};
}

/// Whether a table's first line names its columns. `automatic`: if it has no number and the next line has; if
/// label, nominal or skip name one of its cells; if it counts 0, 1, 2, … or 1, 2, 3, …; or if its label is
/// the only one that is no number.
enum class Header { automatic, present, absent };
constexpr EnumNames<Header, 3> enum_names(Header) {
    return {{{Header::automatic, "auto"}, {Header::present, "present"}, {Header::absent, "absent"}}};
}

/// What stands for a missing value.
enum class MissingRule {
    infinity,  ///< +∞, as kdd2009 §4.1 has it: it goes to the high side of every cut
    own_bin,  ///< a bin of its own whose side is learned: the column comes twice, missing as +∞ and as −∞
    mean      ///< the mean of the training rows; nominal columns: their most frequent level
};

/// How a nominal column is cut.
enum class NominalRule {
    codes,       ///< levels in the order of their names, cut as numbers are (kdd2009)
    one_hot,     ///< a column of 0 and 1 for each of the most frequent levels
    class_ratio  ///< levels in the order of their share of positives on the training rows: cuts are subsets
};

/// Which columns are kept.
enum class SelectionRule {
    all,
    information_gain  ///< those of positive information gain on the training rows, with the MDL cut
};

struct DatasetSpec {
    std::string name;                   ///< catalogue or generator name; empty with `path`
    std::int64_t seed = 1;              ///< generation and splits
    std::int64_t rows = 0;              ///< generators: training rows; 0: the generator's default
    std::int64_t test_rows = 0;         ///< generators: test rows; 0: the generator's default
    StandIn stand_in = StandIn::never;  ///< catalogue sets whose files are not at hand
    std::string path;            ///< own training file (CSV/TSV, ARFF, LIBSVM, IDX; plain or compressed)
    std::string test_path;       ///< own test file; empty: `test_fraction` of the training file
    double test_fraction = 0.2;  ///< own files without a test file
    std::string label;           ///< own files: name or 0-based index of the label column; empty: the last
    std::string test_label;      ///< IDX with `test_path`: the file of its labels
    FileFormat format = FileFormat::automatic;   ///< own files
    Delimiter delimiter = Delimiter::automatic;  ///< own tables
    Header header = Header::automatic;           ///< own tables
    std::string missing;                         ///< own files: tokens of a missing value, '|' between them
    std::string nominal;                         ///< own files: columns to take as nominal, ',' between them
    std::string skip;                            ///< own files: columns to leave out, ',' between them
    bool drop_unlabelled = false;                ///< own files: rows without a label are left out
    std::int64_t features = 0;  ///< generators of any width: columns; 0: the generator's default
    MissingRule missing_as = MissingRule::infinity;
    NominalRule nominal_as = NominalRule::codes;
    SelectionRule selection = SelectionRule::all;
    SplitRule split = SplitRule::published;
    auto operator<=>(const DatasetSpec&) const = default;
};
void describe(Fields& field, DatasetSpec& o);

/// The first option that a data set would ignore, and why: it is refused, so that nobody takes it for
/// applied. Both are "" where all apply.
struct OptionFault {
    std::string option, message;
};

}  // namespace reboost::data
