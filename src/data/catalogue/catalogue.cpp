#include "data/catalogue/catalogue.hpp"

#include "core/mapped.hpp"
#include "core/names.hpp"
#include "core/value.hpp"
#include "data/catalogue/loaders.hpp"
#include "data/file_error.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

namespace reboost::data {
namespace {

/// Reads the members of an object into the fields that `tell` declares; throws if a member is left over.
template <class Tell>
void read(const Value& object, Tell tell) {
    ValueReader field(object);
    tell(static_cast<Fields&>(field));
    field.finish();
}

/// Returns the results of `read` for each element of the list `name`; empty if there is no such list.
template <class Read>
auto list_at(const Value& object, std::string_view name, Read read) {
    const Value* list = object.find(name);
    return mapped(list != nullptr ? list->as_list() : Value::List{}, read);
}

/// Packings by the end of an address.
constexpr std::pair<std::string_view, Packing> kPackings[]{
    {".gz", Packing::gzip}, {".Z", Packing::compress}, {".zip", Packing::zip}};

Download download_of(const Value& value, const CatalogueFile& file) {
    const Value object = value.is_string() ? Value::object().set("url", value) : value;
    Download download;
    read(object, [&](Fields& field) {
        field("url", download.url);
        for (const auto& [ending, packing] : kPackings)
            if (download.url.ends_with(ending)) download.packing = packing;
        field("packing", download.packing);
        if (download.packing == Packing::none) download.sha256 = file.sha256;
        if (download.packing == Packing::gzip && file.packed) download.sha256 = file.packed->sha256;
        if (download.packing == Packing::zip)
            download.member = std::filesystem::path(file.path).filename().string();
        field("member", download.member);
        field("sha256", download.sha256);
    });
    return download;
}

StoredForm stored_form_of(const Value& value, const std::string& path = {}) {
    StoredForm form{path};
    std::int64_t bytes = 0;
    read(value, [&](Fields& field) {
        field("path", form.path);
        field("sha256", form.sha256);
        field("bytes", bytes);
    });
    form.bytes = static_cast<std::uint64_t>(bytes);
    return form;
}

CatalogueFile file_of(const Value& value) {
    CatalogueFile file{stored_form_of(without(value, {"packed", "downloads"}))};
    if (const Value* packed = value.find("packed")) file.packed = stored_form_of(*packed, file.path + ".gz");
    file.downloads =
        list_at(value, "downloads", [&](const Value& download) { return download_of(download, file); });
    return file;
}

CatalogueEntry entry_of(const Value& set, const Sets& made) {
    CatalogueEntry entry;
    read(without(set, {"files", "load"}), [&](Fields& field) {
        field("name", entry.name);
        field("title", entry.title);
        field("source", entry.source);
        field("licence", entry.licence);
        field("rows", entry.shape.train_rows);
        field("test_rows", entry.shape.test_rows);
        field("features", entry.shape.features);
        field("classes", entry.shape.classes);
        field("split_rule", entry.split_rule);
        field("label", entry.label);
        field("note", entry.note);
        field("seeded", entry.seeded);
        field("sized", entry.sized);
        field("any_width", entry.any_width);
        field("multi_label", entry.multi_label);
        field("own_validation", entry.own_validation);
        field("stand_in", entry.stand_in);
        field("is_stand_in", entry.is_stand_in);
    });
    for (const char* member : {"name", "title", "source", "split_rule", "label"})
        if (text_at(set, member).empty()) throw error<UsageError>("'{}' is missing", member);
    entry.files = list_at(set, "files", file_of);
    const Value::Object& load = set.at("load").as_object();
    if (load.size() != 1) throw UsageError("'load' names one loader");
    static const std::vector<NamedLoader> loaders = [] {
        std::vector<NamedLoader> all;
        for (const auto table : {kFileLoaders, kGeneratedLoaders, kIjcai2015Loaders, kKdd2009Loaders})
            all.insert(all.end(), table.begin(), table.end());
        return all;
    }();
    const NamedLoader& loader = find_named(loaders, load.front().first, "loader", &NamedLoader::name);
    read(load.front().second, [&](Fields& option) { loader.set(entry, option, made); });
    return entry;
}

/// Returns the members of `set` laid over those of the sets that it is "like", a later set over an earlier.
Value in_full(const Value& set, const std::vector<Value>& known) {
    const auto name_of = [](const Value& one) { return text_at(one, "name"); };
    Value full = Value::object();
    const auto lay = [&](const Value& over) {
        for (const auto& [member, value] : over.as_object())
            if (member != "like" && member != "template") full.set(member, value);
    };
    if (const Value* like = set.find("like"))
        for (const Value& one : like->is_list() ? like->as_list() : Value::List{*like})
            lay(find_named(known, one.as_string(), "data set", name_of));
    lay(set);
    return full;
}

}  // namespace

Sets read_catalogue(std::span<const CatalogueText> files) {
    Sets sets;
    std::vector<Value> known;
    for (const CatalogueText& file : files) {
        const Value all = value_from_json(file.text, std::string(file.name));
        for (const Value& one : all.as_list()) {
            try {
                known.push_back(in_full(one, known));
                if (one.find("template") == nullptr) sets.push_back(entry_of(known.back(), sets));
            } catch (Error& error) {
                error.add_context(fmt::format("{}: {}", file.name, text_at(one, "name")));
                throw;
            }
        }
    }
    return sets;
}

const std::vector<CatalogueEntry>& catalogue() {
    static const std::vector<CatalogueEntry> entries = read_catalogue(catalogue_texts());
    return entries;
}

const CatalogueEntry& find_dataset(const std::string& name) {
    return find_named(catalogue(), name, "data set", &CatalogueEntry::name);
}

std::optional<StoredForm> present_form(const CatalogueFile& file, const DataRoot& root) {
    std::error_code unknown;
    const StoredForm& unpacked = file;
    for (const StoredForm& form : {file.packed.value_or(unpacked), unpacked})
        if (std::filesystem::exists(root.path_of(form.path), unknown)) return form;
    return std::nullopt;
}

std::optional<StoredForm> locate(const CatalogueFile& file, const DataRoot& root) {
    const std::optional<StoredForm> form = present_form(file, root);
    const std::string path = root.path_of(form.value_or(file).path);
    std::error_code missing;
    if (std::filesystem::is_directory(path, missing))
        throw DataError(path, 0, 0, "a folder is in the place of the file");
    const auto size = std::filesystem::file_size(path, missing);
    if (form && !missing && form->bytes != 0 && size != form->bytes)
        throw file_error(path, "{} bytes, expected {}: damaged, or another version of the file", size,
                         form->bytes);
    return missing ? std::nullopt : form;
}

Presence presence(const std::string& name, const DataRoot& root) {
    bool damaged = false;
    for (const CatalogueFile& file : find_dataset(name).files)
        try {
            if (!locate(file, root)) return Presence::absent;
        } catch (const DataError&) {
            damaged = true;
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
        throw error<UsageError>(
            "data set '{}' is not at hand: no {}; run `reboost data fetch {}`, or set "
            "REBOOST_DATA to the folder that has it",
            entry.name, root.path_of(wanted.path), entry.name);
    const std::string sum = form->sha256.empty() ? trusted_checksum(root, form->path) : form->sha256;
    return {root.path_of(form->path), sum, &(*sums_read)[form->path]};
}

const CatalogueEntry& provider_of(const CatalogueEntry& entry, const DataRoot& root) {
    const CatalogueEntry* provider = &entry;
    const auto lacks = [&](const CatalogueFile& file) { return !locate(file, root); };
    while (!provider->stand_in.empty() && std::ranges::any_of(provider->files, lacks))
        provider = &find_dataset(provider->stand_in);
    return *provider;
}

}  // namespace reboost::data
