#include "data/catalogue/catalogue_json.hpp"

#include "core/error.hpp"
#include "core/names.hpp"
#include "data/catalogue/loaders.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace reboost::data {
namespace {

using Json = nlohmann::json;
using Strings = std::vector<std::string>;

/// Members of an object: each is taken once, and none may be left over.
class Members {
  public:
    explicit Members(const Json& object) : object_(object) {}
    template <class T>
    T get(const char* name) {
        taken_.insert(name);
        return object_.at(name).get<T>();
    }
    template <class T>
    T get(const char* name, T otherwise) {
        taken_.insert(name);
        return object_.value(name, std::move(otherwise));
    }
    /// Null where there is none.
    const Json* find(const char* name) {
        taken_.insert(name);
        const auto found = object_.find(name);
        return found == object_.end() ? nullptr : &*found;
    }
    /// A value of the enum, by its name; the first one where the member is absent.
    template <class Enum>
    Enum named(const char* name) {
        const std::string text = get<std::string>(name, std::string(enum_name(Enum{})));
        for (const auto& [value, known] : enum_names(Enum{}))
            if (known == text) return value;
        throw UsageError(fmt::format("unknown {} '{}'", name, text));
    }
    void require_all_taken() const {
        for (const auto& [name, value] : object_.items())
            if (!taken_.contains(name)) throw UsageError(fmt::format("unknown member '{}'", name));
    }

