#include "data/dataset_spec.hpp"

namespace reboost::data {

void describe(Fields& field, DatasetSpec& o) {
    field("name", o.name, {"a name from `reboost list datasets`"});
    field("seed", o.seed, {"seed of generation and splits", 0, 9e15});
    field("rows", o.rows, {"generators: training rows; 0: the default", 0, 1e9});
    field("test_rows", o.test_rows, {"generators: test rows; 0: the default", 0, 1e9});
    field("stand_in", o.stand_in, {"if a catalogue set is not at hand: fail, or use a marked generated set"});
    field("path", o.path, {"own training file; `name` is then what tables and figures call it"});
    field("test_path", o.test_path, {"own test file"});
    field("test_fraction", o.test_fraction, {"own files without a test file: share held out", 0, 0.9});
    field("label", o.label,
          {"own files: label column, by name or 0-based index; empty: the last (idx: the file of labels)"});
    field("test_label", o.test_label, {"idx files with a test_path: the file of its labels"});
    field("format", o.format,
          {"own files: how they are written; auto goes by what they hold, then by the name"});
    field("delimiter", o.delimiter, {"own tables: what separates the cells"});
    field("header", o.header, {"own tables: whether the first line names the columns"});
    field("missing", o.missing,
          {"own files: tokens of a missing value, '|' between them; the word empty means an empty cell"});
    field("nominal", o.nominal,
          {"own files: columns taken as nominal though they hold numbers, names or 0-based indices, "
           "',' between"});
    field("skip", o.skip, {"own files: columns left out, names or 0-based indices, ',' between them"});
    field("drop_unlabelled", o.drop_unlabelled,
          {"own files: leave out rows without a label, which are an error otherwise"});
    field("features", o.features, {"generators of any width: columns; 0: the default", 0, 1e7});
    field("missing_as", o.missing_as,
          {"missing values: +infinity, a bin of their own on either side, or the training mean"});
    field("nominal_as", o.nominal_as,
          {"nominal columns: codes by name, a column per level, or levels by their share of positives"});
    field("selection", o.selection,
          {"columns kept: all, or those of positive information gain (Fayyad-Irani) in training"});
    field("split", o.split,
          {"the set's own parts, or training and test rows pooled and split anew by seed, stratified "
           "by class, in as many rows"});
}

}  // namespace reboost::data
