#include "config/grid.hpp"
#include "config/label.hpp"
#include "config/paths.hpp"
#include "config/schema.hpp"
#include "core/mapped.hpp"

#include <fmt/format.h>

namespace reboost::config {
namespace {

/// The name that an object gives, without parentheses: "ucb" of "ucb(10)"; "" if it gives none.
std::string name_written(const Node& node) {
    const Node* name = node.find("name");
    const std::string* text = name ? name->string() : nullptr;
    return text ? text->substr(0, text->find('(')) : std::string();
}

/// Whether `over` names another alternative than that of `base`.
bool names_another(const Node& base, const Node& over, const FieldDoc& doc) {
    const std::string named = name_written(over);
    if (named.empty()) return false;
    if (base.find("name") != nullptr) return named != name_written(base);
    if (!doc.alternatives.empty()) return named != doc.alternatives.front().name;
    // A data set without a name is an own file if it has a path; otherwise no set is chosen yet.
    return base.find("path") != nullptr;
}

/// The field `key` of the option `doc`, of its alternative `name` ("": the first); one of no kind if there is
/// none.
const FieldDoc& doc_of_member(const FieldDoc& doc, const std::string& name, const std::string& key) {
    static const FieldDoc kUnknown;
    const AlternativeDoc* alternative = find_doc(doc.alternatives, name);
    if (alternative == nullptr) alternative = find_named_by(doc.alternatives, name);
    if (name.empty() && !doc.alternatives.empty()) alternative = &doc.alternatives.front();
    const FieldDoc* field = find_doc(alternative != nullptr ? alternative->fields : doc.fields, key);
    return field != nullptr ? *field : kUnknown;
}

/// Writes "ucb(10)" as an object, so that a later value replaces the number. A wrong name is reported later.
Node in_full(const Node& node, const FieldDoc& doc) try {
    return node.find("name") == nullptr ? node : expand_choice(node, doc.name, doc.alternatives);
} catch (const UsageError&) {
    return node;
}

/// The value `base` of the option `doc` with the values of `over`. Objects are merged member by member unless
/// they name different alternatives; all other values replace. Without a name, an object of `base` is the
/// first alternative of its kind, and an object of `over` is the alternative of `base`.
Node merge(const Node& base, const Node& over, const FieldDoc& doc) {
    if (base.members() == nullptr || over.members() == nullptr || names_another(base, over, doc)) return over;
    for (const char* special : {"by_dataset", "range", "from", "to"})
        if (base.find(special) || over.find(special)) return over;
    const bool called = !doc.alternatives.empty() && (is_call(base) || is_call(over));
    Node merged = called ? in_full(base, doc) : base;
    const Node values = called ? in_full(over, doc) : over;
    const std::string name = name_written(merged);
    for (const auto& [key, value] : *values.members()) {
        const Node* present = merged.find(key);
        merged.set(key, present != nullptr ? merge(*present, value, doc_of_member(doc, name, key)) : value);
    }
    return Node(*merged.members(), over.origin());
}

/// The lists of a block's zip by their paths; those of all zips if it has several.
Node::Members zipped_by(const Node& block) {
    Node::Members lists;
    if (const Node* zip = block.find("zip"))
        zip->for_each_member([&](const auto& path, const Node& list) { lists.emplace_back(path, list); });
    return lists;
}

/// The zipped lists of `base` that `over` leaves: a zip replaces the lists of its paths, a list of zips all.
Node::Members inherited_zip(const Node& base, const Node& over) {
    const Node *zip = base.find("zip"), *own = over.find("zip");
    if (own == nullptr) return zipped_by(base);
    if (zip == nullptr || zip->list() != nullptr || own->list() != nullptr) return {};
    Node::Members lists = zipped_by(base);
    std::erase_if(lists, [&](const auto& list) { return own->find(list.first) != nullptr; });
    return lists;
}

/// The block `base` with the values of `over`. Refuses a value that a zip, applied later, would replace.
Node lay_over(const Node& base, const Node& over) {
    static const FieldDoc kRun{{}, "run", "object", {}, {}, run_docs(), {}};
    Node values = over;
    std::erase_if(*values.members(), [](const auto& member) { return member.first == "zip"; });
    ErrorList errors;
    const auto refuse = [&](const Node::Members& lists, const char* way_out) {
        for (const auto& [path, list] : lists)
            if (const std::optional<Node> value = value_set_at(values, path))
                errors.add(
                    value->error(fmt::format("'{}' is zipped at {}, and the zip would replace this value: "
                                             "take it out of one of the two{}",
                                             path, list.place(), way_out)));
    };
    refuse(zipped_by(over), "");
    refuse(inherited_zip(base, over), ", or put \"zip\": [] into this block to leave the zip out");
    errors.throw_if_any();
    return merge(base, over, kRun);
}

/// The values that all blocks share: `defaults`, replaced by a run's keys at the top level.
Node base_block(const Node& root) {
    Node base(Node::Members{}, root.origin());
    if (const Node* defaults = root.find("defaults")) {
        require_run_keys_or({"zip"}, *defaults, "defaults");
        base = lay_over(base, *defaults);
    }
    Node top(Node::Members{}, root.origin());
    for (const auto& [key, value] : *root.members())
        if (key == "zip" || find_doc(run_docs(), key) != nullptr) top.set(key, value);
    return lay_over(base, top);
}

Block read_block(const Node& item, const Node& base) {
    require_run_keys_or({"zip", "exclude", "only"}, item, "a grid block");
    Block block;
    Node::Members members;
    for (const auto& [key, value] : *item.members()) {
        if (Filter::is_key(key))
            block.filter.add(key, value);
        else
            members.emplace_back(key, value);
    }
    block.node = lay_over(base, Node(std::move(members), item.origin()));
    return block;
}

}  // namespace

void require_run_keys_or(std::initializer_list<const char*> others, const Node& node,
                         const std::string& owner) {
    std::vector<std::string> keys = mapped(run_docs(), &FieldDoc::name);
    keys.insert(keys.begin(), others.begin(), others.end());
    refuse_unknown_members(node, keys, owner);
}

std::vector<Block> read_blocks(const Node& root) {
    const Node base = base_block(root);
    const Node* grid = root.find("grid");
    if (grid == nullptr) return {{base, {}}};
    if (grid->list() == nullptr) throw grid->expected("a list of blocks");
    if (grid->list()->empty()) throw grid->error("an empty list leaves no run");
    std::vector<Block> blocks;
    collect_errors(*grid->list(), [&](const Node& item) { blocks.push_back(read_block(item, base)); });
    return blocks;
}

}  // namespace reboost::config
