#include "data/catalogue/table_set.hpp"

#include "core/checksum.hpp"
#include "core/error.hpp"
#include "data/data_root.hpp"
#include "data/prepare/splits.hpp"
#include "data/readers/idx.hpp"

#include <numeric>

#include <fmt/format.h>

namespace reboost::data {
namespace {

RowSplit first_rows(std::size_t rows, std::size_t first) {
    if (first > rows) throw DataError(fmt::format("{} rows, the split rule needs more than {}", rows, first));
    RowSplit split;
    split.first.resize(first);
    split.second.resize(rows - first);
    std::iota(split.first.begin(), split.first.end(), 0U);
    std::iota(split.second.begin(), split.second.end(), static_cast<std::uint32_t>(first));
    return split;
}

void keep_note(Provenance& provenance, const std::string& note) {
    if (note.empty()) return;
    provenance.note += (provenance.note.empty() ? "" : "; ") + note;
}

/// ARFF names classes, too, that no row has.
void drop_classes_without_rows(RawColumn& label) {
    Dictionary present;
    for (float& value : label.values)
        value = present.index_of(label.levels.names()[static_cast<std::size_t>(value)]);
    label.levels = std::move(present);
}

Split load_table(const LoadRequest& request, const TableRecipe& recipe) {
    RawTable train = read_text_file(request.file(recipe.train_file), recipe.file_format, recipe.format);
    drop_classes_without_rows(train.label);
    std::optional<RawTable> test;
    if (recipe.test_file != recipe.train_file) {
        TableFormat format = recipe.format;
        for (const RawColumn& column : train.columns)
            format.like.push_back({column.name, column.kind, column.decided, {}, {}});
        test = read_text_file(request.file(recipe.test_file), recipe.file_format, format);
    }
    const bool two_files = test.has_value();
    Split split = assemble_split(request.entry.name, std::move(train), std::move(test), recipe.labels);
    const std::string note = split.provenance.note;
    if (!two_files) {
        const std::size_t rows = split.train.rows();
        const RowSplit parts =
            recipe.first_rows > 0
                ? first_rows(rows, static_cast<std::size_t>(recipe.first_rows))
                : random_rows(rows, static_cast<std::size_t>(recipe.drawn_rows),
                              static_cast<std::uint64_t>(request.spec.seed), "split:" + request.entry.name);
        split = split_dataset(split.train, parts);
    }
    split.provenance = file_provenance(request);
    keep_note(split.provenance, note);
    return split;
}

Dataset load_idx_part(const LoadRequest& request, std::size_t images, const std::vector<std::string>& names) {
    const SourceFile label_file = request.file(images + 1);
    Dataset part;
    part.name = request.entry.name;
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

Loader table_loader(TableRecipe recipe) {
    return [recipe = std::move(recipe)](const LoadRequest& request) { return load_table(request, recipe); };
}

Loader idx_loader(std::vector<std::string> names) {
    return [names = std::move(names)](const LoadRequest& request) {
        Split split;
        split.train = load_idx_part(request, 0, names);
        split.test = load_idx_part(request, 2, names);
        split.provenance = file_provenance(request);
        return split;
    };
}

}  // namespace reboost::data
