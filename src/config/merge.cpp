#include "config/merge.hpp"

namespace reboost::config {
namespace {

/// What an object says its alternative is, without a shorthand's parentheses.
std::string alternative_of(const Node& node) {
    const Node* name = node.find("name");
    const std::string* text = name ? name->string() : nullptr;
    return text ? text->substr(0, text->find('(')) : std::string();
}

}  // namespace

Node merge(const Node& base, const Node& over) {
    if (base.members() == nullptr || over.members() == nullptr) return over;
    const std::string named = alternative_of(over);
    if (!named.empty() && named != alternative_of(base)) return over;
    for (const char* special : {"by_dataset", "range", "from", "to"})
        if (base.find(special) || over.find(special)) return over;
    Node merged(*base.members(), over.origin());
    for (const auto& [key, value] : *over.members()) {
        const Node* present = base.find(key);
        merged.set(key, present ? merge(*present, value) : value);
    }
    return merged;
}

}  // namespace reboost::config
