#include "core/checksum.hpp"
#include "core/mapped.hpp"
#include "core/order.hpp"
#include "core/text.hpp"
#include "data/catalogue/catalogue.hpp"
#include "data/file_error.hpp"
#include "data/load/load.hpp"
#include "data/prepare/splits.hpp"
#include "data/readers/table_names.hpp"
#include "data/readers/text_file.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace reboost::data {
namespace {

/// The options that apply to a user's own files only.
constexpr const char* kOwnFileOptions[]{"test_path", "test_fraction", "label",          "test_label",
                                        "format",    "delimiter",     "header",         "missing",
                                        "nominal",   "skip",          "drop_unlabelled"};

Value options_of(DatasetSpec spec) {
    Value options = Value::object();
    ValueWriter writer(options);
    describe(writer, spec);
    return options;
}

std::vector<std::string> list_of(std::string_view text, char mark) {
    return mapped(split(text, mark), [](std::string_view part) { return std::string(trim(part)); });
}

/// Returns the kinds that the columns of a table must have under `schema`.
std::vector<RawColumn> kinds_of(const Schema& schema) {
    return mapped(indices(schema.feature_names.size()), [&](std::size_t j) {
        const auto kind = schema.levels[j].empty() ? ColumnKind::numeric : ColumnKind::nominal;
        return RawColumn{.name = schema.feature_names[j], .kind = kind, .decided = true};
    });
}

TableFormat table_format(const DatasetSpec& spec, bool has_label, std::vector<RawColumn> like = {}) {
    TableFormat format{.delimiter = spec.delimiter,
                       .header = spec.header,
                       .missing = list_of(spec.missing, '|'),
                       .label = spec.label,
                       .nominal = list_of(spec.nominal, ','),
                       .skip = list_of(spec.skip, ','),
                       .has_label = has_label,
                       .drop_unlabelled = has_label && spec.drop_unlabelled,
                       .like = std::move(like)};
    std::ranges::replace(format.missing, std::string("empty"), std::string());
    return format;
}

RawTable read_idx(const SourceFile& source, const std::optional<SourceFile>& label_file) {
    RawTable table;
    table.file = source.path;
    for (Column& column : read_idx_columns(source)) {
        const auto& bytes = std::get<std::vector<std::uint8_t>>(column.values);
        table.columns.push_back(
            {std::move(column.name), ColumnKind::numeric, true, {bytes.begin(), bytes.end()}, {}});
    }
    const std::size_t rows = table.columns.empty() ? 0 : table.columns.front().values.size();
    table.line_of_row.assign(rows, 0);
    if (!label_file) return table;
    table.label.name = kLabelName;
    table.label.kind = ColumnKind::nominal;
    for (const std::int32_t label : read_idx_labels(*label_file))
        table.label.values.push_back(table.label.levels.index_of(std::to_string(label)));
    if (table.label.values.size() != rows)
        throw file_error(label_file->path, "{} labels for {} rows", table.label.values.size(), rows);
    return table;
}

/// `label_sum` receives the checksum of the label file, if the format is IDX.
RawTable read_as(const SourceFile& source, const DatasetSpec& spec, const TableFormat& options,
                 std::string* label_sum = nullptr) {
    if (format_of(source.path, spec) != FileFormat::idx) return read_text_file(source, spec.format, options);
    const bool is_test = !options.like.empty();
    const std::string& labels = is_test ? spec.test_label : spec.label;
    if (options.has_label && labels.empty())
        throw error<UsageError>("{}: `{}` must name the IDX file of its labels", source.path,
                                is_test ? "test_label" : "label");
    RawTable table =
        options.has_label ? read_idx(source, SourceFile(labels, "", label_sum)) : read_idx(source, {});
    choose_columns(table, options);
    if (is_test) require_like(table, options.like);
    return table;
}

Split hold_out(Split whole, const DatasetSpec& spec) {
    const std::size_t rows = whole.train.rows();
    const auto held =
        static_cast<std::size_t>(std::floor(spec.test_fraction * static_cast<double>(rows) + 0.5));
    if (spec.test_fraction <= 0) return whole;
    if (held == 0)
        throw error<UsageError>("{}: test_fraction {:g} of {} rows leaves no test row", spec.path,
                                spec.test_fraction, rows);
    if (held >= rows) throw error<UsageError>("{}: no training row is left", spec.path);
    Split parts = split_dataset(
        whole.train, random_rows(rows, rows - held, static_cast<std::uint64_t>(spec.seed), "hold-out"));
    parts.provenance = std::move(whole.provenance);
    return parts;
}

/// Returns one SHA-256 of those of a data set's files; "" for files that the data set does not have.
std::string sum_of(const std::string& train, const std::string& labels, const std::string& test,
                   const std::string& test_labels) {
    Sha256 sum;
    for (const auto& [part, of_part] : {std::pair{"train ", &train}, std::pair{"labels ", &labels},
                                        std::pair{"test ", &test}, std::pair{"test labels ", &test_labels}})
        if (!of_part->empty()) sum.update(part + *of_part + "\n");
    return sum.hex();
}

// Warnings about a user's own files, to be read before trusting a model of them

bool is_called_identifier(std::string_view name) {
    std::string bare = lower(name);
    std::erase_if(bare, [](char c) { return c == '_' || c == ' ' || c == '-'; });
    return bare.empty() || bare == "index" || bare == "#" || bare == "no" || bare == "no." ||
           bare.starts_with("unnamed:") || bare.starts_with("rowname") || bare.ends_with("id") ||
           bare.ends_with("number");
}

template <class T>
std::size_t different(std::vector<T> values) {
    std::erase_if(values, [](T value) { return std::isnan(value); });
    std::ranges::sort(values);
    return static_cast<std::size_t>(std::unique(values.begin(), values.end()) - values.begin());
}

/// Warns if the column seems to identify rows, and so tells nothing about other rows; else returns "".
std::string identifier_note(const RawColumn& column) {
    constexpr std::size_t kFewestRows = 10;  // in columns of fewer rows, values may count up by chance
    constexpr std::size_t kFewRows = 50;
    constexpr double kShare = 0.9;
    const std::vector<float>& values = column.values;
    const std::size_t rows = values.size(), texts = column.levels.names().size();
    const bool numbers = column.kind == ColumnKind::numeric && rows >= kFewestRows;
    const bool is_called = is_called_identifier(column.name);
    const auto counts = [](const auto& all) {
        const auto does_not_follow = [](double before, double value) { return value != before + 1; };
        return std::ranges::adjacent_find(all, does_not_follow) == all.end();
    };
    const auto is_whole = [](float value) { return value == std::trunc(value); };
    std::string what;
    if (rows >= (is_called ? kFewestRows : kFewRows) &&
        static_cast<double>(texts) > kShare * static_cast<double>(rows))
        what = fmt::format("has {} different texts in {} rows", texts, rows);
    else if (numbers && (column.exact.size() == rows ? counts(column.exact) : counts(values)))
        what = "counts the rows";
    else if (numbers && is_called && std::ranges::all_of(values, is_whole) && different(values) == rows)
        what = "has another number in each row";
    else
        return "";
    return fmt::format("column '{}' {}: an identifier? `skip` leaves it out", column.name, what);
}

/// Warns if more than 1% of the different numbers coincide as 32-bit floats; else returns "".
std::string float_note(const RawColumn& column) {
    constexpr std::size_t kShare = 100;  // of measurements, a few numbers coincide
    if (column.exact.empty()) return "";
    std::vector<double> exact = column.exact;
    exact.insert(exact.end(), column.values.begin() + static_cast<std::ptrdiff_t>(exact.size()),
                 column.values.end());
    const std::size_t written = different(exact), held = different(column.values);
    if ((written - held) * kShare <= written) return "";
    return fmt::format(
        "column '{}': its {} different numbers are {} as 32-bit floats, {} fall together; subtract "
        "what they share, or take them as levels (`nominal`)",
        column.name, written, held, written - held);
}

/// Adds the reader's notes and the number of rows left out; of training, also identifier_note and float_note.
void add_notes(const RawTable& table, bool training, Provenance& to) {
    constexpr std::size_t kMost = 5;
    for (const std::string& note : table.notes)
        to.add_note(note);
    if (table.unlabelled > 0)
        to.add_note(
            fmt::format("{}: {} without a label left out", table.file, counted(table.unlabelled, "row")));
    if (!training) return;
    for (const auto note_of : {identifier_note, float_note}) {
        std::size_t found = 0;
        for (const RawColumn& column : table.columns)
            if (const std::string note = note_of(column); !note.empty() && ++found <= kMost)
                to.add_note(note);
        if (found > kMost) to.add_note(fmt::format("and {} more such columns", found - kMost));
    }
}

/// Throws DataError if the label seems to be a quantity: many different numbers, few rows each. Boosting
/// classes would learn nothing from it. A label column declared nominal is accepted.
void require_classes(const RawTable& train) {
    constexpr std::size_t kFewClasses = 10, kFewRows = 5;
    const std::vector<std::string>& labels = train.label.levels.names();
    const std::size_t rows = train.rows();
    if (train.label_sets || train.label_declared_nominal || labels.size() < kFewRows) return;
    bool whole = true;
    std::size_t texts = 0;  // one or two among many numbers may be ">50" or "unknown"
    for (const std::string& label : labels) {
        auto value = parse_whole<double>(label.starts_with('+') ? label.substr(1) : label);
        if (!value) value = parse_whole<double>(without_writing(label));
        texts += value ? 0 : 1;
        whole = whole && value.value_or(0) == std::trunc(value.value_or(0));
    }
    if (texts > (labels.size() > kFewClasses ? 2 : 0)) return;
    const bool few_classes = labels.size() <= kFewClasses, rows_enough = labels.size() * kFewRows <= rows;
    if (few_classes ? labels.size() < rows : whole && rows_enough) return;
    throw file_error(train.file,
                     "the label '{0}' has {1} different numbers in {2} rows: a quantity, where "
                     "classes are expected. Name another column as the label, or make a few "
                     "classes of it; if they are {1} classes, declare the column nominal",
                     train.label.name, labels.size() - texts, rows);
}

}  // namespace

