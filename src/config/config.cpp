#include "config/config.hpp"

#include "config/dataset_rules.hpp"
#include "config/grid.hpp"
#include "config/json.hpp"
#include "config/label.hpp"
#include "config/paths.hpp"
#include "core/mapped.hpp"
#include "core/names.hpp"
#include "core/text.hpp"
#include "data/load/load.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <variant>

#include <fmt/format.h>

namespace reboost::config {
namespace {

std::vector<std::string> profiles_of(const Node& root) {
    const Node* profiles = root.find("profiles");
    if (profiles == nullptr) return {};
    if (profiles->members() == nullptr) throw profiles->expected("an object");
    return mapped(*profiles->members(), &Node::Members::value_type::first);
}

/// `known`: the profiles of the config `file`.
void read_profile(const Node& root, const std::vector<std::string>& known, const std::string& name,
                  const std::string& file, Settings& settings, Filter& filter) {
    if (known.empty())
        throw UsageError(file + ": unknown profile '" + name + "'; this config has no profiles");
    find_named(known, name, "profile", std::identity(), file);
    const Node& profile = *root.find("profiles")->find(name);
    if (profile.members() == nullptr) throw profile.expected("an object");
    collect_errors(*profile.members(), [&](const auto& setting) {
        if (Filter::is_key(setting.first))
            filter.add(setting.first, setting.second);
        else
            settings.push_back(setting);
    });
}

std::pair<std::string, Node> read_override(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
        throw UsageError("--set " + text + ": expected path=value, such as booster.rounds=1000");
    return {text.substr(0, equals), read_value(text.substr(equals + 1), "--set " + text)};
}

/// Collects the faults that `run` would refuse, at the option or, if that is a default, at the booster.
void require_fit(const Node& point, const RunSpec& spec, ErrorList& errors) {
    const boosting::DataFacts facts = certain_facts(spec.dataset, catalogue_facts(spec.dataset));
    for (const boosting::Incompatibility& found : boosting::incompatibilities(recipe_of(spec), facts)) {
        const Node* at = &innermost_written(point, found.path);
        if (at == &point) at = &innermost_written(point, "booster");
        errors.add(at->error(found.message));
    }
}

/// Whether anything random in the run depends on `seed`.
bool uses_seed(const RunSpec& spec) {
    const bool booster_draws = std::visit([](const auto& o) { return o.kDraws; }, spec.booster);
    return spec.selector->draws() || booster_draws || spec.evaluation.validation_fraction > 0;
}

/// Collects planned runs, each once. A seed without effect on the run is set to its default first.
class RunCollector {
  public:
    explicit RunCollector(std::vector<PlannedRun>& runs) : runs_(runs) {}
    /// `dataset`: the place in the config that names the run's data set, for messages.
    void add(RunSpec spec, std::shared_ptr<const Origin> dataset) {
        const Seeds asked{spec.seed, spec.dataset.seed};
        if (!uses_seed(spec)) spec.seed = RunSpec{}.seed;
        if (!data::depends_on_seed(spec.dataset) &&
            !std::visit([](const auto& o) { return o.draws_by_dataset_seed(); }, spec.booster))
            spec.dataset.seed = data::DatasetSpec{}.seed;
        std::vector<Seeds>& seeds = seen_[to_json(canonical_value(spec), -1, true)];
        if (seeds.empty()) {
            seeds.push_back(asked);
            runs_.push_back({std::move(spec), std::move(dataset)});
            return;
        }
        std::string field, label = run_label(spec);
        if (std::ranges::find(seeds, asked) == seeds.end()) {
            field = seeds.front().first != asked.first ? "seed" : "dataset.seed";
            label.resize(label.rfind(" training seed "));
            seeds.push_back(asked);
        }
        ++dropped_[field][label];
    }
    std::string collapse_report() const {
        return fmt::format("{}", fmt::join(mapped(dropped_, text_of_dropped), "\n"));
    }

  private:
    using Seeds = std::pair<std::int64_t, std::int64_t>;  ///< seed, dataset.seed
    using Counts = std::map<std::string, std::size_t>;    ///< number of dropped runs for each label

