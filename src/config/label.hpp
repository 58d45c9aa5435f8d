#pragma once
/// Short names for people, from a specification's complete_value (as stored in a run file) or one of its
/// parts; and one-word forms of parts in configs.
#include "config/run_spec.hpp"
#include "core/value.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace reboost::config {

struct AlternativeDoc;

/// "full", "random(5)", "ucb(10)", "uct", "stump", "product(3)", "tree(17)": the config's shorthand; options
/// that differ from their default and are not in the shorthand follow in brackets: "ucb(1)[reward=log]". A
/// part that is written with "as" is called so: "my ucb"; a policy's stands in its bandit's label: "my
/// policy(5)". A program of one's own is called by its script: "my_policy(5)". `part` is a learner, selector
/// or booster.
std::string part_label(const Value& part);
/// The same of a choice inside a booster, the value of its `field`: "gap(50)", "weight_trimming(0.9)".
std::string choice_label(const Value& choice, std::string_view field);
/// "my_policy" of the command ["python3", "a/my_policy.py", "--fast"]; "" where it names no script.
std::string script_label(const std::vector<std::string>& command);
/// A specification, or a part of one, without any "as".
Value without_names(const Value& value);
/// "pendigits"; own files: their name, or their path; generators: "parity[rows=1000]".
std::string dataset_label(const Value& dataset);
/// "pendigits stump ucb(10) adaboost_mh[rounds=1000] seed 1".
std::string run_label(const Value& spec);
std::string run_label(const RunSpec& spec);

/// A choice in its long form, {"name": ..., fields}: "tree" and "tree(17)" (the number is the alternative's
/// first field) are expanded, an object without a name gets that of the first alternative. Where a nested
/// choice names an alternative (ShortLabel::named_by) its names stand for it: "ucb(10)" is {"name": "bandit",
/// "policy": "ucb", "k": 10}, and {"name": "ucb", "k": 10, "reward": "log"} is read likewise. Throws
/// UsageError on an unknown name. `kind`: "learner", "selector", ... for messages.
/// A number in the parentheses of a name beside the option that it stands for is refused.
Node expand_choice(const Node& node, std::string_view kind, const std::vector<AlternativeDoc>& alternatives);

/// Whether it is an object that is named so: {"name": "tree(17)", …}.
bool is_call(const Node& node);

}  // namespace reboost::config
