#pragma once
/// What can be written in a config, generated from the `describe` functions that read it.
#include "core/fields.hpp"
#include "core/value.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace reboost::config {

struct AlternativeDoc;

/// One option of a struct.
struct FieldDoc {
    std::string name;
    std::string
        type;  ///< "boolean", "integer", "number", "string", "one of", "list of ...", "object", "choice"
    Value default_value;
    double min = 0, max = 0;           ///< numbers only; infinite where unbounded
    bool absent_at_default = false;    ///< of FieldInfo
    std::vector<std::string> allowed;  ///< "one of": the names; "choice": the alternatives' names
    std::string help;
    std::vector<FieldDoc> fields;              ///< "object": its own
    std::vector<AlternativeDoc> alternatives;  ///< "choice": each with its fields
};

/// One alternative of a variant: a learner, selector, policy or booster.
struct AlternativeDoc {
    std::string name;
    std::vector<FieldDoc> fields;
    ShortLabel label;
    std::string help = {};  ///< one line; "" where its options struct has none
};

/// "1 to 64", or one bound after the word for it, or the word for none.
struct RangeWords {
    std::string any, at_least, at_most;
};
std::string range_text(double min, double max, const RangeWords& words);

/// The field or alternative of this name, or nullptr.
template <class Doc>
const Doc* find_doc(const std::vector<Doc>& docs, std::string_view name) {
    const auto found = std::ranges::find(docs, name, &Doc::name);
    return found == docs.end() ? nullptr : &*found;
}
/// The alternative that a name stands for without being its own ("ucb" for the bandit), or nullptr.
const AlternativeDoc* find_named_by(const std::vector<AlternativeDoc>& alternatives, std::string_view name);
/// What may be written in place of an alternative's name: the names of the choice that names it ("ucb" for
/// the bandit whose policy it is). Empty for most.
std::vector<std::string> names_standing_for(const AlternativeDoc& alternative);
/// All that a choice may be called.
std::vector<std::string> all_names(const std::vector<AlternativeDoc>& alternatives);

/// The alternatives of a choice, whatever it holds.
const std::vector<AlternativeDoc>& alternatives_of(const ChoiceField& choice);
const std::vector<AlternativeDoc>& learner_docs();
const std::vector<AlternativeDoc>& selector_docs();
const std::vector<AlternativeDoc>& policy_docs();
const std::vector<AlternativeDoc>& booster_docs();
/// The whole run: dataset, learner, selector, booster, evaluation, seed, timing.
const std::vector<FieldDoc>& run_docs();

/// Aligned text for a terminal: name, then each field with type, default, bounds and help.
std::string docs_as_text(const std::vector<AlternativeDoc>& docs);
/// For --json.
Value docs_as_value(const std::vector<AlternativeDoc>& docs);
Value docs_as_value(const std::vector<FieldDoc>& docs);

/// JSON Schema, draft 2020-12, of the config files: completion and checks in editors.
Value json_schema();

}  // namespace reboost::config
