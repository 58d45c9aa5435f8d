#include "config/config.hpp"

#include "config/collapse.hpp"
#include "config/errors.hpp"
#include "config/expand.hpp"
#include "config/filter.hpp"
#include "config/filter_names.hpp"
#include "config/json.hpp"
#include "config/name_book.hpp"
#include "config/paths.hpp"
#include "config/read_fields.hpp"
#include "config/schema.hpp"
#include "config/search.hpp"
#include "config/spec_value.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>

#include <fmt/format.h>

namespace reboost::config {
namespace {

const std::vector<std::string>& run_keys() {
    static const std::vector<std::string> keys = [] {
        std::vector<std::string> names;
        for (const FieldDoc& field : run_docs())
            names.push_back(field.name);
        return names;
    }();
    return keys;
}

std::vector<std::string> with_run_keys(std::initializer_list<const char*> others) {
    std::vector<std::string> keys(others.begin(), others.end());
    keys.insert(keys.end(), run_keys().begin(), run_keys().end());
    return keys;
}

void require_keys(const Node& node, const std::vector<std::string>& known, const std::string& owner) {
    if (node.members() == nullptr) throw node.expected("an object");
    refuse_unknown_members(node, known, owner);
}

std::string optional_string(const Node& root, std::string_view key) {
    const Node* node = root.find(key);
    if (node == nullptr) return {};
    if (node->string() == nullptr) throw node->expected("a string");
    return *node->string();
}

bool optional_bool(const Node& root, std::string_view key) {
    const Node* node = root.find(key);
    if (node == nullptr) return false;
    if (node->scalar() == nullptr || !node->scalar()->is_bool()) throw node->expected("true or false");
    return node->scalar()->as_bool();
}

/// Values to set in every block, in order, and filters: what a profile or the command line asks for.
struct Overrides {
    Settings values;

