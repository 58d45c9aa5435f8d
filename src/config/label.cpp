#include "config/label.hpp"

#include "bandits/external/program.hpp"
#include "config/schema.hpp"
#include "config/spec_value.hpp"
#include "core/text.hpp"

#include <algorithm>
#include <filesystem>

namespace reboost::config {
namespace {

std::string label_of(const Value& choice, const AlternativeDoc& doc);

/// Strings without quotes; a choice by its label.
std::string plain(const Value& value, const FieldDoc& field) {
    if (value.is_string()) return value.as_string();
    if (const Value* name = value.find("name"))
        if (const AlternativeDoc* doc = find_alternative(field.alternatives, name->as_string()))
            return label_of(value, *doc);
    return to_json(value);
}

/// "[a=1,b=2]" of the fields that differ from their default; `skip` is in the short label already.
std::string differences(const Value& part, const std::vector<FieldDoc>& fields,
                        const std::vector<std::string_view>& skip) {
    std::string text;
    const auto add = [&](const FieldDoc& field, const Value& value) {
        text += text.empty() ? "[" : ",";
        text += field.name + "=" + plain(value, field);
    };
    for (const FieldDoc& field : fields) {
        const Value* value = part.find(field.name);
        if (value == nullptr || *value == field.default_value) continue;
        if (std::ranges::find(skip, field.name) != skip.end()) continue;
        if (field.type != "object") {
            add(field, *value);
            continue;
        }
        for (const FieldDoc& inner : field.fields)
            if (const Value* v = value->find(inner.name);
                v != nullptr && !(*v == *field.default_value.find(inner.name)))
                add(inner, *v);
    }
    return text.empty() ? text : text + "]";
}

/// What stands before and behind the parentheses, and which fields that says.
struct Name {
    std::string name, options;
    std::vector<std::string_view> skip;
};

/// By a command's script; what the script gets beside it stays a difference.
Name name_by_command(const Value& command, const AlternativeDoc& doc) {
    std::vector<std::string> words;
    for (const Value& word : command.as_list())
        words.push_back(word.as_string());
    std::string label = script_label(words);
    if (label.empty()) return {doc.name, "", {}};
    Name called{std::move(label), "", {}};
    if (bandits::find_script(words) + 1 == words.end()) called.skip.emplace_back(doc.label.named_by);
    return called;
}

Name name_of(const Value& choice, const AlternativeDoc& doc) {
    if (const Value* as = choice.find("as")) return {as->as_string(), "", {}};
    const FieldDoc* field = find_field(doc.fields, doc.label.named_by);
    if (field == nullptr) return {doc.name, "", {}};
    const Value& naming = choice.at(field->name);
    if (naming.is_list()) return name_by_command(naming, doc);
    Name called{naming.at("name").as_string(), "", {}};
    if (const AlternativeDoc* inner = find_alternative(field->alternatives, called.name)) {
        called = name_of(naming, *inner);
        if (naming.find("as") == nullptr) called.options = differences(naming, inner->fields, called.skip);
    }
    called.skip = {field->name};
    return called;
}

/// "ucb(10)[exploration=1][reward=log]": what the alternative's ShortLabel says, then what differs.
std::string label_of(const Value& choice, const AlternativeDoc& doc) {
    if (const Value* as = choice.find("as")) return as->as_string();
    auto [name, options, skip] = name_of(choice, doc);
    std::string shown;
    for (const std::string_view one : doc.label.shown) {
        if (one.empty()) continue;
        shown += (shown.empty() ? "(" : ",") + plain(choice.at(one), *find_field(doc.fields, one));
        skip.push_back(one);
    }
    return name + (shown.empty() ? "" : shown + ")") + options + differences(choice, doc.fields, skip);
}

const AlternativeDoc* find_part(const std::string& name) {
    static const std::vector<AlternativeDoc> parts = [] {
        std::vector<AlternativeDoc> all;
        for (const auto& group : {learner_docs(), selector_docs(), booster_docs(), policy_docs()})
            all.insert(all.end(), group.begin(), group.end());
        return all;
    }();
    return find_alternative(parts, name);
}

}  // namespace

std::string part_label(const Value& part) {
    const std::string& name = part.at("name").as_string();
    const AlternativeDoc* doc = find_part(name);
    return printable(doc == nullptr ? name : label_of(part, *doc));
}

std::string choice_label(const Value& choice, std::string_view field) {
    static const std::vector<AlternativeDoc> boosters = booster_docs();
    for (const AlternativeDoc& booster : boosters)
        if (const FieldDoc* found = find_field(booster.fields, field))
            if (const auto* doc = find_alternative(found->alternatives, choice.at("name").as_string()))
                return printable(label_of(choice, *doc));
    return part_label(choice);
}

std::string script_label(const std::vector<std::string>& command) {
    const auto script = bandits::find_script(command);
    return script == command.end() ? "" : std::filesystem::path(*script).stem().string();
}

Value without_names(const Value& value) {
    if (!value.is_object()) return value;
    Value kept = Value::object();
    for (const auto& [key, member] : value.as_object())
        if (key != "as") kept.set(key, without_names(member));
    return kept;
}

std::string dataset_label(const Value& dataset) {
    static const std::vector<FieldDoc> fields = dataset_docs();
    const std::string& name = dataset.at("name").as_string();
    const Value* const path = dataset.find("path");
    // The name of an own file stands for all its options but the seed: a config gives it to no other set.
    if (!name.empty() && path != nullptr && !path->as_string().empty())
        return printable(name + differences(Value::object().set("seed", dataset.at("seed")), fields, {}));
    return printable((name.empty() ? dataset.at("path").as_string() : name) +
                     differences(dataset, fields, {"name", "path"}));
}

std::string run_label(const Value& spec) {
    std::string text = dataset_label(spec.at("dataset"));
    for (const char* part : {"learner", "selector", "booster"})
        text += " " + part_label(spec.at(part));
    text += " seed " + to_json(spec.at("seed"));
    if (const Value* timing = spec.find("timing"); timing != nullptr && timing->as_string() != "throughput")
        text += " " + timing->as_string();
    return text;
}

std::string run_label(const RunSpec& spec) {
    return run_label(complete_value(spec));
}

}  // namespace reboost::config
