#include "report/measures/run.hpp"

#include "config/identity.hpp"
#include "core/text.hpp"
#include "data/load/load.hpp"
#include "report/measures/query.hpp"
#include "results/collection.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace reboost::report {
namespace {

std::int64_t integer_at(const Value& spec, std::string_view path) {
    const Value* found = find_path(spec, path);
    return found != nullptr && found->is_integer() ? found->as_integer() : 0;
}

/// Replaces the seeds in a specification's JSON by 0, 1, … and returns them in this order.
std::vector<std::int64_t> take_seeds(std::string& json) {
    constexpr std::string_view kKey = R"("seed":)";
    constexpr std::int64_t kMost = 9'000'000'000'000'000;
    std::vector<std::int64_t> seeds;
    for (std::size_t at = json.find(kKey); at != std::string::npos; at = json.find(kKey, at)) {
        at += kKey.size();
        const std::size_t size = std::min(json.find_first_of(",}", at), json.size()) - at;
        const auto seed = parse_whole<std::int64_t>(std::string_view(json).substr(at, size));
        if (!seed || *seed < 0 || *seed > kMost) continue;
        json.replace(at, size, std::to_string(seeds.size()));
        seeds.push_back(*seed);
    }
    return seeds;
}

/// Whether `seeds` are exactly those of the run and of its data set.
bool has_both(const Value& spec, const std::vector<std::int64_t>& seeds) {
    const double run = number_at(spec, "seed", -1), data = number_at(spec, "dataset.seed", -1);
    return seeds.size() == 2 && std::min(run, data) == 0 && std::max(run, data) == 1;
}

std::shared_ptr<const Setting> setting_of(Value spec) {
    Setting setting;
    if (const auto known = config::readable_run_spec(spec)) {
        setting.identities = std::make_shared<const config::Identities>(*known);
        spec = config::complete_value(*known);
    }
    // In budgeted runs, trials take the place of rounds. The oracle only observes and changes no result.
    constexpr const char* kTrials = "booster.trials.count";
    const char* counted = integer_at(spec, kTrials) > 0 ? kTrials : "booster.rounds";
    setting.rounds = integer_at(spec, counted);
    const Value inside = without(without_shown_names(spec),
                                 {"seed", "dataset.seed", "timing", "booster.oracle_every", counted});
    setting.cell = to_json(inside, -1, true);
    setting.spec = std::move(spec);
    return std::make_shared<const Setting>(std::move(setting));
}

/// A file that a run read: how its specification names it, and the checksum of its content at that time.
struct FileRead {
    std::string named, shown, sha256;
    const Value* spec = nullptr;  ///< set for data files of a user's own
};

/// The attributes with checksums, and the options that name the files.
constexpr std::pair<const char*, const char*> kBesideTheData[] = {
    {"selector_program_sha256", "selector.policy.command"},
    {"base_class_program_sha256", "booster.base_class.policy.command"},
    {"prices_sha256", "booster.prices.file"}};

std::vector<FileRead> files_of(const Run& run) {
    std::vector<FileRead> files;
    // A catalogue set has a published checksum, or is a stand-in, which is marked as one.
    const std::string path = text_at(run.options(), "dataset.path");
    if (!path.empty()) {
        const std::string test_path = text_at(run.options(), "dataset.test_path");
        files.push_back({"data " + path + "\n" + test_path,
                         test_path.empty() ? path : path + " or " + test_path,
                         text_at(run.attributes, "dataset_sha256"), &run.options()});
    }
    for (const auto& [checksum, spec] : kBesideTheData)
        if (const Value* named = find_path(run.options(), spec); named != nullptr)
            if (const std::string sha256 = text_at(run.attributes, checksum); !sha256.empty())
                files.push_back({checksum + to_json(*named), plain_text(*named), sha256});
    return files;
}

/// The versions of a file that the runs read.
struct Versions {
    FileRead file;
    std::set<std::string> sums;
    std::pair<std::string, std::string> latest;  ///< end time of the last run, and the checksum that it read
};

}  // namespace

Value Run::spec() const {
    Value whole = options();
    if (seeds) {
        *find_path(whole, "seed") = seeds->run;
        *find_path(whole, "dataset.seed") = seeds->dataset;
    }
    return whole;
}

Value Run::option(std::string_view path) const {
    if (seeds && path == "seed") return seeds->run;
    if (seeds && path == "dataset.seed") return seeds->dataset;
    if (seeds && path == "dataset") return spec().at(path);
    const Value* found = find_path(options(), path);
    return found == nullptr ? Value() : *found;
}

std::int64_t Run::split() const {
    const Value seed = option("dataset.seed");
    return seed.is_integer() ? seed.as_integer() : 1;
}

bool Run::stand_in() const {
    const Value* flag = attributes.find("dataset_stand_in");
    return flag != nullptr &&
           ((flag->is_bool() && flag->as_bool()) || (flag->is_integer() && flag->as_integer() != 0));
}

std::string Run::paper() const {
    return file ? file->path().stem().string() : "";
}

Run Settings::run(results::RunHeader header) {
    return run_of(header.id, to_json(header.spec), std::move(header.attributes), header.id);
}

Run Settings::run(const std::string& id, std::string_view json, const std::string& source) {
    constexpr std::string_view kSpec = R"({"spec":)", kAttributes = R"(,"attributes":)";
    const std::size_t end = json.find(kAttributes);
    if (!json.starts_with(kSpec) || end == std::string_view::npos || !json.ends_with('}'))
        return run(results::header_of(id, json, source));
    const std::string_view attributes = json.substr(end + kAttributes.size());
    return run_of(id, json.substr(kSpec.size(), end - kSpec.size()),
                  value_from_json(attributes.substr(0, attributes.size() - 1), source), source);
}

Run Settings::run_of(const std::string& id, std::string_view spec, Value attributes,
                     const std::string& source) {
    std::string without_seeds(spec);
    const std::vector<std::int64_t> seeds = take_seeds(without_seeds);
    const auto [known, is_new] = known_.try_emplace(std::move(without_seeds));
    if (is_new)
        if (Value tree = value_from_json(known->first, source); has_both(tree, seeds))
            known->second = setting_of(std::move(tree));
    if (known->second == nullptr)
        return {id, std::move(attributes), setting_of(value_from_json(spec, source))};
    const Value& places = known->second->spec;
    const auto seed_at = [&](const char* path) {
        return seeds[static_cast<std::size_t>(integer_at(places, path))];
    };
    return {id, std::move(attributes), known->second, Seeds{seed_at("seed"), seed_at("dataset.seed")}};
}

bool is_outdated(const Run& run) {
    const Value* sha256 = run.attributes.find("dataset_sha256");
    const Value seed = run.option("seed");
    return run.setting->identities && sha256 != nullptr && sha256->is_string() &&
           run.setting->identities->is_outdated(run.id, seed.is_integer() ? seed.as_integer() : 0,
                                                run.split(), sha256->as_string());
}

std::string seeds_key(const Run& run) {
    return to_json(run.option("seed")) + "/" + to_json(run.option("dataset.seed")) + "/";
}

bool asks_program(const Value& spec) {
    return text_at(spec, "selector.policy.name") == "external" ||
           text_at(spec, "booster.base_class.policy.name") == "external";
}

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
        const Value* on_own = of_file.file.spec;
        const auto spec = on_own == nullptr ? std::nullopt : config::readable_run_spec(*on_own);
        const std::string now = spec ? data::sum_of_own_files(spec->dataset) : "";  // "": unknown
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