FileFormat format_of(const std::string& path, const DatasetSpec& spec) {
    return spec.format != FileFormat::auto_ ? spec.format : format_of_file(path);
}

OptionFault size_fault(const CatalogueEntry& entry, const DatasetSpec& spec) {
    if (!entry.sized && (spec.rows != 0 || spec.test_rows != 0))
        return {spec.rows != 0 ? "rows" : "test_rows",
                fmt::format("data set '{}' has a fixed number of rows: rows and test_rows do not apply",
                            entry.name)};
    if (!entry.any_width && spec.features != 0)
        return {
            "features",
            fmt::format("data set '{}' has a fixed number of columns: features does not apply", entry.name)};
    return {};
}

OptionFault own_file_fault(const DatasetSpec& spec) {
    if (spec.rows != 0 || spec.test_rows != 0)
        return {spec.rows != 0 ? "rows" : "test_rows", "rows and test_rows do not apply to own files"};
    if (spec.features != 0) return {"features", "features does not apply to own files"};
    const bool share_set = spec.test_fraction != 0 && spec.test_fraction != DatasetSpec{}.test_fraction;
    if (share_set && !spec.test_path.empty())
        return {"test_fraction", "test_fraction does not apply beside test_path"};
    const FileFormat format = format_of(spec.path, spec);
    const bool has_test = !spec.test_path.empty();
    const FileFormat test_format = has_test ? format_of(spec.test_path, spec) : format;
    const bool any_table = format == FileFormat::table || test_format == FileFormat::table;
    const auto fault = [&spec](const char* option, const char* formats) -> OptionFault {
        return {option, fmt::format("`{}` does not apply to {}: it is for {}", option, spec.path, formats)};
    };
    if (!any_table && spec.delimiter != Delimiter::auto_) return fault("delimiter", "tables of text");
    if (!any_table && spec.header != Header::auto_) return fault("header", "tables of text");
    const bool any_libsvm = format == FileFormat::libsvm || test_format == FileFormat::libsvm;
    if (!spec.label.empty() && any_libsvm && !any_table)
        return {"label", spec.path + ": `label` does not apply: the label of LIBSVM is a row's first number"};
    if (!spec.missing.empty() && format == FileFormat::idx && !any_table)
        return fault("missing", "text: bytes have no missing value");
    const bool idx_test = has_test && test_format == FileFormat::idx;
    if (!spec.test_label.empty() && !idx_test) return fault("test_label", "IDX with a `test_path`");
    if (format == FileFormat::idx && spec.label.empty())
        return {"path", spec.path + ": `label` must name the IDX file of its labels"};
    if (idx_test && spec.test_label.empty())
        return {"test_path", spec.test_path + ": `test_label` must name the IDX file of its labels"};
    return {};
}

