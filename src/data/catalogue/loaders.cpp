/// What loaders share, and the loaders of sets from files: tables, images, sequences, rankings.
#include "data/catalogue/loaders.hpp"

#include "core/checksum.hpp"
#include "data/data_root.hpp"
#include "data/file_error.hpp"
#include "data/generators/generators.hpp"
#include "data/prepare/splits.hpp"

#include <utility>

#include <fmt/format.h>
#include <unistd.h>

namespace reboost::data {
namespace {

/// Returns the checksum of a file's content; a packed form of known checksum vouches for the stated one.
std::string file_sha256(const LoadRequest& request, std::size_t index) {
    const CatalogueFile& file = request.entry.files[index];
    try {
        const SourceFile source = request.file(index);
        if (!source.sha256.empty()) return file.sha256.empty() ? source.sha256 : file.sha256;
        return source.found->empty() ? sha256_of_file(source.path) : *source.found;
    } catch (const Error&) {  // no sound file: planning without files, or before a damaged one is read
        if (!file.sha256.empty()) return file.sha256;
        if (file.packed && !file.packed->sha256.empty()) return file.packed->sha256;
        if (std::string trusted = trusted_checksum(request.root, file.path); !trusted.empty()) return trusted;
        throw;
    }
}

Dataset load_idx_part(const LoadRequest& request, std::size_t images, const std::vector<std::string>& names) {
    const SourceFile label_file = request.file(images + 1);
    Dataset part;
    part.columns = read_idx_columns(request.file(images));
    std::vector<std::int32_t> labels = read_idx_labels(label_file);
    const std::size_t rows = part.columns.empty() ? 0 : part.columns.front().rows();
    if (labels.size() != rows)
        throw file_error(label_file.path, "{} labels for {} images", labels.size(), rows);
    try {
        part.labels = Labels::from_classes(std::move(labels), names);
    } catch (Error& error) {
        error.add_context(label_file.path);
        throw;
    }
    return part;
}

/// Loads training images and labels, test images and labels, in the order of the entry's files. `exchanged`:
/// the test images are the training part. `names`: class names.
Loader idx_loader(std::vector<std::string> names, bool exchanged = false) {
    return [names = std::move(names), exchanged](const LoadRequest& request) {
        Split split{load_idx_part(request, 0, names), load_idx_part(request, 2, names)};
        if (exchanged) std::swap(split.train, split.test);
        return split;
    };
}

/// Replaces the column of sequences of 60 letters by 60 nominal columns.
void spread_letters(RawTable& table) {
    constexpr std::size_t kPositions = 60;
    const RawColumn sequence = std::move(table.columns.at(0));
    table.columns.clear();
    for (int place = -30; place <= 30; ++place)  // −30 … −1, +1 … +30 from the junction
        if (place != 0)
            table.columns.push_back(
                {.name = fmt::format("p{:+d}", place), .kind = ColumnKind::nominal, .decided = true});
    for (std::size_t i = 0; i < table.rows(); ++i) {
        const std::string& letters = sequence.levels.names()[static_cast<std::size_t>(sequence.values[i])];
        if (letters.size() != kPositions)
            throw file_error(table.file, table.line_of_row[i], 0, "a sequence of {} letters, expected {}",
                             letters.size(), kPositions);
        for (std::size_t p = 0; p < kPositions; ++p)
            table.columns[p].values.push_back(
                table.columns[p].levels.index_of(std::string_view(letters).substr(p, 1)));
    }
}

Split load_splice(const LoadRequest& request) {
    RawTable table = read_text_file(
        request.file(0), FileFormat::table,
        {.delimiter = Delimiter::comma, .header = Header::absent, .label = "0", .skip = {"1"}});
    spread_letters(table);
    const Split whole =
        assemble_split(request.entry.name, std::move(table), std::nullopt, {.tokens = {"EI", "IE", "N"}});
    return two_parts(whole.train, request.entry.shape.train_rows, request);
}

/// LETOR fold f = 1 … 5, part numbers modulo 5: trains on f, f+1, f+2, tests on f+4 (f+3 is for validation).
Split load_fold(const LoadRequest& request, std::size_t fold) {
    const auto part = [&](std::size_t offset) {
        const SourceFile file = request.file((fold - 1 + offset) % 5);
        RawTable rows = parse_libsvm(read_whole_file(file), file.path, {.least_features = 46});
        return assemble_split("", std::move(rows), std::nullopt, {.tokens = {"0", "1", "2"}}).train;
    };
    return {joined(joined(part(0), part(1)), part(2)), part(4)};
}

/// UCI's poker hands with one-hot suits. Training rows: the training file and the first `to_training` rows of
/// the test file. Test rows: those of the test file from `test_begin` on.
Split load_poker(const LoadRequest& request, std::int64_t to_training, std::int64_t test_begin) {
    const Split files = table_loader({.labels = {.tokens = numbered(10)}})(request);
    const std::int64_t test_rows = request.entry.shape.test_rows, needed = test_begin + test_rows;
    if (static_cast<std::int64_t>(files.test.rows()) < needed)
        throw file_error(request.file(1).path, "{} rows, '{}' needs at least {}", files.test.rows(),
                         request.entry.name, needed);
    const auto of_test_file = [&](std::int64_t begin, std::int64_t count) {
        return files.test.subset(row_range(static_cast<std::size_t>(begin), static_cast<std::size_t>(count)));
    };
    return {one_hot_suits(joined(files.train, of_test_file(0, to_training))),
            one_hot_suits(of_test_file(test_begin, test_rows))};
}

constexpr NamedLoader kFileTable[]{
    {"table",
     [](CatalogueEntry& entry, Fields& option, const Sets&) {
         TableRecipe recipe;
         option("file_format", recipe.file_format);
         option("delimiter", recipe.format.delimiter);
         option("header", recipe.format.header);
         option("missing", recipe.format.missing);
         option("label", recipe.format.label);
         option("nominal", recipe.format.nominal);
         option("skip", recipe.format.skip);
         option("comment", recipe.format.comment);
         option("tokens", recipe.labels.tokens);
         option("names", recipe.labels.names);
         option("strip", recipe.labels.strip);
         option("in_file_order", recipe.in_file_order);
         recipe.train_rows = entry.shape.train_rows;
         entry.load = table_loader(std::move(recipe));
     }},
    {"idx",
     [](CatalogueEntry& entry, Fields& option, const Sets&) {
         entry.load = idx_loader(stated<std::vector<std::string>>(option, "names"),
                                 stated(option, "exchanged", false));
     }},
    {"splice", [](CatalogueEntry& entry, Fields&, const Sets&) { entry.load = load_splice; }},
    {"letor_fold",
     [](CatalogueEntry& entry, Fields& option, const Sets&) {
         const auto fold = static_cast<std::size_t>(stated(option, "fold", std::int64_t{1}));
         entry.load = [fold](const LoadRequest& request) { return load_fold(request, fold); };
     }},
    {"poker",
     [](CatalogueEntry& entry, Fields& option, const Sets&) {
         const auto to_training = stated<std::int64_t>(option, "to_training"),
                    test_begin = stated<std::int64_t>(option, "test_begin");
         entry.load = [to_training, test_begin](const LoadRequest& request) {
             return load_poker(request, to_training, test_begin);
         };
     }},
    {"digits_on_patches",
     [](CatalogueEntry& entry, Fields&, const Sets&) {
         entry.load = [digits = idx_loader(numbered(10))](const LoadRequest& request) {
             const EntryShape& shape = request.entry.shape;
             return draw_digits_on_patches(digits(request), static_cast<std::size_t>(shape.train_rows),
                                           static_cast<std::size_t>(shape.test_rows), request.seed());
         };
         entry.checksum = [](const LoadRequest& request) {
             return sha256_hex(fmt::format("digits on patches, revision {}, seed {}, of {}",
                                           kDigitsOnPatchesRevision, request.spec.seed,
                                           entry_sha256(request)));
         };
     }},
};

}  // namespace

std::string entry_sha256(const LoadRequest& request) {
    Sha256 sum;
    for (std::size_t i = 0; i < request.entry.files.size(); ++i)
        sum.update(fmt::format("{} {}\n", request.entry.files[i].path, file_sha256(request, i)));
    return sum.hex();
}

Provenance provenance_of(const LoadRequest& request) {
    constexpr int kRevision = 1;  // increase it if a rule changes its output
    const CatalogueEntry& entry = request.entry;
    const DatasetSpec& spec = request.spec;
    if (entry.checksum) return {"generator", entry.checksum(request), false, entry.note};
    if (!entry.generated()) return {"files", entry_sha256(request), false, entry.note};
    std::string parameters =
        fmt::format("generator {} revision {} seed {} rows {} test_rows {}", entry.name, kRevision,
                    entry.seeded ? spec.seed : 0, chosen(spec.rows, entry.shape.train_rows),
                    chosen(spec.test_rows, entry.shape.test_rows));
    if (entry.any_width && spec.features > 0) parameters += fmt::format(" features {}", spec.features);
    return {"generator", sha256_hex(parameters), false, entry.note};
}

Split two_parts(const Dataset& whole, std::int64_t train_rows, const LoadRequest& request) {
    return split_dataset(whole, random_rows(whole.rows(), static_cast<std::size_t>(train_rows),
                                            request.seed(), "split:" + request.entry.name));
}

std::size_t chosen(std::int64_t stated, std::int64_t by_default) {
    return static_cast<std::size_t>(stated > 0 ? stated : by_default);
}

Loader two_streams(RowGenerator generator) {
    return [generator = std::move(generator)](const LoadRequest& request) {
        const CatalogueEntry& set = request.entry;
        const DatasetSpec& spec = request.spec;
        const std::size_t rows = chosen(spec.rows, set.shape.train_rows),
                          test_rows = chosen(spec.test_rows, set.shape.test_rows),
                          features = chosen(set.any_width ? spec.features : 0, set.shape.features);
        // Fails early if the rows exceed the machine's memory, so that no typing error exhausts it.
        constexpr double kBytesOfCell = sizeof(float), kGigabyte = 1e9;
        const double cells = static_cast<double>(rows + test_rows) * static_cast<double>(features);
        const double memory =
            static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGESIZE));
        if (memory > 0 && cells * kBytesOfCell > memory)
            throw error<UsageError>("{}: {} rows of {} features take {:.0f} GB, this machine has {:.0f} GB",
                                    set.name, rows + test_rows, features, cells * kBytesOfCell / kGigabyte,
                                    memory / kGigabyte);
        Rng training(request.seed(), "data:" + set.name + ":train"),
            test(request.seed(), "data:" + set.name + ":test");
        return Split{generator({rows, features, true, request, training}),
                     generator({test_rows, features, false, request, test})};
    };
}

Loader table_loader(TableRecipe recipe) {
    return [recipe = std::move(recipe)](const LoadRequest& request) {
        RawTable train = read_text_file(request.file(0), recipe.file_format, recipe.format);
        drop_classes_without_rows(train.label);  // ARFF may declare classes without rows
        std::optional<RawTable> test;
        if (request.entry.files.size() > 1) {
            TableFormat format = recipe.format;
            format.like = kinds_of(train);
            test = read_text_file(request.file(1), recipe.file_format, format);
        }
        Split split = assemble_split(request.entry.name, std::move(train), std::move(test), recipe.labels);
        if (request.entry.files.size() > 1) return split;
        if (!recipe.in_file_order) return two_parts(split.train, recipe.train_rows, request);
        const std::size_t first = static_cast<std::size_t>(recipe.train_rows), rows = split.train.rows();
        if (first > rows) throw error<DataError>("{} rows, the split rule needs more than {}", rows, first);
        return split_dataset(split.train, {row_range(0, first), row_range(first, rows - first)});
    };
}

constinit const std::span<const NamedLoader> kFileLoaders(kFileTable);

}  // namespace reboost::data
