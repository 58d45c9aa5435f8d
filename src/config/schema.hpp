#pragma once
/// Descriptions of all options of a config, generated from the `describe` functions that read them.
#include "core/fields.hpp"
#include "core/value.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace reboost::config {

struct AlternativeDoc;

struct FieldDoc : FieldInfo {
    std::string name;
    std::string type;  ///< one of the names of FieldType
    Value default_value;
    std::vector<std::string> allowed;          ///< "one of": the names; "choice": the alternatives' names
    std::vector<FieldDoc> fields;              ///< "object": its fields
    std::vector<AlternativeDoc> alternatives;  ///< "choice": each with its fields
};

/// A type of fields: its name in FieldDoc::type, in words for messages, and a test for its values in JSON.
struct FieldType {
    std::string_view name, words;
    bool (*takes)(const Value& value);
};
const FieldType& field_type(std::string_view name);

/// One alternative of a variant: a learner, selector, policy or booster.
struct AlternativeDoc {
    std::string name;
    std::vector<FieldDoc> fields;
    ShortLabel label;
    std::string help = {};  ///< one line; "" if the options struct has none
};

/// "1 to 64", or the text for no bound; `at_least` and `at_most` stand before a single bound.
std::string range_text(const FieldInfo& info, const char* any, const char* at_least, const char* at_most);

/// The field or alternative of this name, or nullptr.
template <class Doc>
const Doc* find_doc(const std::vector<Doc>& docs, std::string_view name) {
    const auto found = std::ranges::find(docs, name, &Doc::name);
    return found == docs.end() ? nullptr : &*found;
}
/// The alternative that a name of a nested choice stands for ("ucb" for the bandit), or nullptr.
const AlternativeDoc* find_named_by(const std::vector<AlternativeDoc>& alternatives, std::string_view name);
/// Names that may be written instead of an alternative's name: those of the nested choice that names it
/// ("ucb" for the bandit with this policy). Empty for most alternatives.
const std::vector<std::string>& names_standing_for(const AlternativeDoc& alternative);
/// All names that may be written for a choice.
std::vector<std::string> all_names(const std::vector<AlternativeDoc>& alternatives);

/// All alternatives of a choice, whichever it holds now.
const std::vector<AlternativeDoc>& alternatives_of(const ChoiceField& choice);
/// All alternatives of a part of a run: "learner", "selector" or "booster".
const std::vector<AlternativeDoc>& part_docs(std::string_view part);
const std::vector<AlternativeDoc>& policy_docs();
/// The fields of a run: dataset, learner, selector, booster, evaluation, seed, timing.
const std::vector<FieldDoc>& run_docs();

/// Aligned text for a terminal: name, then each field with type, default, bounds and help.
std::string docs_as_text(const std::vector<AlternativeDoc>& docs);
/// The same for --json.
Value docs_as_value(const std::vector<AlternativeDoc>& docs);
Value docs_as_value(const std::vector<FieldDoc>& docs);

/// JSON Schema, draft 2020-12, of the config files: completion and checks in editors.
Value json_schema();

}  // namespace reboost::config