OptionFault option_fault(const DatasetSpec& spec) {
    if (!spec.path.empty()) return own_file_fault(spec);
    const Value given = options_of(spec), normal = options_of({});
    for (const char* option : kOwnFileOptions)
        if (given.at(option) != normal.at(option))
            return {option,
                    fmt::format("`{}` is for own files, beside `path`: it does not apply to data set '{}'",
                                option, spec.name)};
    return spec.stand_in == StandIn::if_missing ? OptionFault{} : size_fault(find_dataset(spec.name), spec);
}

RowsToPredict load_for_prediction(const std::string& path, const DatasetSpec& spec, const Schema& schema,
                                  bool has_label, const std::string& copy) {
    if (!copy.empty() && format_of(path, spec) != FileFormat::table)
        throw UsageError(path + ": --copy applies to tables only");
    TableFormat format = table_format(spec, has_label, kinds_of(schema));
    format.copy = list_of(copy, ',');
    format.trained_label = schema.label;
    format.unlabelled_advice = "without --labelled such rows are predicted as well";
    return assemble_like(path, read_as(path, spec, format), schema);
}

std::string sum_of_own_files(const DatasetSpec& spec) {
    const auto labels_of = [&](const std::string& path, const std::string& labels) {
        const bool apart = !path.empty() && format_of(path, spec) == FileFormat::idx;
        return apart ? sha256_of_file(labels) : "";
    };
    try {
        return sum_of(sha256_of_file(spec.path), labels_of(spec.path, spec.label),
                      spec.test_path.empty() ? "" : sha256_of_file(spec.test_path),
                      labels_of(spec.test_path, spec.test_label));
    } catch (const IoError&) {
        return "";
    }
}