    /// The last value of a path that is none of a run; it is taken out.
    std::optional<Node> take(std::string_view path) {
        std::optional<Node> taken;
        for (const auto& [name, value] : values)
            if (name == path) taken = value;
        std::erase_if(values, [path](const auto& setting) { return setting.first == path; });
        return taken;
    }
};

std::vector<std::string> profile_names(const Node& root) {
    std::vector<std::string> names;
    const Node* profiles = root.find("profiles");
    if (profiles == nullptr) return names;
    if (profiles->members() == nullptr) throw profiles->expected("an object");
    for (const auto& member : *profiles->members())
        names.push_back(member.first);
    return names;
}

void read_profile(const Node& root, const std::string& name, SweepConfig& config, Overrides& overrides,
                  Filter& filter) {
    config.profiles = profile_names(root);
    config.profile = name;
    if (name.empty()) return;
    const Node* profile = root.find("profiles") ? root.find("profiles")->find(name) : nullptr;
    if (profile == nullptr)
        throw UsageError(config.path + ": " +
                         (config.profiles.empty()
                              ? "unknown profile '" + name + "'; this config has no profiles"
                              : unknown_name_message("profile", name, config.profiles)));
    if (profile->members() == nullptr) throw profile->expected("an object");
    for (const auto& [path, value] : *profile->members()) {
        if (path == "exclude")
            filter.add_exclude(value);
        else if (path == "only")
            filter.add_only(value);
        else
            overrides.values.emplace_back(path, value);
    }
}

/// "booster.rounds=1000" -> path and value: JSON, or else the text as a string.
std::pair<std::string, Node> read_override(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
        throw UsageError("--set " + text + ": expected path=value, such as booster.rounds=1000");
    const auto origin = std::make_shared<const Origin>(Origin{"--set " + text, 0, 0, {}});
    const std::string value = text.substr(equals + 1);
    Value parsed;
    try {
        parsed = parse_json(value);
    } catch (const UsageError&) {
        if (value.starts_with('{') || value.starts_with('[') || value.starts_with('"')) throw;
        parsed = value;
    }
    return {text.substr(0, equals), Node::from_value(parsed, origin)};
}

/// What all blocks share: `defaults`, and the run's keys at the top level over them.
Node base_block(const Node& root) {
    Node base(Node::Members{}, root.origin());
    if (const Node* defaults = root.find("defaults")) {
        require_keys(*defaults, with_run_keys({"zip"}), "defaults");
        base = merge(base, *defaults);
    }
    Node top(Node::Members{}, root.origin());
    for (const auto& [key, value] : *root.members())
        if (key == "zip" || std::ranges::find(run_keys(), key) != run_keys().end()) top.set(key, value);
    return merge(base, top);
}

struct Block {
    Node node;
    Filter filter;
};

std::vector<Block> read_blocks(const Node& root, const Node& base) {
    const Node* grid = root.find("grid");
    if (grid == nullptr) return {{base, {}}};
    if (grid->list() == nullptr) throw grid->expected("a list of blocks");
    if (grid->list()->empty()) throw grid->error("an empty list leaves no run");
    std::vector<Block> blocks;
    for (const Node& item : *grid->list()) {
        require_keys(item, with_run_keys({"zip", "exclude", "only"}), "a grid block");
        Block block;
        Node::Members members;
        for (const auto& [key, value] : *item.members()) {
            if (key == "exclude")
                block.filter.add_exclude(value);
            else if (key == "only")
                block.filter.add_only(value);
            else
                members.emplace_back(key, value);
        }
        block.node = merge(base, Node(std::move(members), item.origin()));
        blocks.push_back(std::move(block));
    }
    return blocks;
}

/// Where the rest of a run is wrong, too, its data set is named nevertheless.
void require_known_dataset(const Node& point, const ConfigRules& rules) {
    const Node* at = point.find("dataset");
    if (at != nullptr && at->find("path") != nullptr) return;
    if (at != nullptr && at->find("name") != nullptr) at = at->find("name");
    if (at == nullptr || at->string() == nullptr || rules.dataset_names.empty()) return;
    const std::string& name = *at->string();
    if (std::find(rules.dataset_names.begin(), rules.dataset_names.end(), name) == rules.dataset_names.end())
        throw at->error(unknown_name_message("dataset", name, rules.dataset_names));
}

void require_dataset(const Node& point, const RunSpec& spec, const ConfigRules& rules) {
    const std::string& name = spec.dataset.name;
    const Node& at = *point.find("dataset");
    const auto require_split = [&] {
        if (spec.dataset.split == data::SplitRule::resampled && rules.has_test_rows &&
            !rules.has_test_rows(spec.dataset))
            throw at.error("split 'resampled' pools training and test rows, and there are no test rows");
    };
    const bool listed = std::ranges::find(rules.dataset_names, name) != rules.dataset_names.end();
    if (!spec.dataset.path.empty()) {
        if (listed)
            throw at.error("'" + name + "' is a data set of the catalogue: call your own file otherwise");
        require_split();
        return;
    }
    if (name.empty())
        throw at.error("a data set has a 'name', or a 'path' and perhaps a name of your choice");
    if (!listed && !rules.dataset_names.empty())
        throw at.error(unknown_name_message("dataset", name, rules.dataset_names));
    if (const std::string fault = rules.size_fault ? rules.size_fault(spec.dataset) : ""; !fault.empty())
        throw at.error(fault);
    require_split();
}

/// The innermost node that is written of an option, such as "selector.k".
const Node* written(const Node& point, const std::string& path) {
    const Node* found = nullptr;
    const Node* at = &point;
    for (std::size_t begin = 0; at != nullptr && begin <= path.size();) {
        const std::size_t end = std::min(path.find('.', begin), path.size());
        at = at->find(std::string_view(path).substr(begin, end - begin));
        if (at != nullptr) found = at;
        begin = end + 1;
    }
    return found;
}

/// Refuses what `run` would refuse, at the option at fault; where that is a default, at the booster.
void require_fit(const Node& point, const RunSpec& spec, const ConfigRules& rules, ErrorList& errors) {
    boosting::DataFacts facts;
    facts.name = spec.dataset.name;
    if (rules.dataset_facts) facts = rules.dataset_facts(spec.dataset);
    for (const boosting::Incompatibility& found : boosting::incompatibilities(recipe_of(spec), facts)) {
        const Node* at = written(point, found.path);
        if (at == nullptr) at = written(point, "booster");
        errors.add((at != nullptr ? *at : point).error(found.message).what());
    }
}

/// From blocks to runs; what is wrong is collected.
class Planner {
  public:
    Planner(const Overrides& overrides, const Filter& filter, const std::optional<Search>& search,
            const ConfigRules& rules, ErrorList& errors)
        : overrides_(overrides),
          filter_(filter),
          search_(search),
          rules_(rules),
          errors_(errors),
          collector_(rules) {}

    /// Throws TooManyRuns before any run of any block is made. What else is wrong, `add` says.
    void count(const Block& block) {
        ErrorList ignored;
        for_each_variant(block, ignored, [&](const Node& variant) {
            size_.add(size_of_block(variant, rules_.dataset_names), block.node);
        });
    }

