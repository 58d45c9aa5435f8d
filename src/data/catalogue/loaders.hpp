#pragma once
/// How the rows of the catalogue's entries are made: the loaders that its JSON files name.
#include "core/rng.hpp"
#include "data/catalogue/catalogue.hpp"
#include "data/generators/mixture.hpp"
#include "data/prepare/assemble.hpp"
#include "data/readers/text_file.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace reboost::data {

using Loader = std::function<Split(const LoadRequest&)>;

/// How a table set is read, and which rows of it train: a second file tests; of one file the first rows
/// train, or rows drawn by the seed.
struct TableRecipe {
    FileFormat file_format = FileFormat::automatic;                               ///< not IDX
    TableFormat format{.delimiter = Delimiter::comma, .header = Header::absent};  ///< as most tables have it
    LabelRule labels{};
    std::int64_t first_rows = 0;  ///< one file: this many rows train, the others test, in file order
    std::int64_t drawn_rows = 0;  ///< one file: this many rows train, drawn by DatasetSpec.seed
};
Loader table_loader(TableRecipe recipe);
/// The entry's files: training images and labels, test images and labels; `exchanged`: the test images train.
/// `names`: of the classes.
Loader idx_loader(std::vector<std::string> names, bool exchanged = false);
/// MNIST's digits on patches of synthetic natural images; SHA-256 over the digits' files, the seed and the
/// rule.
Loader digits_on_patches_loader();
std::string digits_on_patches_sha256(const LoadRequest& request);
/// One column of 60 letters as 60 nominal columns.
Loader splice_loader();
/// A fold of LETOR, 1 to 5.
Loader letor_fold_loader(std::size_t fold);
/// UCI's poker hands, suits one-hot: the training file and the first `to_training` rows of the test file
/// train, the rows from `test_begin` on test.
Loader poker_loader(std::int64_t to_training, std::int64_t test_begin);
/// The same sizes, hands dealt by the rules; the first 25,010 as UCI's training file, the others evenly.
Loader poker_dealt_loader();
/// A binary set of ijcai2015, Table 1, made of what `base` loads. `transform`: what becomes of labels, rows
/// and features that are no gaps, "" for nothing. Throws UsageError where it is unknown.
struct BinaryRecipe {
    std::string transform{};
    std::vector<std::string> digits{};  ///< two_digits: the negative and the positive one
    bool gaps = false;                  ///< one feature a gap between a column's values
    bool undivided = false;             ///< all rows, for runs that draw the parts of many trials themselves
};
Loader binary_loader(Loader base, const BinaryRecipe& recipe);
/// Sets of KDD Cup 2009: the large or the small one, of a task or of all (""), from files or generated.
std::function<std::unique_ptr<ColumnStream>(const LoadRequest&)> orange_stream(bool large, bool generated,
                                                                               std::string_view task);
/// Rows that a rule draws one by one ("twonorm"), or a set that can be listed whole ("tic-tac-toe"). Throw
/// UsageError on an unknown rule.
Loader drawn_loader(std::string_view rule);
Loader listed_loader(std::string_view rule);
/// MONK's problem 1, 2 or 3: the published training rows; all 432 robots test.
Loader monks_loader(int problem);
Loader poker_hands_loader(bool one_hot);
/// What a booster that learns from no data takes.
Loader two_rows_loader();
/// Features and classes as the entry and the spec say.
Loader mixture_loader(const MixtureShape& shape);
Loader webscope_loader();
/// What `load` makes of the entry's files, with file_provenance.
Loader from_files(Loader load);

/// SHA-256 over the paths and contents of the entry's files: from the catalogue's checksums, to which readers
/// hold what they read; where it states none from the record of the first download, else from what was read
/// or, where nothing was, from the file.
std::string entry_sha256(const LoadRequest& request);
/// source "files", the checksum and the entry's note.
Provenance file_provenance(const LoadRequest& request);

/// The rows that a generator is to draw.
struct Draw {
    std::size_t rows;
    std::size_t features;
    bool training;               ///< else those of the test part
    const LoadRequest& request;  ///< the seed of its spec is that of the problem
    Rng& rng;                    ///< of this part
};
using RowGenerator = std::function<Dataset(const Draw&)>;

/// Rows drawn from two streams of DatasetSpec.seed; as many as the spec says, else the entry's defaults.
Loader two_streams(RowGenerator generator);
/// What `load` generates, with generator_provenance.
Loader from_rule(Loader load);
/// source "generator" and the SHA-256 over name, seed and sizes.
Provenance generator_provenance(const CatalogueEntry& entry, const DatasetSpec& spec);
/// Marks the rows as those of a stand-in.
Loader as_stand_in(Loader load);
/// A row count or number of columns that a spec states; 0: the default.
std::size_t chosen(std::int64_t stated, std::int64_t by_default);

/// One data set of which `train_rows` rows train and the others test, drawn by the seed.
Split two_parts(const Dataset& whole, std::int64_t train_rows, const LoadRequest& request);

}  // namespace reboost::data
