#pragma once
/// The one way out of the training loop. The loop knows nothing of files, JSON, HDF5 or progress bars.
#include <cstdint>
#include <limits>
#include <string_view>

namespace reboost::boosting {

inline constexpr double kNotMeasured = std::numeric_limits<double>::quiet_NaN();

/// One boosting round, reported in order, each once. What a booster has no notion of stays NaN or −1.
struct RoundRecord {
    std::size_t round = 0;  ///< from 1
    double edge = kNotMeasured;
    double alpha = kNotMeasured;
    double log_exponential_loss = kNotMeasured;  ///< ln R_e so far: the sum of ln Z (kdd2009 eq. 4)
    double training_loss = kNotMeasured;         ///< abc2010 eq. 3, after the round
    double spent = kNotMeasured;                 ///< budget paid so far
    std::int64_t feature = -1;                   ///< the first stump's feature
    std::int64_t base_class = -1;
    double train_cpu_seconds = 0;  ///< cumulative over rounds, evaluation excluded; whoever computed
    double wall_seconds = 0;       ///< cumulative, training only
    std::uint64_t work = 0;        ///< cumulative stored feature values scanned
};

enum class Part { train, test, validation };
constexpr std::string_view part_name(Part part) {
    return part == Part::train ? "train" : part == Part::test ? "test" : "validation";
}

/// Losses of the ensemble after `round` on one part; may arrive later than the round itself (batches), in
/// order per part.
struct EvaluationRecord {
    std::size_t round = 0;
    Part part = Part::test;
    double one_error = kNotMeasured;     ///< fraction in [0,1]
    double hamming_loss = kNotMeasured;  ///< under the initial weights (opt2009 §2)
    double log_loss = kNotMeasured;
    double auc = kNotMeasured;                ///< binary only
    double balanced_accuracy = kNotMeasured;  ///< binary only
    double eval_cpu_seconds = 0;              ///< cumulative cost of all evaluation so far
};

class RoundObserver {
  public:
    virtual ~RoundObserver() = default;
    virtual void on_round(const RoundRecord& record) = 0;
    virtual void on_evaluation(const EvaluationRecord& record) = 0;
    /// Asked after each round; true: the booster stops before the next round, its state whole and resumable.
    virtual bool interrupt() { return false; }
};

}  // namespace reboost::boosting
