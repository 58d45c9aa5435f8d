#pragma once
/// Short names for display, made from a specification's complete_value (as stored in a run file) or one of
/// its parts; and the short forms of parts in configs.
#include "config/run_spec.hpp"
#include "core/value.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace reboost::config {

struct AlternativeDoc;

/// "full", "random(5)", "ucb(10)", "uct", "stump", "product(3)", "tree(17)": the config's short form. Other
/// options that differ from their default follow in brackets: "ucb(1)[reward=log]". "as" replaces a part's
/// label: "my ucb"; a policy's "as" stands in its bandit's label: "my policy(5)". An external program has the
/// name of its script: "my_policy(5)". `part` is a learner, selector or booster.
std::string part_label(const Value& part);
/// The same of the choice at a path, "booster.base_class": also "gap(50)", "weight_trimming(0.9)".
std::string choice_label(const Value& choice, std::string_view path);
/// "my_policy" for the command ["python3", "a/my_policy.py", "--fast"]; "" if it has no script.
std::string script_label(const std::vector<std::string>& command);
/// A specification or a part of one, without its "as" members.
Value without_names(const Value& value);
/// "pendigits"; for own files their name or path; for generators "parity[rows=1000]". `seed`: what its seed
/// is called.
std::string dataset_label(const Value& dataset, const std::string& seed = "seed");
/// "pendigits stump ucb(10) adaboost_mh[rounds=1000] seed 1".
std::string run_label(const Value& spec);
std::string run_label(const RunSpec& spec);

/// A choice in its long form {"name": ..., fields}. Expands "tree" and "tree(17)" (the number is the
/// alternative's first field); an object without a name gets the first alternative's. If a nested choice
/// names an alternative (ShortLabel::named_by), the nested names are accepted, too: "ucb(10)" is {"name":
/// "bandit", "policy": "ucb", "k": 10}, and so is {"name": "ucb", "k": 10, "reward": "log"} with its reward.
/// Throws UsageError for an unknown name, and for a number in parentheses beside the option that the number
/// stands for. `kind`: "learner", "selector", ... for messages.
Node expand_choice(const Node& node, std::string_view kind, const std::vector<AlternativeDoc>& alternatives);

/// Whether the node is an object with parentheses in its name: {"name": "tree(17)", …}.
bool is_call(const Node& node);

}  // namespace reboost::config
