#include "app/common.hpp"
#include "app/data_sets.hpp"
#include "core/error.hpp"
#include "core/names.hpp"
#include "data/catalogue/catalogue.hpp"
#include "data/fetch/fetch.hpp"

#include <array>
#include <ostream>

#include <fmt/format.h>

namespace reboost::app {

namespace {

using data::CatalogueEntry;

std::string state_of(const CatalogueEntry& entry, const data::DataRoot& root) {
    if (entry.generated()) return "generated";
    const data::Presence presence = data::presence(entry.name, root);
    if (presence == data::Presence::present) return "at hand";
    return presence == data::Presence::damaged ? "damaged" : "to fetch";
}

Value entry_value(const CatalogueEntry& entry, const data::DataRoot& root) {
    return object_of(key("name", entry.name), key("title", entry.title), key("state", state_of(entry, root)),
                     key("source", entry.source), key("licence", entry.licence),
                     key("rows", entry.shape.train_rows), key("test_rows", entry.shape.test_rows),
                     key("features", entry.shape.features), key("classes", entry.shape.classes),
                     key("split_rule", entry.split_rule), key("label", entry.label), key("note", entry.note),
                     key("stand_in", entry.stand_in),
                     key("files", Value::list_of(entry.files, &data::CatalogueFile::path)));
}

int describe_sets(const std::vector<std::string>& names, const Arguments& arguments,
                  const Invocation& invocation) {
    if (names.empty()) throw UsageError("data info: name a data set; `reboost list datasets` names all");
    const data::DataRoot root = data::default_data_root();
    Value all = Value::list();
    for (const std::string& name : names) {
        const CatalogueEntry& entry = data::find_dataset(name);
        const Value value = entry_value(entry, root);
        all.push(value);
        if (arguments.has("json")) continue;
        for (const auto& [key, member] : value.as_object())
            if (!member.is_list() && !(member.is_string() && member.as_string().empty()))
                invocation.out << fmt::format("{:<12} {}\n", key, plain_text(member));
        for (const data::CatalogueFile& file : entry.files) {
            invocation.out << fmt::format("{:<12} {}\n", "file", data::file_path(file, root));
            for (const data::Download& download : file.downloads)
                invocation.out << fmt::format("{:<12}   {}\n", "", download.url);
        }
        invocation.out << '\n';
    }
    if (arguments.has("json")) print_json(invocation.out, all);
    return kAllWell;
}

int verify_sets(const std::vector<std::string>& names, const Arguments& arguments,
                const Invocation& invocation) {
    const data::DataRoot root = data::default_data_root();
    std::vector<std::string> wanted = names;
    if (wanted.empty())
        for (const CatalogueEntry& entry : data::catalogue())
            if (!entry.generated() && data::available(entry.name, root)) wanted.push_back(entry.name);
    Value all = Value::list();
    bool all_right = true;
    for (const std::string& name : wanted) {
        for (const data::FileReport& file : data::verify(name, root)) {
            const bool right = file.state == data::FileState::good ||
                               file.state == data::FileState::trusted ||
                               file.state == data::FileState::unverified;
            all_right = all_right && right;
            all.push(object_of(key("name", name), key("path", file.path), key("state", enum_name(file.state)),
                               key("bytes", file.bytes), key("sha256", file.sha256),
                               key("expected_sha256", file.expected_sha256)));
            if (arguments.has("json")) continue;
            invocation.out << fmt::format("{:<15} {}\n", enum_name(file.state), file.path);
            if (file.state == data::FileState::wrong_checksum)
                invocation.out << fmt::format("    SHA-256  {}\n    expected {}\n", file.sha256,
                                              file.expected_sha256);
        }
    }
    if (arguments.has("json")) print_json(invocation.out, all);
    return all_right ? kAllWell : kSomeFailed;
}

int print_path(const std::vector<std::string>& names, const Arguments&, const Invocation& invocation) {
    const data::DataRoot root = data::default_data_root();
    if (names.empty()) invocation.out << root.text() << '\n';
    for (const std::string& name : names)
        invocation.out << data::dataset_path(name, root) << '\n';
    return kAllWell;
}

struct Verb {
    std::string_view name;
    int (*run)(const std::vector<std::string>& names, const Arguments&, const Invocation&);
};
constexpr std::array<Verb, 5> kVerbs{{{"info", describe_sets},
                                      {"fetch", fetch_named},
                                      {"verify", verify_sets},
                                      {"path", print_path},
                                      {"write", write_orange}}};

struct VerbOption {
    std::string_view option, verb;
};
/// The options of one verb alone.
constexpr std::array<VerbOption, 6> kVerbOptions{{{"trust-first-download", "fetch"},
                                                  {"force", "fetch"},
                                                  {"rows", "write"},
                                                  {"features", "write"},
                                                  {"seed", "write"},
                                                  {"output", "write"}}};

void refuse_options_of_other_verbs(const Arguments& arguments, std::string_view verb) {
    for (const VerbOption& one : kVerbOptions)
        if (one.verb != verb && arguments.has(std::string(one.option)))
            throw UsageError(
                fmt::format("data {}: --{} is an option of `reboost data {}`", verb, one.option, one.verb));
}

}  // namespace

void list_data_sets(const Invocation& invocation, bool as_json) {
    const data::DataRoot root = data::default_data_root();
    Value all = Value::list();
    if (!as_json)
        invocation.out << fmt::format("{:<27} {:>8} {:>8} {:>8} {:>7}  {:<9}  {}\n", "name", "rows", "test",
                                      "features", "classes", "state", "title");
    for (const CatalogueEntry& entry : data::catalogue()) {
        if (as_json)
            all.push(entry_value(entry, root));
        else
            invocation.out << fmt::format("{:<27} {:>8} {:>8} {:>8} {:>7}  {:<9}  {}\n", entry.name,
                                          entry.shape.train_rows, entry.shape.test_rows, entry.shape.features,
                                          entry.shape.classes, state_of(entry, root), entry.title);
    }
    if (as_json) print_json(invocation.out, all);
}

int run_data(const Invocation& invocation) {
    Arguments arguments("data info|fetch|verify|path|write [NAME...] [OPTIONS]",
                        "  info NAME...       each in full\n"
                        "  fetch [NAME...]    download into the data folder, checked; without a name\n"
                        "                     every set whose checksums are known (gigabytes)\n"
                        "  verify [NAME...]   compare files with the catalogue's checksums\n"
                        "  path               the data folder: $REBOOST_DATA, else ~/.cache/reboost\n"
                        "                     (of several, A:B, the first takes what is fetched)\n"
                        "  write orange-like  rows of that set as files in the format of KDD Cup 2009\n\n"
                        "`reboost list datasets` names all data sets and says whether they are at hand.\n\n"
                        "Example:\n  reboost data fetch pendigits letter\n");
    arguments.shared(kCommonOptions, {"json", "quiet"})
        .flag("trust-first-download",
              "fetch: accept a file whose checksum nobody has published, and hold it to that checksum from "
              "then on")
        .flag("force", "fetch: download also what is there already")
        .number("rows", "N", "write: labelled rows (default: 50000)")
        .number("features", "N", "write: columns (default: 15000; orange-small-like: 230)")
        .number("seed", "N", "write: seed of the rows (default: 1)")
        .value("output", "DIR", "write: the folder of the files (default: the data folder's orange/)");
    if (!arguments.parse(invocation, 1, 1000)) return kAllWell;
    const std::string& wanted = arguments.positional().front();
    const std::vector<std::string> names(arguments.positional().begin() + 1, arguments.positional().end());
    const Verb& verb = find_named(kVerbs, wanted, "verb", &Verb::name, "data");
    refuse_options_of_other_verbs(arguments, verb.name);
    return verb.run(names, arguments, invocation);
}

}  // namespace reboost::app
