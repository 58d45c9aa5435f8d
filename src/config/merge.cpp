#include "config/merge.hpp"

#include "config/schema.hpp"
#include "config/shorthand.hpp"
#include "core/error.hpp"

#include <algorithm>
#include <vector>

namespace reboost::config {
namespace {

/// What an object says its alternative is, without a shorthand's parentheses.
std::string name_of(const Node& node) {
    const Node* name = node.find("name");
    const std::string* text = name ? name->string() : nullptr;
    return text ? text->substr(0, text->find('(')) : std::string();
}

/// Whether `over` names another alternative than `base` is.
bool names_another(const Node& base, const Node& over, const FieldDoc& doc) {
    const std::string named = name_of(over);
    if (named.empty()) return false;
    if (base.find("name") != nullptr) return named != name_of(base);
    if (!doc.alternatives.empty()) return named != doc.alternatives.front().name;
    // A data set without a name: an own file is called by its path, any other is not chosen yet.
    return base.find("path") != nullptr;
}

/// The fields of what stands at `doc`, where it is called `name`; "" is the first alternative.
const std::vector<FieldDoc>& fields_of(const FieldDoc& doc, const std::string& name) {
    static const std::vector<FieldDoc> kNone;
    if (doc.alternatives.empty()) return doc.fields;
    if (name.empty()) return doc.alternatives.front().fields;
    for (const AlternativeDoc& alternative : doc.alternatives) {
        const std::vector<std::string> others = names_standing_for(alternative);
        if (alternative.name == name || std::ranges::find(others, name) != others.end())
            return alternative.fields;
    }
    return kNone;
}

/// In full, where the name has a number in parentheses: what is written later counts, in whatever form. A
/// wrong name is said where the block is read.
Node in_full(const Node& node, const FieldDoc& doc) try {
    return node.find("name") == nullptr ? node : expand_choice(node, doc.name, doc.alternatives);
} catch (const UsageError&) {
    return node;
}

Node merge_members(const Node& base, const Node& over, const FieldDoc& doc);

/// `doc`: of the option where both stand.
Node merge_at(const Node& base, const Node& over, const FieldDoc& doc) {
    if (base.members() == nullptr || over.members() == nullptr) return over;
    if (names_another(base, over, doc)) return over;
    for (const char* special : {"by_dataset", "range", "from", "to"})
        if (base.find(special) || over.find(special)) return over;
    if (!doc.alternatives.empty() && (is_call(base) || is_call(over)))
        return merge_members(in_full(base, doc), in_full(over, doc), doc);
    return merge_members(base, over, doc);
}

Node merge_members(const Node& base, const Node& over, const FieldDoc& doc) {
    static const FieldDoc kUnknown;
    const std::vector<FieldDoc>& fields = fields_of(doc, name_of(base));
    Node merged(*base.members(), over.origin());
    for (const auto& [key, value] : *over.members()) {
        const Node* present = base.find(key);
        const FieldDoc* field = find_field(fields, key);
        merged.set(key, present ? merge_at(*present, value, field != nullptr ? *field : kUnknown) : value);
    }
    return merged;
}

}  // namespace

Node merge(const Node& base, const Node& over) {
    static const FieldDoc kRun = [] {
        FieldDoc run;
        run.fields = run_docs();
        return run;
    }();
    return merge_at(base, over, kRun);
}

}  // namespace reboost::config
