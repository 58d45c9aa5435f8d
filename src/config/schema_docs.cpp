#include "config/document_fields.hpp"
#include "config/run_spec.hpp"
#include "config/schema.hpp"

#include <algorithm>

namespace reboost::config {

const AlternativeDoc* find_alternative(const std::vector<AlternativeDoc>& alternatives,
                                       std::string_view name) {
    const auto found = std::ranges::find_if(alternatives, [&](const auto& a) { return a.name == name; });
    return found == alternatives.end() ? nullptr : &*found;
}

const FieldDoc* find_field(const std::vector<FieldDoc>& fields, std::string_view name) {
    const auto found = std::ranges::find_if(fields, [&](const auto& field) { return field.name == name; });
    return found == fields.end() ? nullptr : &*found;
}

std::vector<std::string> names_standing_for(const AlternativeDoc& alternative) {
    const FieldDoc* field = find_field(alternative.fields, alternative.label.named_by);
    return field == nullptr ? std::vector<std::string>{} : field->allowed;
}

std::vector<AlternativeDoc> learner_docs() {
    return document_alternatives<learners::LearnerOptions>();
}
std::vector<AlternativeDoc> selector_docs() {
    return document_alternatives<selectors::SelectorOptions>();
}
std::vector<AlternativeDoc> policy_docs() {
    return document_alternatives<bandits::PolicyOptions>();
}
std::vector<AlternativeDoc> booster_docs() {
    return document_alternatives<boosting::BoosterOptions>();
}
std::vector<FieldDoc> dataset_docs() {
    return document_fields(data::DatasetSpec{});
}
std::vector<FieldDoc> run_docs() {
    return document_fields(RunSpec{});
}

}  // namespace reboost::config
