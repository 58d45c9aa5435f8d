#pragma once
/// The best round on the validation part, and when to stop waiting for a better one.
#include "boosting/round_observer.hpp"
#include "core/state.hpp"

#include <cstddef>
#include <cstdint>

namespace reboost::boosting {

class EarlyStopping {
  public:
    /// `patience`: rounds without a lower validation error after which training stops; 0: it never does.
    explicit EarlyStopping(std::int64_t patience) : patience_(static_cast<std::size_t>(patience)) {}

    /// Takes records of every part; only the validation part counts. The first of equal errors is the best.
    void note(const EvaluationRecord& record);
    bool out_of_patience(std::size_t rounds_trained) const;
    /// The round with the lowest validation error; `otherwise` where nothing was validated.
    std::size_t best_round(std::size_t otherwise) const { return best_round_ > 0 ? best_round_ : otherwise; }

    void state(StateIO& io);

  private:
    std::size_t patience_;
    double best_error_ = 2;  ///< above every error
    std::size_t best_round_ = 0;
};

}  // namespace reboost::boosting
