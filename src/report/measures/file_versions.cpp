#include "report/measures/file_versions.hpp"

#include "config/run_spec.hpp"
#include "data/load/load.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

namespace reboost::report {
namespace {

/// A file that a run read: where its specification names it, and the checksum of what it held then.
struct FileRead {
    std::string named, shown, sha256;
    const Value* spec = nullptr;  ///< of a run on a data set of one's own
};

struct Place {
    const char *checksum, *spec;
};
constexpr std::array kBesideTheData{
    Place{"selector_program_sha256", "selector.policy.command"},
    Place{"base_class_program_sha256", "booster.base_class.policy.command"},
    Place{"prices_sha256", "booster.prices.file"},
};

std::string shown_name(const Value& named) {
    return named.is_string() ? named.as_string() : to_json(named);
}

std::vector<FileRead> files_of(const Run& run) {
    std::vector<FileRead> files;
    // A set of the catalogue has a checksum of its own, or is a stand-in, which is told apart.
    const std::string path = text_at(run.options(), "dataset.path");
    if (!path.empty()) {
        const std::string test_path = text_at(run.options(), "dataset.test_path");
        files.push_back({"data " + path + "\n" + test_path,
                         test_path.empty() ? path : path + " or " + test_path,
                         text_at(run.attributes, "dataset_sha256"), &run.options()});
    }
    for (const Place& place : kBesideTheData)
        if (const Value* named = find_path(run.options(), place.spec); named != nullptr)
            if (const std::string sha256 = text_at(run.attributes, place.checksum); !sha256.empty())
                files.push_back({place.checksum + to_json(*named), shown_name(*named), sha256});
    return files;
}

/// The versions of a file that runs read.
struct Versions {
    FileRead file;
    std::set<std::string> sums;
    std::pair<std::string, std::string> latest;  ///< when the last run ended, checksum

    /// What a data file holds now; "" where that is not known.
    std::string now() const {
        const auto spec = file.spec == nullptr ? std::nullopt : config::readable_run_spec(*file.spec);
        return spec ? data::sum_of_own_files(spec->dataset) : "";
    }
};

}  // namespace

FileVersions drop_earlier_versions(std::vector<Run>& runs) {
    std::map<std::string, Versions> versions;
    for (const Run& run : runs)
        for (const FileRead& file : files_of(run)) {
            Versions& of_file = versions.try_emplace(file.named, Versions{file, {}, {}}).first->second;
            of_file.sums.insert(file.sha256);
            of_file.latest =
                std::max(of_file.latest, std::pair(text_at(run.attributes, "ended_utc"), file.sha256));
        }
    FileVersions found;
    std::map<std::string, std::string> current;
    for (const auto& [named, of_file] : versions) {
        const std::string now = of_file.now();
        const bool counts = of_file.sums.contains(now);
        current[named] = counts ? now : of_file.latest.second;
        if (!now.empty() && !counts) found.changed.push_back(of_file.file.shown);
    }
    std::erase_if(runs, [&](const Run& run) {
        for (const FileRead& file : files_of(run))
            if (current.at(file.named) != file.sha256) {
                ++found.dropped["used another version of " + file.shown];
                return true;
            }
        return false;
    });
    return found;
}

}  // namespace reboost::report
