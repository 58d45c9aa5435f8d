#include "app/common.hpp"
#include "data/catalogue/catalogue.hpp"
#include "data/fetch/fetch.hpp"
#include "data/generators/orange_like.hpp"

#include <array>
#include <functional>

#include <boost/algorithm/string/replace.hpp>

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

int describe_sets(const std::vector<std::string>& names, const Arguments& arguments) {
    if (names.empty()) throw UsageError("data info: name a data set; `reboost list datasets` names all");
    const data::DataRoot root = data::default_data_root();
    Value all = Value::list();
    for (const std::string& name : names) {
        const CatalogueEntry& entry = data::find_dataset(name);
        const Value value = entry_value(entry, root);
        all.push(value);
        for (const auto& [key, member] : value.as_object())
            if (!member.is_list() && !(member.is_string() && member.as_string().empty()))
                arguments.print("{:<12} {}\n", key, plain_text(member));
        for (const data::CatalogueFile& file : entry.files) {
            arguments.print("{:<12} {}\n", "file", data::file_path(file, root));
            for (const data::Download& download : file.downloads)
                arguments.print("{:<12}   {}\n", "", download.url);
        }
        arguments.print("\n");
    }
    arguments.json(all);
    return kAllWell;
}

int verify_sets(const std::vector<std::string>& names, const Arguments& arguments) {
    const data::DataRoot root = data::default_data_root();
    std::vector<std::string> wanted = names;
    if (wanted.empty())
        for (const CatalogueEntry& entry : data::catalogue())
            if (!entry.generated() && data::presence(entry.name, root) != data::Presence::absent)
                wanted.push_back(entry.name);
    Value all = Value::list();
    bool all_right = true;
    for (const std::string& name : wanted) {
        for (const data::FileReport& file : data::verify(name, root)) {
            const std::string state = boost::replace_all_copy(std::string(enum_name(file.state)), "_", " ");
            all_right = all_right && data::is_usable(file.state);
            all.push(object_of(key("name", name), key("path", file.path), key("state", state),
                               key("bytes", file.bytes), key("sha256", file.sha256),
                               key("expected_sha256", file.expected_sha256)));
            arguments.print("{:<15} {}\n", state, file.path);
            if (file.state == data::FileState::wrong_checksum)
                arguments.print("    SHA-256  {}\n    expected {}\n", file.sha256, file.expected_sha256);
        }
    }
    arguments.json(all);
    return all_right ? kAllWell : kSomeFailed;
}

int print_path(const std::vector<std::string>& names, const Arguments& arguments) {
    const data::DataRoot root = data::default_data_root();
    if (names.empty()) arguments.out << root.text() << '\n';
    for (const std::string& name : names)
        arguments.out << data::dataset_path(name, root) << '\n';
    return kAllWell;
}

constexpr double kMegabyte = 1e6;

/// Shows downloads: on a terminal as a bar that is cleared at the end, in a log as one line for each file.
class DownloadBar {
  public:
    DownloadBar(std::ostream& err, sweep::ProgressMode mode) : err_(err), mode_(mode) {}
    ~DownloadBar() {
        if (mode_ == sweep::ProgressMode::terminal) err_ << "\r\033[K" << std::flush;
    }

    void operator()(const data::DownloadProgress& progress) {
        if (mode_ == sweep::ProgressMode::terminal) err_ << "\r\033[K" << line(progress) << std::flush;
        if (mode_ == sweep::ProgressMode::plain && progress.url != url_)
            err_ << "downloading " << progress.url << '\n' << std::flush;
        url_ = progress.url;
    }

  private:
    static std::string line(const data::DownloadProgress& progress) {
        const std::string name = progress.url.substr(progress.url.rfind('/') + 1);
        const double bytes = static_cast<double>(progress.bytes) / kMegabyte;
        if (progress.total == 0) return fmt::format("{}  {:.1f} MB", name, bytes);
        constexpr std::size_t kWidth = 30;
        const std::size_t full = std::min<std::size_t>(kWidth, kWidth * progress.bytes / progress.total);
        return fmt::format("{} [{}{}] {:.1f} of {:.1f} MB", name, std::string(full, '#'),
                           std::string(kWidth - full, '.'), bytes,
                           static_cast<double>(progress.total) / kMegabyte);
    }

    std::ostream& err_;
    sweep::ProgressMode mode_;
    std::string url_;
};

