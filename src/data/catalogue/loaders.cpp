#include "data/catalogue/loaders.hpp"

#include "core/checksum.hpp"
#include "core/error.hpp"
#include "data/data_root.hpp"
#include "data/prepare/splits.hpp"
#include "data/readers/idx.hpp"

#include <utility>

#include <fmt/format.h>
#include <unistd.h>

namespace reboost::data {
namespace {

RowSplit first_rows(std::size_t rows, std::size_t first) {
    if (first > rows) throw DataError(fmt::format("{} rows, the split rule needs more than {}", rows, first));
    return {row_range(0, first), row_range(first, rows - first)};
}

Split load_table(const LoadRequest& request, const TableRecipe& recipe) {
    RawTable train = read_text_file(request.file(0), recipe.file_format, recipe.format);
    drop_classes_without_rows(train.label);  // ARFF names classes, too, that no row has
    std::optional<RawTable> test;
    if (request.entry.files.size() > 1) {
        TableFormat format = recipe.format;
        format.like = kinds_of(train);
        test = read_text_file(request.file(1), recipe.file_format, format);
    }
    const bool two_files = test.has_value();
    Split split = assemble_split(request.entry.name, std::move(train), std::move(test), recipe.labels);
    if (two_files) return split;
    Split parts = recipe.first_rows > 0
                      ? split_dataset(split.train, first_rows(split.train.rows(),
                                                              static_cast<std::size_t>(recipe.first_rows)))
                      : two_parts(split.train, recipe.drawn_rows, request);
    parts.provenance.note = split.provenance.note;
    return parts;
}

Dataset load_idx_part(const LoadRequest& request, std::size_t images, const std::vector<std::string>& names) {
    const SourceFile label_file = request.file(images + 1);
    Dataset part;
    part.columns = read_idx_columns(request.file(images));
    std::vector<std::int32_t> labels = read_idx_labels(label_file);
    const std::size_t rows = part.columns.empty() ? 0 : part.columns.front().rows();
    if (labels.size() != rows)
        throw DataError(label_file.path, 0, 0, fmt::format("{} labels for {} images", labels.size(), rows));
    try {
        part.labels = Labels::from_classes(std::move(labels), names);
    } catch (Error& error) {
        error.add_context(label_file.path);
        throw;
    }
    return part;
}

/// Nothing also where the file has a wrong size.
std::optional<StoredForm> sound_form(const CatalogueFile& file, const DataRoot& root) {
    try {
        return locate(file, root);
    } catch (const DataError&) {
        return std::nullopt;
    }
}

/// What stands for a file's content. A packed form of known checksum vouches for the content's.
std::string file_sha256(const LoadRequest& request, std::size_t index) {
    const CatalogueFile& file = request.entry.files[index];
    const std::optional<StoredForm> form = sound_form(file, request.root);
    if (!form) {  // planning without the files, or before a damaged one is read
        if (file.content_sha256) return *file.content_sha256;
        if (!file.packed.empty() && file.packed.front().sha256) return *file.packed.front().sha256;
        if (const auto trusted = trusted_checksum(request.root, file.path)) return *trusted;
    }
    const SourceFile source = request.file(index);
    if (file.content_sha256 && !source.sha256.empty()) return *file.content_sha256;
    if (!source.sha256.empty()) return source.sha256;
    return source.found->empty() ? sha256_of_file(source.path) : *source.found;
}

/// So that a config of a few bytes cannot take all memory before anything asks for it.
void require_room(const CatalogueEntry& entry, double rows, double features) {
    constexpr double kBytesOfCell = sizeof(float), kGigabyte = 1e9;
    const double bytes = rows * features * kBytesOfCell;
    const double memory =
        static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGESIZE));
    if (memory > 0 && bytes > memory)
        throw UsageError(
            fmt::format("{}: {:.0f} rows of {:.0f} features take {:.0f} GB, this machine has {:.0f} GB",
                        entry.name, rows, features, bytes / kGigabyte, memory / kGigabyte));
}

}  // namespace

std::string entry_sha256(const LoadRequest& request) {
    Sha256 sum;
    for (std::size_t i = 0; i < request.entry.files.size(); ++i)
        sum.update(fmt::format("{} {}\n", request.entry.files[i].path, file_sha256(request, i)));
    return sum.hex();
}

Provenance file_provenance(const LoadRequest& request) {
    return {"files", entry_sha256(request), false, request.entry.note};
}

Loader from_files(Loader load) {
    return [load = std::move(load)](const LoadRequest& request) {
        Split split = load(request);
        const std::string note = split.provenance.note;
        split.provenance = file_provenance(request);
        if (!note.empty()) split.provenance.note += (split.provenance.note.empty() ? "" : "; ") + note;
        return split;
    };
}

Loader table_loader(TableRecipe recipe) {
    return from_files([recipe = std::move(recipe)](const LoadRequest& r) { return load_table(r, recipe); });
}

Loader idx_loader(std::vector<std::string> names, bool exchanged) {
    return from_files([names = std::move(names), exchanged](const LoadRequest& request) {
        Split split{load_idx_part(request, 0, names), load_idx_part(request, 2, names), {}};
        if (exchanged) std::swap(split.train, split.test);
        return split;
    });
}

Split two_parts(const Dataset& whole, std::int64_t train_rows, const LoadRequest& request) {
    return split_dataset(
        whole, random_rows(whole.rows(), static_cast<std::size_t>(train_rows),
                           static_cast<std::uint64_t>(request.spec.seed), "split:" + request.entry.name));
}

std::size_t chosen(std::int64_t stated, std::int64_t by_default) {
    return static_cast<std::size_t>(stated > 0 ? stated : by_default);
}

Provenance generator_provenance(const CatalogueEntry& entry, const DatasetSpec& spec) {
    constexpr int kRevision = 1;  // of each rule: one that changes takes the next number
    std::string parameters =
        fmt::format("generator {} revision {} seed {} rows {} test_rows {}", entry.name, kRevision,
                    entry.seeded ? spec.seed : 0, chosen(spec.rows, entry.shape.train_rows),
                    chosen(spec.test_rows, entry.shape.test_rows));
    if (entry.any_width && spec.features > 0) parameters += fmt::format(" features {}", spec.features);
    return {"generator", sha256_hex(parameters), false, entry.note};
}

Loader from_rule(Loader load) {
    return [load = std::move(load)](const LoadRequest& request) {
        Split split = load(request);
        split.provenance = generator_provenance(request.entry, request.spec);
        return split;
    };
}

Loader two_streams(RowGenerator generator) {
    return from_rule([generator = std::move(generator)](const LoadRequest& request) {
        const CatalogueEntry& set = request.entry;
        const DatasetSpec& spec = request.spec;
        const std::size_t rows = chosen(spec.rows, set.shape.train_rows),
                          test_rows = chosen(spec.test_rows, set.shape.test_rows),
                          features = chosen(set.any_width ? spec.features : 0, set.shape.features);
        require_room(set, static_cast<double>(rows + test_rows), static_cast<double>(features));
        const auto seed = static_cast<std::uint64_t>(spec.seed);
        Rng training(seed, "data:" + set.name + ":train"), test(seed, "data:" + set.name + ":test");
        Split split;
        split.train = generator({rows, features, true, request, training});
        split.test = generator({test_rows, features, false, request, test});
        return split;
    });
}

Loader as_stand_in(Loader load) {
    return [load = std::move(load)](const LoadRequest& request) {
        Split split = load(request);
        split.provenance.stand_in = true;
        return split;
    };
}

}  // namespace reboost::data
