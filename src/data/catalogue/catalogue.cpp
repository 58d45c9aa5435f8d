#include "data/catalogue/catalogue.hpp"

#include "core/error.hpp"
#include "core/names.hpp"
#include "data/catalogue/groups.hpp"
#include "data/data_root.hpp"

#include <filesystem>
#include <iterator>

#include <fmt/format.h>

namespace reboost::data {
namespace {

/// Whether `relative` is there; throws DataError where its size is not the expected one (0: any).
bool present(const DataRoot& root, const std::string& relative, std::uint64_t bytes) {
    const std::string path = root.path_of(relative);
    std::error_code missing;
    if (std::filesystem::is_directory(path, missing))
        throw DataError(path, 0, 0, "a folder is in the place of the file");
    const auto size = std::filesystem::file_size(path, missing);
    if (missing) return false;
    if (bytes != 0 && size != bytes)
        throw DataError(
            path, 0, 0,
            fmt::format("{} bytes, expected {}: damaged, or another version of the file", size, bytes));
    return true;
}

std::vector<CatalogueEntry> join_groups() {
    std::vector<CatalogueEntry> all;
    for (auto* group : {&image_sets, &uci_multiclass_sets, &uci_small_sets, &further_sets, &abc_sets,
                        &sequence_and_ranking_sets, &budgeted_sets, &orange_sets, &mixture_sets,
                        &generated_sets, &stand_in_sets}) {
        std::vector<CatalogueEntry> entries = (*group)();
        std::move(entries.begin(), entries.end(), std::back_inserter(all));
    }
    return all;
}

}  // namespace

CatalogueFile with_download(CatalogueFile file, Download download) {
    file.downloads.push_back(std::move(download));
    return file;
}

CatalogueFile unverified_file(std::string path, Download download) {
    return {.path = std::move(path), .downloads = {std::move(download)}};
}

CatalogueFile plain_file(std::string path, std::string url, std::string sha256, std::uint64_t bytes) {
    CatalogueFile file;
    file.path = std::move(path);
    file.content_sha256 = sha256;
    file.content_bytes = bytes;
    if (!url.empty()) file.downloads.push_back({std::move(url), Packing::none, "", std::move(sha256)});
    return file;
}

CatalogueFile gzip_file(const std::string& packed_path, std::vector<std::string> urls,
                        std::string packed_sha256, std::uint64_t packed_bytes,
                        std::optional<std::string> content_sha256, std::uint64_t content_bytes) {
    CatalogueFile file;
    file.path = packed_path.substr(0, packed_path.size() - 3);
    file.content_sha256 = std::move(content_sha256);
    file.content_bytes = content_bytes;
    file.packed.push_back({packed_path, packed_sha256, packed_bytes});
    for (std::string& url : urls)
        file.downloads.push_back({std::move(url), Packing::gzip, "", packed_sha256});
    return file;
}

std::string uci(const std::string& path) {
    return "https://archive.ics.uci.edu/ml/machine-learning-databases/" + path;
}

CatalogueFile uci_file(const std::string& path, std::string sha256, std::uint64_t bytes) {
    return plain_file(path, uci(path), std::move(sha256), bytes);
}

const std::vector<CatalogueEntry>& catalogue() {
    static const std::vector<CatalogueEntry> entries = join_groups();
    return entries;
}

std::vector<std::string> dataset_names() {
    std::vector<std::string> names;
    for (const CatalogueEntry& entry : catalogue())
        names.push_back(entry.name);
    return names;
}

const CatalogueEntry& find_dataset(const std::string& name) {
    return find_named(catalogue(), name, "data set", &CatalogueEntry::name);
}

std::vector<StoredForm> forms_of(const CatalogueFile& file) {
    std::vector<StoredForm> forms = file.packed;
    forms.push_back({file.path, file.content_sha256, file.content_bytes});
    return forms;
}

std::optional<StoredForm> locate(const CatalogueFile& file, const DataRoot& root) {
    for (StoredForm& form : forms_of(file))
        if (present(root, form.path, form.bytes)) return std::move(form);
    return std::nullopt;
}

Presence presence(const std::string& name, const DataRoot& root) {
    bool damaged = false;
    for (const CatalogueFile& file : find_dataset(name).files) {
        try {
            if (!locate(file, root)) return Presence::absent;
        } catch (const DataError&) {
            damaged = true;
        }
    }
    return damaged ? Presence::damaged : Presence::present;
}

bool available(const std::string& name, const DataRoot& root) {
    return presence(name, root) == Presence::present;
}

SourceFile LoadRequest::file(std::size_t index) const {
    const CatalogueFile& wanted = entry.files.at(index);
    const std::optional<StoredForm> form = locate(wanted, root);
    if (!form)
        throw UsageError(
            fmt::format("data set '{}' is not at hand: no {}; run `reboost data fetch {}`, or set "
                        "REBOOST_DATA to the folder that has it",
                        entry.name, root.path_of(wanted.path), entry.name));
    const std::optional<std::string> sum = form->sha256 ? form->sha256 : trusted_checksum(root, form->path);
    return {root.path_of(form->path), sum.value_or(""), &(*sums_read)[form->path]};
}

}  // namespace reboost::data