Split load_own_files(const DatasetSpec& spec) {
    if (const std::string fault = own_file_fault(spec).message; !fault.empty()) throw UsageError(fault);
    const std::string name =
        spec.name.empty() ? std::filesystem::path(spec.path).filename().string() : spec.name;
    std::string train_sum, label_sum, test_sum, test_label_sum;
    RawTable train = read_as({spec.path, "", &train_sum}, spec, table_format(spec, true), &label_sum);
    require_classes(train);
    Provenance notes;
    add_notes(train, true, notes);
    const std::string label = train.label_place, label_name = train.label.name;
    std::optional<RawTable> test;
    if (!spec.test_path.empty()) {
        TableFormat format = table_format(spec, true, kinds_of(train));
        format.trained_label = train.label.name;
        test = read_as({spec.test_path, "", &test_sum}, spec, format, &test_label_sum);
        add_notes(*test, false, notes);
    }
    Split split = assemble_split(name, std::move(train), std::move(test), {.of_all_rows = true});
    if (spec.test_path.empty()) split = hold_out(std::move(split), spec);
    keep_training_classes(split, spec.path);
    split.provenance.add_note(notes.note);
    split.provenance.label = label;
    split.provenance.label_name = label_name;
    split.provenance.source = "user file";
    split.provenance.sha256 = sum_of(train_sum, label_sum, test_sum, test_label_sum);
    return split;
}

}  // namespace reboost::data
