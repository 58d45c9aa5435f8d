#include "config/label.hpp"
#include "config/paths.hpp"
#include "config/schema.hpp"
#include "core/names.hpp"
#include "core/text.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include <fmt/format.h>

namespace reboost::config {
namespace {

/// "; write \"booster\": {\"rounds\": ...}" for the key "booster.rounds"; "" unless the key is a known path.
std::string hint_at_path(const std::string& key) {
    if (key.find('.') == std::string::npos || !known_paths().contains(key)) return {};
    const std::vector<std::string_view> steps = split(key, '.');
    return fmt::format("; paths stand in profiles, zip, exclude, only and --set: write \"{}\": ...{}",
                       fmt::join(steps, "\": {\""), std::string(steps.size() - 1, '}'));
}

/// Reads a number within its bounds. Whole numbers may be written as 1e5.
double read_number(const Node& node, const FieldInfo& info, bool whole) {
    const Value* value = node.scalar();
    if (value == nullptr || !value->is_number()) throw node.expected(whole ? "a whole number" : "a number");
    const double number = value->as_number();
    if (whole && (number != std::floor(number) || std::fabs(number) > kLargestWhole))
        throw node.expected("a whole number");
    if (!(number >= info.min && number <= info.max))
        throw node.error(to_json(*value) + " is out of range; allowed: " +
                         range_text(info, "any number", "at least ", "at most "));
    return number;
}

struct FieldValueReader {
    const Node& node;
    std::string_view name;
    const FieldInfo& info;

    void operator()(bool* field) const {
        if (!node.scalar() || !node.scalar()->is_bool()) throw node.expected("true or false");
        *field = node.scalar()->as_bool();
    }
    void operator()(std::int64_t* field) const {
        *field = static_cast<std::int64_t>(read_number(node, info, true));
    }
    void operator()(double* field) const { *field = read_number(node, info, false); }
    void operator()(std::string* field) const {
        if (!node.string()) throw node.expected("a string");
        if (!is_utf8(*node.string())) throw node.expected("a string in UTF-8");
        *field = *node.string();
    }
    void operator()(std::optional<double>* field) const {
        if (node.scalar() && node.scalar()->is_null())
            field->reset();
        else
            *field = read_number(node, info, false);
    }
    template <class T>
    void operator()(std::vector<T>* field) const {
        if (node.list() == nullptr) throw node.expected("a list");
        field->clear();
        for (const Node& item : *node.list())
            FieldValueReader{item, name, info}(&field->emplace_back());
    }
    void operator()(EnumField* field) const {
        const std::string* text = node.string();
        if (text == nullptr) throw node.expected("a name");
        try {
            field->choose_named(*text, name);
        } catch (const UsageError& unknown) {
            throw node.error(unknown.what());
        }
    }
    void operator()(ChoiceField* field) const {
        const std::vector<AlternativeDoc>& docs = alternatives_of(*field);
        const Node full = expand_choice(node, name, docs);
        const std::string& chosen = *full.find("name")->string();
        field->choose(static_cast<std::size_t>(find_doc(docs, chosen) - docs.data()));
        read_members(full, std::bind_front(&ChoiceField::describe_held, field),
                     fmt::format("{} '{}'", name, chosen), true);
    }
    void operator()(ObjectField* field) const {
        read_members(node, field->describe_members, std::string(name), false);
    }
};

/// Reads fields from a node; collects the known names and the errors.
struct FieldReader final : Fields {
    explicit FieldReader(const Node& of) : node(of) {}
    void visit(const Field& field) override {
        known.emplace_back(field.name);
        if (const Node* member = node.find(field.name))
            errors.collect([&] { std::visit(FieldValueReader{*member, field.name, field.info}, field.ref); });
    }

    const Node& node;
    std::vector<std::string> known;
    ErrorList errors;
};

}  // namespace

void refuse_unknown_members(const Node& node, const std::vector<std::string>& known,
                            const std::string& owner) {
    if (node.members() == nullptr) throw node.expected("an object");
    collect_errors(*node.members(), [&](const auto& member) {
        const std::string& key = member.first;
        if (std::ranges::find(known, key) == known.end())
            throw member.second.error(unknown_name_message("option", key, known, owner) + hint_at_path(key));
    });
}

void read_members(const Node& node, const std::function<void(Fields&)>& tell, const std::string& owner,
                  bool has_name) {
    FieldReader reader(node);
    if (has_name) reader.known.emplace_back("name");
    tell(reader);
    if (!owner.empty()) reader.errors.collect([&] { refuse_unknown_members(node, reader.known, owner); });
    reader.errors.throw_if_any();
}

}  // namespace reboost::config