std::vector<data::FetchedFile> fetch_one(const std::string& name, const data::DataRoot& root,
                                         data::FetchOptions options, const Arguments& arguments) {
    DownloadBar bar(arguments.err, progress_mode_of(arguments));
    options.download.progress = std::ref(bar);
    return data::fetch(name, root, options);
}

bool checksums_known(const data::CatalogueEntry& entry) {
    const auto has_sum = [](const auto& file) { return !file.sha256.empty(); };
    return std::ranges::all_of(entry.files, [&](const data::CatalogueFile& file) {
        return has_sum(file) || std::ranges::any_of(file.downloads, has_sum);
    });
}

/// Downloads missing sets and returns the names of the downloaded ones; generated sets need no download.
std::set<std::string> fetch_missing(const std::set<std::string>& names, const data::DataRoot& root,
                                    const Arguments& arguments) {
    // One attempt with a short timeout, because without a network this is tried for each set of every
    // experiment. One unreachable address does not mean that there is no network; two in a row do.
    const data::FetchOptions options{.download = {.attempts = 1, .connect_timeout_seconds = 10}};
    std::set<std::string> downloaded;
    int failures_in_a_row = 0;
    for (const std::string& name : names) {
        if (data::available(name, root)) continue;
        try {
            const std::vector<data::FetchedFile> files = fetch_one(name, root, options, arguments);
            if (std::ranges::any_of(files, &data::FetchedFile::downloaded)) downloaded.insert(name);
            failures_in_a_row = 0;
        } catch (const Error& error) {
            arguments.tell("cannot fetch {}: {}\n", name, printable(error.what(), true));
            if (dynamic_cast<const IoError*>(&error) == nullptr || ++failures_in_a_row < 2) continue;
            arguments.tell("No further downloads are tried.\n");
            break;
        }
    }
    return downloaded;
}

int fetch_named(const std::vector<std::string>& names, const Arguments& arguments) {
    const data::DataRoot root = data::default_data_root();
    std::vector<std::string> wanted = names;
    const bool trusting = arguments.has("trust-first-download");
    if (wanted.empty())
        for (const data::CatalogueEntry& entry : data::catalogue()) {
            if (entry.generated()) continue;
            if (trusting || checksums_known(entry))
                wanted.push_back(entry.name);
            else
                arguments.err << entry.name
                              << ": left out, nobody has published its checksums (--trust-first-download)\n";
        }
    for (const std::string& name : wanted)
        data::find_dataset(name);  // reports unknown names before the first download
    const data::FetchOptions options{.trust_first_download = trusting, .force = arguments.has("force")};
    Value all = Value::list();
    bool all_there = true;
    for (const std::string& name : wanted) {
        Value one = Value::object().set("name", name);
        try {
            const std::vector<data::FetchedFile> fetched = fetch_one(name, root, options, arguments);
            one.set("files", Value::list_of(fetched, [](const data::FetchedFile& file) {
                        return object_of(key("path", file.path), key("downloaded", file.downloaded),
                                         key("url", file.url), key("sha256", file.sha256),
                                         key("trusted", file.trusted));
                    }));
            const bool generated = data::find_dataset(name).generated();
            arguments.print("{:<22} {}\n", name,
                            generated ? "generated, nothing to fetch"
                            : std::ranges::any_of(fetched, &data::FetchedFile::downloaded)
                                ? "downloaded"
                                : "was there already");
        } catch (const Error& error) {
            all_there = false;
            one.set("error", error.what());
            if (!arguments.has("json")) arguments.tell("{}: {}\n", name, printable(error.what(), true));
        }
        all.push(std::move(one));
    }
    arguments.json(all);
    return all_there ? kAllWell : kSomeFailed;
}

int write_orange(const std::vector<std::string>& names, const Arguments& arguments) {
    constexpr double kMost = 1e9;
    constexpr std::array<std::string_view, 2> kKnown{"orange-like", "orange-small-like"};
    if (names.size() != 1) throw UsageError("data write: name one of orange-like, orange-small-like");
    const std::string_view name =
        find_named(kKnown, names.front(), "generator of files", std::identity(), "data write");
    const bool large = name == kKnown[0];
    const data::OrangeShape whole = large ? data::OrangeShape{} : data::kSmallOrange;
    const auto width =
        arguments.integer<std::size_t>("features", static_cast<double>(whole.features), 1, kMost);
    const data::OrangeShape shape = whole.of_width(width);
    const std::string folder = arguments.has("output")
                                   ? arguments.text("output")
                                   : (data::default_data_root().folders().front() / "orange").string();
    const data::OrangeLike rows(shape, arguments.integer<std::size_t>("rows", 50000, 1, kMost),
                                arguments.integer<std::size_t>("seed", 1, 1, kMost));
    const std::uint64_t bytes =
        data::write_orange_files(rows, folder, large ? "large" : "small", large ? 5 : 1);
    arguments.print("{}: {} rows of {} columns, {:.1f} MB\n", folder, rows.rows(), shape.features,
                    static_cast<double>(bytes) / 1e6);
    return kAllWell;
}

