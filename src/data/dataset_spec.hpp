#pragma once
/// Describes the data set of a run: a name of the catalogue or of a generator, or a user's own files.
#include "core/fields.hpp"

#include <compare>
#include <cstdint>
#include <string>

namespace reboost::data {

/// What to do if the files of a catalogue set are not in the data folders.
enum class StandIn { never, if_missing };

/// Which rows are training rows and which are test rows.
enum class SplitRule {
    published,  ///< the parts of the published set
    resampled   ///< pools training and test rows and draws both anew by the seed, stratified, of equal sizes
};

/// Format of a user's own file. `auto_`: decided by the content, else by the name: .arff, .libsvm, .svm,
/// .svmlight, .idx…-ubyte, each perhaps with .gz, .bz2, .xz or .zst appended; any other name means a table.
enum class FileFormat { auto_, table, arff, libsvm, idx };

/// What separates the cells of a table. `space`: any run of blanks.
enum class Delimiter { auto_, comma, tab, semicolon, space };

/// Whether a table's first line names its columns. `auto_` takes it for names if it holds no number and
/// the next line does; if one of its cells is named in label, nominal or skip; if its numbers count 0, 1, 2,
/// … or 1, 2, 3, …; or if its label is a text, while all other rows' labels are numbers.
enum class Header { auto_, present, absent };

/// What replaces a missing value.
enum class MissingRule {
    infinity,  ///< +∞, as in kdd2009 §4.1: on the high side of every cut
    own_bin,  ///< a bin of its own, whose side is learned: the column is doubled, missing as +∞ and as −∞
    mean      ///< the mean of the training rows; in nominal columns the most frequent level
};

/// How a nominal column is turned into numbers.
enum class NominalRule {
    codes,       ///< levels numbered by the order of their names (kdd2009)
    one_hot,     ///< a column of 0 and 1 per level, for the most frequent levels
    class_ratio  ///< levels ordered by their share of positive training rows: a cut parts the levels in two
};

/// Which feature columns are kept.
enum class SelectionRule {
    all,
    information_gain  ///< those of positive information gain on the training rows (with the MDL criterion)
};

struct DatasetSpec {
    std::string name;                   ///< name in the catalogue or of a generator; empty if `path` is set
    std::int64_t seed = 1;              ///< seed of generation and splits
    std::int64_t rows = 0;              ///< generators: training rows; 0: the generator's default
    std::int64_t test_rows = 0;         ///< generators: test rows; 0: the generator's default
    StandIn stand_in = StandIn::never;  ///< for catalogue sets whose files are missing
    std::string path;            ///< own training file (CSV/TSV, ARFF, LIBSVM, IDX; plain or compressed)
    std::string test_path;       ///< own test file; empty: `test_fraction` of the training file
    double test_fraction = 0.2;  ///< own files without a test file
    std::string label;           ///< own files: name or 0-based index of the label column; empty: the last
    std::string test_label;      ///< IDX with `test_path`: the file of its labels
    FileFormat format = FileFormat::auto_;   ///< own files
    Delimiter delimiter = Delimiter::auto_;  ///< own tables
    Header header = Header::auto_;           ///< own tables
    std::string missing;                     ///< own files: tokens of a missing value, '|' between them
    std::string nominal;                     ///< own files: columns to take as nominal, ',' between them
    std::string skip;                        ///< own files: columns to leave out, ',' between them
    bool drop_unlabelled = false;            ///< own files: rows without a label are left out
    std::int64_t features = 0;  ///< generators of any width: number of columns; 0: the generator's default
    MissingRule missing_as = MissingRule::infinity;
    NominalRule nominal_as = NominalRule::codes;
    SelectionRule selection = SelectionRule::all;
    SplitRule split = SplitRule::published;
    auto operator<=>(const DatasetSpec&) const = default;
};
void describe(Fields& field, DatasetSpec& o);

/// The first option that has no effect on the given data set, and why. Such an option is refused, so that
/// nobody believes it applied. Both members are "" if every option has an effect.
struct OptionFault {
    std::string option, message;
};

}  // namespace reboost::data