    static std::string text_of_dropped(const std::pair<const std::string, Counts>& of_field) {
        const auto& [field, counts] = of_field;
        constexpr std::size_t kNamed = 3;
        std::size_t dropped = 0;
        std::vector<std::string> named;
        for (const auto& [label, runs] : counts) {
            dropped += runs;
            if (named.size() < kNamed) named.push_back(fmt::format("{} of {}", runs, label));
        }
        return fmt::format(
            "{} dropped, {}: {}{}", counted(dropped, "run"),
            field.empty() ? "listed by the grid more than once" : "nothing random depends on " + field,
            fmt::join(named, ", "),
            counts.size() > kNamed ? " and " + counted(counts.size() - kNamed, "more setting") : "");
    }

    std::vector<PlannedRun>& runs_;
    std::map<std::string, std::vector<Seeds>> seen_;  ///< canonical JSON -> the seeds asked for
    std::map<std::string, Counts> dropped_;  ///< key: the seed without effect; "": points listed twice
};

/// Refuses one label for two different parts, because their runs would share a row of a table.
class NameBook {
  public:
    /// `point`: the run as written; `complete`, `canonical`: its specification.
    void note(const Node& point, const RunSpec& spec, const Value& complete, const Value& canonical,
              ErrorList& errors) {
        // Runs of several seeds are one column, so the seed is left out.
        const std::string dataset = to_json(without(canonical.at("dataset"), {"seed"}), -1, true);
        for (const char* part : {"learner", "selector", "booster"}) {
            const std::string label = part_label(complete.at(part));
            const bool is_named = std::ranges::any_of(
                spec.names, [&](const auto& name) { return name.first.starts_with(part); });
            note(fmt::format("{}\n{}\n{}", part, label, dataset),
                 {to_json(canonical.at(part), -1, true), is_named},
                 innermost_written(point, std::string(part) + ".as"),
                 fmt::format("two different {}s are called '{}'", part, label), errors);
        }
        if (spec.dataset.path.empty() || spec.dataset.name.empty()) return;
        note("dataset\n" + spec.dataset.name, {dataset, true}, *point.find("dataset"),
             "two different data sets are called '" + spec.dataset.name + "'", errors);
    }

  private:
    struct Bearer {
        std::string part;  ///< canonical JSON of the part
        bool given;        ///< the config states the name; it was not made from the options
    };
    void note(const std::string& key, const Bearer& bearer, const Node& at, const std::string& message,
              ErrorList& errors) {
        const auto [first, is_new] = bearers_.try_emplace(key, bearer);
        if (is_new || first->second.part == bearer.part) return;
        if (first->second.given || bearer.given) errors.add(at.error(message));
    }

    std::map<std::string, Bearer> bearers_;
};

/// Makes runs from blocks; all errors are collected.
struct Planner {
    /// Throws TooManyRuns before any run is made. `add` reports all other errors.
    void count(const Block& block) {
        ErrorList ignored;
        try {
            for_each_variant(block, ignored,
                             [&](const Node& variant) { add_size(size, variant, case_names); });
        } catch (const TooManyRuns&) {
            throw;
        } catch (const UsageError&) {
        }
    }

    void add(const Block& block) {
        for_each_variant(block, errors, [&](const Node& variant) {
            expand_block(variant, case_names, [&](const Node& choice) {
                errors.collect([&] {
                    ranges += expand_search(choice, search, [&](const Node& point) {
                        if (++points > kMostRuns)
                            throw variant.error(fmt::format("more than {} runs", kMostRuns));
                        errors.collect([&] { add_point(point, block.filter); });
                    });
                });
            });
        });
    }
    /// Visits each variant that the block's zip makes, after the command line's settings.
    template <class Visit>
    void for_each_variant(const Block& block, ErrorList& faults, Visit visit) {
        expand_zip(block.node, settings, [&](Node variant) {
            for (const auto& setting : settings)
                if (!settled_by_zip(block.node, setting))
                    faults.collect([&] { set_path(variant, setting.first, setting.second); });
            visit(variant);
        });
    }