    void add(const Block& block) {
        for_each_variant(block, errors_, [&](const Node& variant) {
            expand_block(variant, rules_.dataset_names, [&](const Node& choice) {
                errors_.collect([&] {
                    ranges_ += expand_search(choice, search_, [&](const Node& point) {
                        if (++points_ > kMostRuns)
                            throw variant.error(fmt::format("more than {} runs", kMostRuns));
                        errors_.collect([&] { add_point(point, block.filter); });
                    });
                });
            });
        });
    }
    /// Ranges met so far, in all points.
    std::size_t ranges() const { return ranges_; }
    void finish(SweepConfig& config) { collector_.finish(config); }

  private:
    /// The block's variants under its zip, with what is set.
    template <class Visit>
    void for_each_variant(const Block& block, ErrorList& errors, Visit visit) {
        expand_zip(block.node, overrides_.values, [&](Node variant) {
            for (const auto& setting : overrides_.values)
                if (!settled_by_zip(block.node, setting))
                    errors.collect([&] { set_path(variant, setting.first, setting.second); });
            visit(variant);
        });
    }

    void add_point(const Node& point, const Filter& filter_of_block) {
        errors_.collect([&] { require_known_dataset(point, rules_); });
        RunSpec spec = read_run_spec(point);
        require_dataset(point, spec, rules_);
        const Value complete = complete_value(spec);
        if (!filter_.keeps(complete) || !filter_of_block.keeps(complete)) return;
        require_fit(point, spec, rules_, errors_);
        names_.note(point, spec, complete, canonical_value(spec), errors_);
        collector_.add(std::move(spec));
    }

    const Overrides& overrides_;
    const Filter& filter_;
    const std::optional<Search>& search_;
    const ConfigRules& rules_;
    ErrorList& errors_;
    NameBook names_;
    RunCollector collector_;
    BlockSize size_;  ///< of the blocks that were counted
    std::size_t points_ = 0, ranges_ = 0;
};

void count_points(Planner& planner, const Block& block) {
    try {
        planner.count(block);
    } catch (const TooManyRuns&) {
        throw;
    } catch (const UsageError&) {  // add() says it, with all else that is wrong
    }
}

}  // namespace

Value PlannedRun::complete() const {
    return complete_value(spec);
}

Value PlannedRun::canonical() const {
    return canonical_value(spec);
}

SweepConfig parse_config(std::string_view text, const std::string& filename, const std::string& profile,
                         const std::vector<std::string>& overrides, const ConfigRules& rules) {
    const Node root = parse_located(text, filename);
    ErrorList errors;
    errors.collect([&] {
        require_keys(root,
                     with_run_keys({"$schema", "name", "description", "paper", "defaults", "grid", "exclude",
                                    "only", "zip", "profiles", "keep_state", "search"}),
                     "a config");
    });
    if (root.members() == nullptr) errors.throw_if_any();
    check_filter_names(root, rules.dataset_names, errors);
    SweepConfig config;
    config.path = filename;
    config.name = optional_string(root, "name");
    if (config.name.empty()) config.name = std::filesystem::path(filename).stem().string();
    config.description = optional_string(root, "description");
    config.paper = optional_string(root, "paper");
    config.keep_state = optional_bool(root, "keep_state");

    Filter filter;
    if (const Node* patterns = root.find("exclude")) filter.add_exclude(*patterns);
    if (const Node* patterns = root.find("only")) filter.add_only(*patterns);
    Overrides asked;
    read_profile(root, profile, config, asked, filter);
    for (const std::string& one : overrides)
        asked.values.push_back(read_override(one));

    std::optional<Node> wanted = asked.take("search");
    if (const Node* search = root.find("search"); search != nullptr && !wanted) wanted = *search;
    std::optional<Search> search;
    if (wanted) errors.collect([&] { search = read_search(*wanted); });
    if (wanted && !search) errors.throw_if_any();

    Planner planner(asked, filter, search, rules, errors);
    errors.collect([&] {
        const std::vector<Block> blocks = read_blocks(root, base_block(root));
        for (const Block& block : blocks)
            count_points(planner, block);
        for (const Block& block : blocks)
            errors.collect([&] { planner.add(block); });
    });
    if (search && planner.ranges() == 0 && errors.empty())
        errors.add(wanted
                       ->error("there is nothing to search: no value is a range, such as {\"from\": 0.01, "
                               "\"to\": 1, \"scale\": \"log\"}")
                       .what());
    errors.throw_if_any();
    planner.finish(config);
    if (config.runs.empty())
        throw UsageError(filename + ": no run is left: 'exclude' and 'only' drop every point");
    return config;
}

std::vector<std::string> profile_names(const std::string& path) {
    return profile_names(read_located_file(path));
}

SweepConfig load_config(const std::string& path, const std::string& profile,
                        const std::vector<std::string>& overrides, const ConfigRules& rules) {
    return parse_config(read_text_file(path), path, profile, overrides, rules);
}

}  // namespace reboost::config
