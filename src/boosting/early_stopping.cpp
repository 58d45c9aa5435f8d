#include "boosting/early_stopping.hpp"

namespace reboost::boosting {

void EarlyStopping::note(const EvaluationRecord& record) {
    if (record.part != Part::validation || !(record.one_error < best_error_)) return;
    best_error_ = record.one_error;
    best_round_ = record.round;
}

bool EarlyStopping::out_of_patience(std::size_t rounds_trained) const {
    return patience_ > 0 && best_round_ > 0 && rounds_trained - best_round_ >= patience_;
}

void EarlyStopping::save(Archive& archive) const {
    archive.put_scalar("best_error", best_error_);
    archive.put_scalar("best_round", best_round_);
}

void EarlyStopping::load(const Archive& archive) {
    best_error_ = archive.get_scalar<double>("best_error");
    best_round_ = archive.get_scalar<std::uint64_t>("best_round");
}

}  // namespace reboost::boosting
