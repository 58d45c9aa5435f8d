#include "bandits/options.hpp"

#include "core/names.hpp"

#include <algorithm>
#include <string>

namespace reboost::bandits {
namespace {

const PolicyEntry* multiboost_form(std::string_view name) {
    const auto found = std::ranges::find(multiboost_forms(), name, &PolicyEntry::name);
    return found == multiboost_forms().end() ? nullptr : &*found;
}

void set_options(Policy& policy, const Value& options) {
    ValueReader reader(options);
    policy.fields(reader);
    reader.finish();
}

Value options_of(Policy& policy) {
    Value options = Value::object();
    ValueWriter writer(options);
    policy.fields(writer);
    return options;
}

}  // namespace

PolicyOptions::PolicyOptions() : entry_(&policies().front()), policy_(entry_->make()) {}

PolicyOptions::PolicyOptions(std::string_view name,
                             std::initializer_list<std::pair<std::string_view, Value>> options)
    : entry_(&find_named(policies(), name, "policy", &PolicyEntry::name)), policy_(entry_->make()) {
    Value object = Value::object();
    for (const auto& [key, value] : options)
        object.set(std::string(key), value);
    set_options(*policy_, object);
}

PolicyOptions::PolicyOptions(const PolicyOptions& other)
    : ChoiceField(other), entry_(other.entry_), policy_(entry_->copy(*other.policy_)) {}

PolicyOptions& PolicyOptions::operator=(const PolicyOptions& other) {
    return *this = PolicyOptions(other);
}

Value PolicyOptions::option(std::string_view name) const {
    const Value options = options_of(*policy_);
    const Value* found = options.find(name);
    return found == nullptr ? Value() : *found;
}

std::unique_ptr<Policy> PolicyOptions::make(Variant variant) const {
    if (variant == Variant::literature) return entry_->copy(*policy_);
    const PolicyEntry* form = multiboost_form(name());
    if (form == nullptr) {
        std::string known;
        for (const PolicyEntry& one : multiboost_forms())
            known += (known.empty() ? "" : ", ") + std::string(one.name());
        throw UsageError("policy '" + std::string(name()) +
                         "' has no variant 'multiboost'; those with one: " + known);
    }
    std::unique_ptr<Policy> policy = form->make();
    const Value options = options_of(*policy_);
    ValueReader reader(options);
    policy->fields(reader);  // an option that the program's form lacks is none of it
    return policy;
}

bool PolicyOptions::has_multiboost_form() const {
    return multiboost_form(name()) != nullptr;
}

void PolicyOptions::choose(std::size_t index) {
    entry_ = &policies()[index];
    policy_ = entry_->make();
}

void PolicyOptions::describe_default(std::size_t index, Fields& fields) const {
    policies()[index].make()->fields(fields);
}

}  // namespace reboost::bandits
