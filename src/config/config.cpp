#include "config/config.hpp"

#include "config/collapse.hpp"
#include "config/expand.hpp"
#include "config/filter.hpp"
#include "config/json.hpp"
#include "config/paths.hpp"
#include "config/read_fields.hpp"
#include "config/schema.hpp"
#include "config/spec_value.hpp"

#include <algorithm>
#include <filesystem>

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
    if (node.members() == nullptr) throw node.error("expected an object, found " + node.description());
    refuse_unknown_members(node, known, owner);
}

std::string optional_string(const Node& root, std::string_view key) {
    const Node* node = root.find(key);
    if (node == nullptr) return {};
    if (node->string() == nullptr) throw node->error("expected a string, found " + node->description());
    return *node->string();
}

/// Values to set in every block, in order, and filters: what a profile or the command line asks for.
struct Overrides {
    std::vector<std::pair<std::string, Node>> values;
};

void read_profile(const Node& root, const std::string& name, SweepConfig& config, Overrides& overrides,
                  Filter& filter) {
    if (const Node* profiles = root.find("profiles")) {
        if (profiles->members() == nullptr)
            throw profiles->error("expected an object, found " + profiles->description());
        for (const auto& member : *profiles->members())
            config.profiles.push_back(member.first);
    }
    config.profile = name;
    if (name.empty()) return;
    const Node* profile = root.find("profiles") ? root.find("profiles")->find(name) : nullptr;
    if (profile == nullptr)
        throw UsageError(config.path + ": " +
                         (config.profiles.empty()
                              ? "unknown profile '" + name + "'; this config has no profiles"
                              : unknown_name_message("profile", name, config.profiles)));
    if (profile->members() == nullptr)
        throw profile->error("expected an object, found " + profile->description());
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
        if (key == "zip" || std::find(run_keys().begin(), run_keys().end(), key) != run_keys().end())
            top.set(key, value);
    return merge(base, top);
}

struct Block {
    Node node;
    Filter filter;
};

std::vector<Block> read_blocks(const Node& root, const Node& base) {
    const Node* grid = root.find("grid");
    if (grid == nullptr) return {{base, {}}};
    if (grid->list() == nullptr) throw grid->error("expected a list of blocks, found " + grid->description());
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

void require_dataset(const Node& point, const RunSpec& spec, const ConfigRules& rules) {
    const std::string& name = spec.dataset.name;
    const Node& at = *point.find("dataset");
    if (name.empty() == spec.dataset.path.empty())
        throw at.error("a data set has either a 'name' or a 'path'");
    if (name.empty() || rules.dataset_names.empty()) return;
    if (std::find(rules.dataset_names.begin(), rules.dataset_names.end(), name) == rules.dataset_names.end())
        throw at.error(unknown_name_message("dataset", name, rules.dataset_names));
}

void plan_block(const Block& block, const Overrides& overrides, const Filter& filter,
                const ConfigRules& rules, RunCollector& collector, std::size_t& excluded) {
    for (Node variant : expand_zip(block.node)) {
        for (const auto& [path, value] : overrides.values)
            set_path(variant, path, value);
        for (const Node& point : expand_block(variant, rules.dataset_names)) {
            const RunSpec spec = read_run_spec(point);
            require_dataset(point, spec, rules);
            const Value complete = complete_value(spec);
            if (filter.keeps(complete) && block.filter.keeps(complete))
                collector.add(spec);
            else
                ++excluded;
        }
    }
}

}  // namespace

SweepConfig parse_config(std::string_view text, const std::string& filename, const std::string& profile,
                         const std::vector<std::string>& overrides, const ConfigRules& rules) {
    const Node root = parse_located(text, filename);
    require_keys(root,
                 with_run_keys({"$schema", "name", "description", "paper", "defaults", "grid", "exclude",
                                "only", "zip", "profiles"}),
                 "a config");
    SweepConfig config;
    config.path = filename;
    config.name = optional_string(root, "name");
    if (config.name.empty()) config.name = std::filesystem::path(filename).stem().string();
    config.description = optional_string(root, "description");
    config.paper = optional_string(root, "paper");

    Filter filter;
    if (const Node* patterns = root.find("exclude")) filter.add_exclude(*patterns);
    if (const Node* patterns = root.find("only")) filter.add_only(*patterns);
    Overrides asked;
    read_profile(root, profile, config, asked, filter);
    for (const std::string& one : overrides)
        asked.values.push_back(read_override(one));

    RunCollector collector(rules);
    for (const Block& block : read_blocks(root, base_block(root)))
        plan_block(block, asked, filter, rules, collector, config.excluded);
    collector.finish(config);
    if (config.runs.empty())
        throw UsageError(filename + ": no run is left: 'exclude' and 'only' drop every point");
    return config;
}

SweepConfig load_config(const std::string& path, const std::string& profile,
                        const std::vector<std::string>& overrides, const ConfigRules& rules) {
    return parse_config(read_text_file(path), path, profile, overrides, rules);
}

}  // namespace reboost::config
