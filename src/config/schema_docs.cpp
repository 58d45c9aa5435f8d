#include "config/document_fields.hpp"
#include "config/run_spec.hpp"
#include "config/schema.hpp"

namespace reboost::config {

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
std::vector<FieldDoc> evaluation_docs() {
    return document_fields(boosting::EvaluationOptions{});
}
std::vector<FieldDoc> run_docs() {
    return document_fields(RunSpec{});
}

}  // namespace reboost::config