struct Verb {
    std::string_view name;
    int (*run)(const std::vector<std::string>& names, const Arguments& arguments);
    std::vector<std::string> options{};  ///< options that only this verb takes
};
const Verb kVerbs[]{{"info", describe_sets},
                    {"fetch", fetch_named, {"trust-first-download", "force"}},
                    {"verify", verify_sets},
                    {"path", print_path},
                    {"write", write_orange, {"rows", "features", "seed", "output"}}};

}  // namespace

void fetch_and_settle_data(std::vector<config::SweepConfig>& configs, const Arguments& arguments) {
    const data::DataRoot root = data::default_data_root();
    std::set<std::string> names, downloaded, lost;
    for (const config::SweepConfig& config : configs)
        for (const config::PlannedRun& run : config.runs)
            if (run.spec.dataset.path.empty()) names.insert(run.spec.dataset.name);
    if (!arguments.has("offline")) downloaded = fetch_missing(names, root, arguments);
    arguments.err << "Data (files below " << root.text() << "):\n";
    for (const std::string& name : names) {
        const data::CatalogueEntry& entry = data::find_dataset(name);
        std::string how = "from files";
        if (entry.generated())
            how = "generated, exact";
        else if (downloaded.contains(name))
            how = "downloaded now";
        else if (!data::available(name, root)) {
            const char* const why =
                data::presence(name, root) == data::Presence::damaged ? "DAMAGED" : "NOT AT HAND";
            how = entry.stand_in.empty()
                      ? fmt::format("{}: its runs are left out", why)
                      : fmt::format("{}: stand-in '{}', not comparable with published values", why,
                                    data::provider_of(entry, root).name);
            if (entry.stand_in.empty()) lost.insert(name);
        }
        arguments.tell("  {:<22} {}\n", name, how);
    }
    for (config::SweepConfig& config : configs)
        std::erase_if(config.runs,
                      [&](const config::PlannedRun& run) { return lost.contains(run.spec.dataset.name); });
}

void list_data_sets(const Arguments& arguments) {
    const data::DataRoot root = data::default_data_root();
    arguments.json(
        Value::list_of(data::catalogue(), [&](const auto& entry) { return entry_value(entry, root); }));
    constexpr const char* kRow = "{:<27} {:>8} {:>8} {:>8} {:>7}  {:<9}  {}\n";
    arguments.print(kRow, "name", "rows", "test", "features", "classes", "state", "title");
    for (const CatalogueEntry& entry : data::catalogue())
        arguments.print(kRow, entry.name, entry.shape.train_rows, entry.shape.test_rows, entry.shape.features,
                        entry.shape.classes, state_of(entry, root), entry.title);
}

int run_data(const Invocation& invocation) {
    Arguments arguments(invocation, "data info|fetch|verify|path|write [NAME...] [OPTIONS]",
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
        .value("rows", "N", "write: labelled rows (default: 50000)")
        .value("features", "N", "write: columns (default: 15000; orange-small-like: 230)")
        .value("seed", "N", "write: seed of the rows (default: 1)")
        .value("output", "DIR", "write: the folder of the files (default: the data folder's orange/)");
    if (!arguments.parse(1, 1000)) return kAllWell;
    const std::string& wanted = arguments.positional().front();
    const std::vector<std::string> names(arguments.positional().begin() + 1, arguments.positional().end());
    const Verb& verb = find_named(kVerbs, wanted, "verb", &Verb::name, "data");
    for (const Verb& other : kVerbs)
        for (const std::string& option : other.options)
            if (other.name != verb.name && arguments.has(option))
                throw UsageError(fmt::format("data {}: --{} is an option of `reboost data {}`", verb.name,
                                             option, other.name));
    return verb.run(names, arguments);
}

}  // namespace reboost::app
