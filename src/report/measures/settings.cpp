#include "report/measures/settings.hpp"

#include "core/text.hpp"
#include "core/value.hpp"
#include "report/measures/spec_leaves.hpp"
#include "results/run_file.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace reboost::report {
namespace {

std::int64_t integer_at(const Value& spec, std::string_view path) {
    const Value* found = find_path(spec, path);
    return found != nullptr && found->is_integer() ? found->as_integer() : 0;
}

/// A specification's JSON with 0, 1, … in place of its seeds.
struct WithoutSeeds {
    std::string json;
    std::vector<std::int64_t> seeds;

    std::int64_t seed_at(const Value& spec, std::string_view path) const {
        return seeds[static_cast<std::size_t>(integer_at(spec, path))];
    }
};

WithoutSeeds without_seeds(std::string_view json) {
    constexpr std::string_view kKey = R"("seed":)";
    constexpr std::int64_t kMost = 9'000'000'000'000'000;
    WithoutSeeds without;
    for (std::size_t key = json.find(kKey); key != std::string_view::npos; key = json.find(kKey)) {
        without.json += json.substr(0, key + kKey.size());
        json.remove_prefix(key + kKey.size());
        const std::size_t end = std::min(json.find_first_of(",}"), json.size());
        const auto seed = parse_whole<std::int64_t>(json.substr(0, end));
        if (!seed || *seed < 0 || *seed > kMost) continue;
        without.json += std::to_string(without.seeds.size());
        without.seeds.push_back(*seed);
        json.remove_prefix(end);
    }
    without.json += json;
    return without;
}

/// Whether they are those of the run and of its data set.
bool has_both(const Value& spec, const std::vector<std::int64_t>& seeds) {
    const double run = number_at(spec, "seed", -1), data = number_at(spec, "dataset.seed", -1);
    return seeds.size() == 2 && std::min(run, data) == 0 && std::max(run, data) == 1;
}

std::shared_ptr<const Setting> setting_of(Value spec) {
    Setting setting;
    if (const auto known = config::readable_run_spec(spec)) {
        setting.identities.emplace(*known);
        spec = config::complete_value(*known);
    }
    // A trial is what a round is elsewhere; the oracle looks on and changes nothing.
    constexpr const char* kTrials = "booster.trials.count";
    const char* counted = integer_at(spec, kTrials) > 0 ? kTrials : "booster.rounds";
    setting.rounds = integer_at(spec, counted);
    const Value inside = without(without_shown_names(spec),
                                 {"seed", "dataset.seed", "timing", "booster.oracle_every", counted});
    setting.cell = to_json(inside, -1, true);
    setting.spec = std::move(spec);
    return std::make_shared<const Setting>(std::move(setting));
}

}  // namespace

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
    WithoutSeeds without = without_seeds(spec);
    const auto [known, is_new] = known_.try_emplace(std::move(without.json));
    if (is_new)
        if (Value tree = value_from_json(known->first, source); has_both(tree, without.seeds))
            known->second = setting_of(std::move(tree));
    if (known->second == nullptr)
        return {id, std::move(attributes), setting_of(value_from_json(spec, source))};
    const Value& places = known->second->spec;
    return {id, std::move(attributes), known->second,
            Seeds{without.seed_at(places, "seed"), without.seed_at(places, "dataset.seed")}};
}

bool is_outdated(const Run& run) {
    const Value* sha256 = run.attributes.find("dataset_sha256");
    const Value seed = run.option("seed");
    return run.setting->identities && sha256 != nullptr && sha256->is_string() &&
           run.setting->identities->is_outdated(run.id, seed.is_integer() ? seed.as_integer() : 0,
                                                run.split(), sha256->as_string());
}

}  // namespace reboost::report
