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

void EarlyStopping::state(StateIO& io) {
    io("best_error", best_error_);
    io("best_round", best_round_);
}

}  // namespace reboost::boosting