    void add_point(const Node& point, const Filter& filter_of_block) {
        const bool is_known = errors.collect([&] { require_known_dataset(point); });
        RunSpec spec = read_run_spec(point);
        if (!is_known) return;
        require_dataset(point, spec);
        const Value complete = complete_value(spec);
        if (!filter.keeps(complete) || !filter_of_block.keeps(complete)) return;
        require_fit(point, spec, errors);
        names.note(point, spec, complete, canonical_value(spec), errors);
        collector.add(std::move(spec), point.find("dataset")->origin());
    }

    const Settings& settings;
    const Filter& filter;
    const std::optional<Search>& search;
    const std::vector<std::string> case_names;
    ErrorList& errors;
    RunCollector collector;
    NameBook names{};
    BlockSize size{};                    ///< total size of the blocks counted so far
    std::size_t points = 0, ranges = 0;  ///< of all blocks so far
};

}  // namespace

std::string PlannedRun::dataset_place() const {
    return Node(Value(), dataset_origin).place();
}

Node read_value(const std::string& text, const std::string& called) {
    Value value = text;
    try {
        value = parse_json(text, "value");
    } catch (UsageError& error) {
        error.add_context(called);
        if (text.find_first_of("{[\"") == 0) throw;  // it was meant as JSON
    }
    return Node::from_value(value, origin_called(called));
}

SweepConfig config_of(const Node& root, const std::string& filename, const std::string& profile,
                      const std::vector<std::string>& overrides, const Settings& more) {
    ErrorList errors;
    errors.collect([&] { require_run_keys_or(kConfigKeys, root, "a config"); });
    if (root.members() == nullptr) errors.throw_if_any();
    SweepConfig config;
    config.path = filename;
    const auto describe_words = [&](Fields& field) {
        field("name", config.name);
        field("description", config.description);
        field("paper", config.paper);
        field("keep_state", config.keep_state);
    };
    errors.collect([&] { read_members(root, describe_words, "", false); });
    if (config.name.empty()) config.name = std::filesystem::path(filename).stem().string();

    Filter filter;
    errors.collect([&] {
        for (const char* key : {"exclude", "only"})
            if (const Node* patterns = root.find(key)) filter.add(key, *patterns);
    });
    Settings asked;
    config.profiles = profiles_of(root);
    errors.collect([&] {
        if (!profile.empty()) read_profile(root, config.profiles, profile, filename, asked, filter);
    });
    for (const std::string& one : overrides)
        errors.collect([&] { asked.push_back(read_override(one)); });
    asked.insert(asked.end(), more.begin(), more.end());
    check_filter_names(root, asked, errors);

    std::optional<Node> wanted;
    if (const Node* of_file = root.find("search")) wanted = *of_file;
    for (const auto& [path, value] : asked)
        if (path == "search") wanted = value;
    std::erase_if(asked, [](const auto& setting) { return setting.first == "search"; });
    std::optional<Search> search;
    if (wanted) errors.collect([&] { search = read_search(*wanted); });
    if (wanted && !search) errors.throw_if_any();

    Planner planner{asked, filter, search, names_for_cases(root, asked), errors, RunCollector(config.runs)};
    errors.collect([&] {
        const std::vector<Block> blocks = read_blocks(root);
        for (const Block& block : blocks)
            planner.count(block);
        for (const Block& block : blocks)
            errors.collect([&] { planner.add(block); });
    });
    if (search && planner.ranges == 0 && errors.empty())
        errors.add(
            wanted->error("there is nothing to search: no value is a range, such as {\"from\": 0.01, "
                          "\"to\": 1, \"scale\": \"log\"}"));
    errors.throw_if_any();
    config.collapse_report = planner.collector.collapse_report();
    if (config.runs.empty())
        throw UsageError(filename + (profile.empty() ? "" : ": profile '" + profile + "'") +
                         ": no run is left: 'exclude' and 'only' drop every point");
    return config;
}

std::vector<std::string> profile_names(const std::string& path) {
    return profiles_of(parse_located(read_text_file(path), path));
}

SweepConfig load_config(const std::string& path, const std::string& profile,
                        const std::vector<std::string>& overrides, const Settings& more) {
    return config_of(parse_located(read_text_file(path), path), path, profile, overrides, more);
}

}  // namespace reboost::config