  private:
    const Json& object_;
    std::set<std::string> taken_;
};

std::optional<std::string> optional_text(Members& members, const char* name) {
    const Json* found = members.find(name);
    return found == nullptr ? std::nullopt : std::optional(found->get<std::string>());
}

template <class Read>
auto list_of(const Json* list, Read read) {
    std::vector<decltype(read(std::declval<Members&>()))> all;
    if (list == nullptr) return all;
    for (const Json& one : *list) {
        Members members(one);
        all.push_back(read(members));
        members.require_all_taken();
    }
    return all;
}

Download download_of(Members& members) {
    constexpr std::array<std::string_view, 4> kPackings{"none", "gzip", "compress", "zip"};
    const auto packing = members.get<std::string>("packing", "none");
    const auto& found = find_named(kPackings, packing, "packing", std::identity());
    return {members.get<std::string>("url"), static_cast<Packing>(&found - kPackings.data()),
            members.get<std::string>("member", ""), optional_text(members, "sha256")};
}

StoredForm stored_form_of(Members& members) {
    return {members.get<std::string>("path"), optional_text(members, "sha256"),
            members.get<std::uint64_t>("bytes", 0)};
}

CatalogueFile file_of(Members& members) {
    StoredForm content = stored_form_of(members);
    return {std::move(content.path), std::move(content.sha256), content.bytes,
            list_of(members.find("packed"), stored_form_of), list_of(members.find("downloads"), download_of)};
}

const CatalogueEntry& entry_named(const std::vector<CatalogueEntry>& entries, const std::string& name) {
    return find_named(entries, name, "data set", &CatalogueEntry::name);
}

TableRecipe table_recipe(Members& options) {
    return {options.named<FileFormat>("file_format"),
            {.delimiter = options.named<Delimiter>("delimiter"),
             .header = options.named<Header>("header"),
             .missing = options.get<Strings>("missing", {}),
             .label = options.get<std::string>("label", ""),
             .nominal = options.get<Strings>("nominal", {}),
             .skip = options.get<Strings>("skip", {}),
             .comment = options.get<std::string>("comment", "")},
            {.tokens = options.get<Strings>("tokens", {}),
             .names = options.get<Strings>("names", {}),
             .strip = options.get<std::string>("strip", "")},
            options.get<std::int64_t>("first_rows", 0),
            options.get<std::int64_t>("drawn_rows", 0)};
}

MixtureShape mixture_shape(Members& options) {
    MixtureShape shape;
    shape.low = options.get("low", shape.low);
    shape.high = options.get("high", shape.high);
    shape.step = options.get("step", shape.step);
    shape.zero_share = options.get("zero_share", shape.zero_share);
    shape.factors = options.get("factors", shape.factors);
    shape.spread = options.get("spread", shape.spread);
    return shape;
}

void set_orange(CatalogueEntry& entry, Members& options, bool generated) {
    const bool large = options.get<std::string>("size") == "large";
    entry.open = orange_stream(large, generated, options.get<std::string>("task", ""));
    entry.load = [open = entry.open](const LoadRequest& request) { return collect(*open(request)); };
}

/// What a set may be made of.
using Made = const std::vector<CatalogueEntry>&;

struct NamedLoader {
    std::string_view name;
    void (*set)(CatalogueEntry&, Members& options, Made made);
};
constexpr NamedLoader kLoaders[]{
    {"table", [](CatalogueEntry& e, Members& o, Made) { e.load = table_loader(table_recipe(o)); }},
    {"idx", [](CatalogueEntry& e, Members& o,
               Made) { e.load = idx_loader(o.get<Strings>("names"), o.get("exchanged", false)); }},
    {"digits_on_patches",
     [](CatalogueEntry& e, Members&, Made) {
         e.load = digits_on_patches_loader();
         e.checksum = digits_on_patches_sha256;
     }},
    {"splice", [](CatalogueEntry& e, Members&, Made) { e.load = splice_loader(); }},
    {"letor_fold",
     [](CatalogueEntry& e, Members& o, Made) { e.load = letor_fold_loader(o.get<std::size_t>("fold")); }},
    {"poker",
     [](CatalogueEntry& e, Members& o, Made) {
         e.load = poker_loader(o.get<std::int64_t>("to_training"), o.get<std::int64_t>("test_begin"));
     }},
    {"poker_dealt", [](CatalogueEntry& e, Members&, Made) { e.load = poker_dealt_loader(); }},
    {"binary",
     [](CatalogueEntry& e, Members& o, Made made) {
         e.load = binary_loader(entry_named(made, o.get<std::string>("of")).load,
                                {o.get<std::string>("transform", ""), o.get<Strings>("digits", {}),
                                 o.get("gaps", false), o.get("undivided", false)});
     }},
    {"orange", [](CatalogueEntry& e, Members& o, Made) { set_orange(e, o, false); }},
    {"orange_like", [](CatalogueEntry& e, Members& o, Made) { set_orange(e, o, true); }},
    {"drawn", [](CatalogueEntry& e, Members& o, Made) { e.load = drawn_loader(o.get<std::string>("rule")); }},
    {"listed",
     [](CatalogueEntry& e, Members& o, Made) { e.load = listed_loader(o.get<std::string>("rule")); }},
    {"monks", [](CatalogueEntry& e, Members& o, Made) { e.load = monks_loader(o.get<int>("problem")); }},
    {"poker_hands",
     [](CatalogueEntry& e, Members& o, Made) { e.load = poker_hands_loader(o.get<bool>("one_hot")); }},
    {"two_rows", [](CatalogueEntry& e, Members&, Made) { e.load = two_rows_loader(); }},
    {"mixture", [](CatalogueEntry& e, Members& o, Made) { e.load = mixture_loader(mixture_shape(o)); }},
    {"webscope", [](CatalogueEntry& e, Members&, Made) { e.load = webscope_loader(); }},
};

void set_loader(CatalogueEntry& entry, const Json& load, Made made) {
    if (load.size() != 1) throw UsageError("'load' names one loader");
    const NamedLoader& loader = find_named(kLoaders, load.begin().key(), "loader", &NamedLoader::name);
    Members options(load.begin().value());
    loader.set(entry, options, made);
    options.require_all_taken();
}

CatalogueEntry entry_of(Members& members, Made made) {
    const Json& rows = *members.find("rows");
    CatalogueEntry entry{
        .name = members.get<std::string>("name"),
        .title = members.get<std::string>("title"),
        .source = members.get<std::string>("source"),
        .licence = members.get<std::string>("licence", ""),
        .shape = {rows.at(0).get<std::int64_t>(), rows.at(1).get<std::int64_t>(),
                  members.get<std::int64_t>("features"), members.get<std::int64_t>("classes")},
        .split_rule = members.get<std::string>("split_rule"),
        .label = members.get<std::string>("label"),
        .note = members.get<std::string>("note", ""),
        .seeded = members.get("seeded", false),
        .sized = members.get("sized", false),
        .any_width = members.get("any_width", false),
        .multi_label = members.get("multi_label", false),
        .own_validation = members.get("own_validation", false),
        .stand_in = members.get<std::string>("stand_in", "")};
    const Json* files = members.find("files");
    entry.files = files != nullptr && files->is_string() ? entry_named(made, files->get<std::string>()).files
                                                         : list_of(files, file_of);
    set_loader(entry, members.get<Json>("load"), made);
    if (members.get("is_stand_in", false)) entry.load = as_stand_in(std::move(entry.load));
    return entry;
}

}  // namespace

void append_entries(const CatalogueText& file, std::vector<CatalogueEntry>& entries) {
    std::string name;
    try {
        for (const Json& one : Json::parse(file.text)) {
            name = one.value("name", "");
            Members members(one);
            entries.push_back(entry_of(members, entries));
            members.require_all_taken();
        }
    } catch (const Json::exception& error) {
        throw UsageError(fmt::format("{}: {}: {}", file.name, name, error.what()));
    } catch (Error& error) {
        error.add_context(fmt::format("{}: {}", file.name, name));
        throw;
    }
}

}  // namespace reboost::data
