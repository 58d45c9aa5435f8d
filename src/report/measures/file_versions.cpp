#include "report/measures/file_versions.hpp"

#include <array>
#include <tuple>
#include <utility>

namespace reboost::report {
namespace {

/// A file that a run read: where its specification names it, and the checksum of what it held then.
struct FileRead {
    std::string named, shown, sha256;
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
    const std::string path = text_at(run.spec, "dataset.path");
    if (!path.empty()) {
        const std::string test_path = text_at(run.spec, "dataset.test_path");
        files.push_back({"data " + path + "\n" + test_path,
                         test_path.empty() ? path : path + " or " + test_path,
                         text_at(run.attributes, "dataset_sha256")});
    }
    for (const Place& place : kBesideTheData)
        if (const Value* named = find_path(run.spec, place.spec); named != nullptr)
            if (const std::string sha256 = text_at(run.attributes, place.checksum); !sha256.empty())
                files.push_back({place.checksum + to_json(*named), shown_name(*named), sha256});
    return files;
}

}  // namespace

std::map<std::string, std::size_t> drop_earlier_versions(std::vector<Run>& runs) {
    std::map<std::string, std::pair<std::string, std::string>> latest;  // when the last run ended, checksum
    for (const Run& run : runs)
        for (const FileRead& file : files_of(run)) {
            auto& [ended, sha256] = latest[file.named];
            std::pair<std::string, std::string> own{text_at(run.attributes, "ended_utc"), file.sha256};
            if (own > std::pair(ended, sha256)) std::tie(ended, sha256) = std::move(own);
        }
    std::map<std::string, std::size_t> dropped;
    std::erase_if(runs, [&](const Run& run) {
        for (const FileRead& file : files_of(run))
            if (latest.at(file.named).second != file.sha256) {
                ++dropped["used an earlier version of " + file.shown];
                return true;
            }
        return false;
    });
    return dropped;
}

}  // namespace reboost::report
