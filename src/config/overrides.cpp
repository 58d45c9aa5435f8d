#include "config/overrides.hpp"

#include "config/errors.hpp"
#include "config/json.hpp"
#include "core/names.hpp"

#include <memory>

namespace reboost::config {

std::optional<Node> Overrides::take(std::string_view path) {
    std::optional<Node> taken;
    for (const auto& [name, value] : values)
        if (name == path) taken = value;
    std::erase_if(values, [path](const auto& setting) { return setting.first == path; });
    return taken;
}

std::vector<std::string> profiles_of(const Node& root) {
    std::vector<std::string> names;
    const Node* profiles = root.find("profiles");
    if (profiles == nullptr) return names;
    if (profiles->members() == nullptr) throw profiles->expected("an object");
    for (const auto& member : *profiles->members())
        names.push_back(member.first);
    return names;
}

const Node* find_profile(const Node& root, const std::string& name, const std::string& file) {
    const std::vector<std::string> profiles = profiles_of(root);
    if (name.empty()) return nullptr;
    if (profiles.empty())
        throw UsageError(file + ": unknown profile '" + name + "'; this config has no profiles");
    const Node* profile = root.find("profiles")->find(name);
    if (profile == nullptr) throw UsageError(file + ": " + unknown_name_message("profile", name, profiles));
    return profile;
}

void read_profile(const Node& profile, Overrides& overrides, Filter& filter) {
    if (profile.members() == nullptr) throw profile.expected("an object");
    ErrorList errors;
    for (const auto& setting : *profile.members()) {
        if (setting.first == "exclude")
            errors.collect([&] { filter.add_exclude(setting.second); });
        else if (setting.first == "only")
            errors.collect([&] { filter.add_only(setting.second); });
        else
            overrides.values.push_back(setting);
    }
    errors.throw_if_any();
}

std::pair<std::string, Node> read_override(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
        throw UsageError("--set " + text + ": expected path=value, such as booster.rounds=1000");
    const auto origin = std::make_shared<const Origin>(Origin{"--set " + text, 0, 0, {}});
    const std::string value = text.substr(equals + 1);
    Value parsed;
    try {
        parsed = parse_json(value, "value");
    } catch (const UsageError& error) {
        if (value.starts_with('{') || value.starts_with('[') || value.starts_with('"'))
            throw UsageError("--set " + text + ": " + error.what());
        parsed = value;
    }
    return {text.substr(0, equals), Node::from_value(parsed, origin)};
}

}  // namespace reboost::config
