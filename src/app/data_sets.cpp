#include "app/data_sets.hpp"

#include "app/common.hpp"
#include "core/error.hpp"
#include "core/names.hpp"
#include "core/text.hpp"
#include "data/catalogue/catalogue.hpp"
#include "data/fetch/fetch.hpp"
#include "data/generators/orange_like.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <ostream>
#include <set>

#include <fmt/format.h>

namespace reboost::app {
namespace {

constexpr double kMegabyte = 1e6;

/// A bar on a terminal; in a log one line per file, when it begins.
class DownloadBar {
  public:
    DownloadBar(std::ostream& err, sweep::ProgressMode mode) : err_(err), mode_(mode) {}

    bool operator()(const data::DownloadProgress& progress) {
        if (mode_ == sweep::ProgressMode::quiet) return true;
        if (progress.url != url_) {
            url_ = progress.url;
            if (mode_ == sweep::ProgressMode::plain) err_ << "downloading " << url_ << '\n' << std::flush;
        }
        if (mode_ == sweep::ProgressMode::terminal) err_ << "\r\033[K" << line(progress) << std::flush;
        return true;
    }
    void end() {
        if (mode_ == sweep::ProgressMode::terminal) err_ << "\r\033[K" << std::flush;
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

/// The files of one set; the bar is gone afterwards, also when this throws.
std::vector<data::FetchedFile> fetch_one(const std::string& name, const data::DataRoot& root,
                                         data::FetchOptions options, DownloadBar& bar) {
    options.download.progress = [&bar](const data::DownloadProgress& progress) { return bar(progress); };
    try {
        std::vector<data::FetchedFile> files = data::fetch(name, root, options);
        bar.end();
        return files;
    } catch (...) {
        bar.end();
        throw;
    }
}

bool any_downloaded(const std::vector<data::FetchedFile>& files) {
    return std::ranges::any_of(files, [](const data::FetchedFile& file) { return file.downloaded; });
}

/// Whether what is downloaded can be compared with something.
bool checksums_known(const data::CatalogueEntry& entry) {
    const auto known = [](const data::CatalogueFile& file) {
        const auto has_sum = [](const data::Download& d) { return !d.sha256.empty(); };
        return !file.content_sha256.empty() || std::ranges::any_of(file.downloads, has_sum);
    };
    return std::ranges::all_of(entry.files, known);
}

Value fetched_value(const data::FetchedFile& file) {
    return object_of(key("path", file.path), key("downloaded", file.downloaded), key("url", file.url),
                     key("sha256", file.sha256), key("trusted", file.trusted));
}

/// Returns those that were downloaded; generated sets need nothing.
std::set<std::string> fetch_missing(const std::set<std::string>& names, const data::DataRoot& root,
                                    sweep::ProgressMode mode, std::ostream& err) {
    // One attempt and little patience: without a network this is asked for each set of every experiment. One
    // dead address is no lack of a network; two in a row are taken for one.
    data::FetchOptions options;
    options.download.attempts = 1;
    options.download.connect_timeout_seconds = 10;
    std::set<std::string> downloaded;
    DownloadBar bar(err, mode);
    int failures_in_a_row = 0;
    for (const std::string& name : names) {
        if (data::available(name, root)) continue;
        try {
            if (any_downloaded(fetch_one(name, root, options, bar))) downloaded.insert(name);
            failures_in_a_row = 0;
        } catch (const IoError& error) {
            err << "cannot fetch " << name << ": " << printable(error.what(), true) << '\n';
            if (++failures_in_a_row < 2) continue;
            err << "No further downloads are tried.\n";
            break;
        } catch (const Error& error) {
            err << "cannot fetch " << name << ": " << printable(error.what(), true) << '\n';
        }
    }
    return downloaded;
}

std::set<std::string> data_sets_of(const std::vector<config::SweepConfig>& configs) {
    std::set<std::string> names;
    for (const config::SweepConfig& config : configs)
        for (const config::PlannedRun& run : config.runs)
            if (run.spec.dataset.path.empty()) names.insert(run.spec.dataset.name);
    return names;
}

/// Where each data set comes from; what cannot be had at all is taken out of the configs.
void say_and_settle_data(std::vector<config::SweepConfig>& configs, const std::set<std::string>& downloaded,
                         const data::DataRoot& root, std::ostream& out) {
    std::set<std::string> lost;
    out << "Data (files below " << root.text() << "):\n";
    for (const std::string& name : data_sets_of(configs)) {
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
        out << fmt::format("  {:<22} {}\n", name, how);
    }
    for (config::SweepConfig& config : configs)
        std::erase_if(config.runs,
                      [&](const config::PlannedRun& run) { return lost.contains(run.spec.dataset.name); });
}

}  // namespace

void fetch_and_settle_data(std::vector<config::SweepConfig>& configs, const data::DataRoot& root,
                           const Arguments& arguments, std::ostream& err) {
    std::set<std::string> downloaded;
    if (!arguments.has("offline"))
        downloaded = fetch_missing(data_sets_of(configs), root, progress_mode_of(arguments), err);
    say_and_settle_data(configs, downloaded, root, err);
}

int fetch_named(const std::vector<std::string>& names, const Arguments& arguments,
                const Invocation& invocation) {
    const data::DataRoot root = data::default_data_root();
    std::vector<std::string> wanted = names;
    const bool trusting = arguments.has("trust-first-download");
    if (wanted.empty())
        for (const data::CatalogueEntry& entry : data::catalogue()) {
            if (entry.generated()) continue;
            if (trusting || checksums_known(entry))
                wanted.push_back(entry.name);
            else
                invocation.err << entry.name
                               << ": left out, nobody has published its checksums (--trust-first-download)\n";
        }
    for (const std::string& name : wanted)
        data::find_dataset(name);  // all names are known before the first download
    data::FetchOptions options;
    options.trust_first_download = trusting;
    options.force = arguments.has("force");
    DownloadBar bar(invocation.err, progress_mode_of(arguments));
    Value all = Value::list();
    bool all_there = true;
    for (const std::string& name : wanted) {
        Value one = Value::object(), files = Value::list();
        one.set("name", name);
        try {
            const std::vector<data::FetchedFile> fetched = fetch_one(name, root, options, bar);
            for (const data::FetchedFile& file : fetched)
                files.push(fetched_value(file));
            one.set("files", std::move(files));
            const bool generated = data::find_dataset(name).generated();
            if (!arguments.has("json"))
                invocation.out << fmt::format("{:<22} {}\n", name,
                                              generated                 ? "generated, nothing to fetch"
                                              : any_downloaded(fetched) ? "downloaded"
                                                                        : "was there already");
        } catch (const Error& error) {
            all_there = false;
            one.set("error", error.what());
            if (!arguments.has("json"))
                invocation.err << fmt::format("{}: {}\n", name, printable(error.what(), true));
        }
        all.push(std::move(one));
    }
    if (arguments.has("json")) print_json(invocation.out, all);
    return all_there ? kAllWell : kSomeFailed;
}

int write_orange(const std::vector<std::string>& names, const Arguments& arguments,
                 const Invocation& invocation) {
    constexpr std::int64_t kMost = 1'000'000'000;
    constexpr std::array<std::string_view, 2> kKnown{"orange-like", "orange-small-like"};
    if (names.size() != 1) throw UsageError("data write: name one of orange-like, orange-small-like");
    const std::string_view name =
        find_named(kKnown, names.front(), "generator of files", std::identity(), "data write");
    const bool large = name == kKnown[0];
    const data::OrangeShape whole =
        large ? data::OrangeShape{}
              : data::OrangeShape{.features = 230, .nominal = 40, .strong = 0.1, .weak = 0.3};
    data::OrangeShape shape = whole;
    shape.features = static_cast<std::size_t>(
        arguments.integer("features", static_cast<std::int64_t>(whole.features), 1, kMost));
    shape.nominal = (whole.nominal * shape.features + whole.features - 1) / whole.features;
    const std::string folder = arguments.has("output")
                                   ? arguments.text("output")
                                   : (data::default_data_root().folders().front() / "orange").string();
    const data::OrangeLike rows(shape, static_cast<std::size_t>(arguments.integer("rows", 50000, 1, kMost)),
                                static_cast<std::size_t>(arguments.integer("seed", 1, 1, kMost)));
    const std::uint64_t bytes =
        data::write_orange_files(rows, folder, large ? "large" : "small", large ? 5 : 1);
    invocation.out << fmt::format("{}: {} rows of {} columns, {:.1f} MB\n", folder, rows.rows(),
                                  shape.features, static_cast<double>(bytes) / 1e6);
    return kAllWell;
}

}  // namespace reboost::app
