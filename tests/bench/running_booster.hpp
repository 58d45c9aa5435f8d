#pragma once
/// A booster that trains a few rounds at a time, so that several can be measured in turns: what else the
/// machine does then falls on all of them alike.
#include "boosting/factory/factory.hpp"

#include <memory>
#include <vector>

namespace reboost::bench {

/// What a stretch of rounds cost, training alone.
struct Stretch {
    std::size_t rounds = 0;
    double cpu_seconds = 0, wall_seconds = 0;
    double eval_cpu_seconds = 0;   ///< evaluation of the test rows
    std::uint64_t work = 0;        ///< stored feature values scanned
    std::size_t empty_rounds = 0;  ///< in which a bandit drew only columns that part no rows; in `rounds`
    double empty_cpu_seconds = 0;  ///< their share of cpu_seconds

    double ms_per_round() const { return rounds > 0 ? 1e3 * cpu_seconds / static_cast<double>(rounds) : 0; }
    /// Milliseconds of a round that added a classifier; NaN where none did.
    double ms_per_full_round() const {
        return 1e3 * (cpu_seconds - empty_cpu_seconds) / static_cast<double>(rounds - empty_rounds);
    }
    double wall_ms_per_round() const {
        return rounds > 0 ? 1e3 * wall_seconds / static_cast<double>(rounds) : 0;
    }
};

class RunningBooster final : private boosting::RoundObserver {
  public:
    RunningBooster(const boosting::Recipe& recipe, std::shared_ptr<const data::BinnedSplit> data,
                   int threads = 1);

    /// Trains `rounds` more, fewer where training ends by itself.
    Stretch advance(std::size_t rounds);
    bool ended() const { return ended_; }
    std::size_t rounds() const { return last_.round; }
    /// The edge of each round so far.
    const std::vector<double>& edges() const { return edges_; }

  private:
    void on_round(const boosting::RoundRecord& record) override;
    void on_evaluation(const boosting::EvaluationRecord& record) override;
    bool interrupt() override { return --left_ == 0; }

    std::unique_ptr<boosting::Booster> booster_;
    boosting::RoundRecord last_;
    double eval_cpu_seconds_ = 0, empty_cpu_seconds_ = 0;
    std::size_t empty_rounds_ = 0;
    std::vector<double> edges_;
    std::size_t left_ = 0;
    bool ended_ = false;
};

/// Milliseconds per round of a run, its first rounds left out.
struct RoundCost {
    double median_ms = 0, least_ms = 0;  ///< over stretches of equal length
    double work_per_round = 0;
    double empty_share = 0;  ///< of rounds that added no classifier; they are not in the milliseconds
    std::size_t rounds = 0;  ///< measured
};

/// Warms up for `warm_rounds` (or four times `seconds`, whichever ends first; two rounds at least), then
/// measures stretches for `seconds` of CPU, five stretches at least.
RoundCost measure_rounds(const boosting::Recipe& recipe, std::shared_ptr<const data::BinnedSplit> data,
                         std::size_t warm_rounds, double seconds);

}  // namespace reboost::bench
