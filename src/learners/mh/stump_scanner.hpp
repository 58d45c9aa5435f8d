#pragma once
/// Finds the best threshold of each requested feature: the inner search of every base learner.
#include "core/matrix.hpp"
#include "core/order.hpp"
#include "learners/mh/kernels/kernel_table.hpp"
#include "learners/mh/scan_columns.hpp"
#include "parallel/team.hpp"

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

namespace reboost::learners {

/// The weights a scan reads: n × stride floats, and their class sums (stride doubles).
struct ScanWeights {
    const float* values;
    std::span<const double> totals;
};

/// Which scores must be exact: all, or only the best one (the others may then be too low).
enum class Wanted : std::uint8_t { every_score, best_score };

/// The best edge that the threads of a search have found so far: lower edges need not be exact.
class EdgeFloor {
  public:
    float value() const { return value_.load(std::memory_order_relaxed); }
    void reset() { value_ = 0; }
    void raise(double edge) {
        const auto found = static_cast<float>(edge);
        float reached = value();
        while (found > reached && !value_.compare_exchange_weak(reached, found, std::memory_order_relaxed)) {
        }
    }

  private:
    std::atomic<float> value_{0};
};

/// Adds all rows of a dense or list column, which has one-byte codes, to a histogram.
void add_all_rows(const ScanColumns& columns, std::uint32_t feature, const float* weights,
                  std::byte* histogram);

/// Scans given rows: those of a tree's node, or those that a query chooses.
class GatheredScanner {
  public:
    explicit GatheredScanner(const ScanColumns& columns) : columns_(columns) {}

    /// `rows` ascend; `weights.totals` are their class sums. Only thresholds with rows on both sides count:
    /// else a column that is constant on these rows would pay its bandit arm the edge of a constant.
    ThresholdScore scan(std::uint32_t feature, std::span<const std::uint32_t> rows,
                        const ScanWeights& weights);

    std::uint64_t work() const { return work_; }

  private:
    const ScanColumns& columns_;
    AlignedVector<std::byte> scratch_;
    std::vector<std::uint32_t> others_;  ///< the rows outside a column's pivot bin
    std::uint64_t work_ = 0;
};

/// Scans all training rows.
class StumpScanner {
  public:
    /// Columns and team must outlive the scanner; exact scores do not depend on the team.
    StumpScanner(const ScanColumns& columns, parallel::Team& team)
        : columns_(columns),
          team_(team),
          all_rows_(indices<std::uint32_t>(columns.stride() > 64 ? columns.rows() : 0)),
          scratch_(1) {}

    /// scores[i] = best edge and threshold of features[i]; ties: the lowest threshold. With
    /// Wanted::best_score a feature whose edge is not the best may get any lower edge, or none.
    void scan(std::span<const std::uint32_t> features, const ScanWeights& weights,
              std::span<ThresholdScore> scores, Wanted wanted);

    std::uint64_t work() const { return work_; }

  private:
    using Scratch = AlignedVector<std::byte>;
    /// The part of a scan that one chunk of work does.
    struct Range {
        std::span<const std::uint32_t> features;
        const ScanWeights& weights;
        std::span<ThresholdScore> scores;
        Wanted wanted;
        Scratch& scratch;
        EdgeFloor& floor;  ///< shared by all chunks

        void set(std::size_t place, const ThresholdScore& score) {
            scores[place] = score;
            if (wanted == Wanted::best_score) floor.raise(score.edge);
        }
    };

    void scan_range(Range range) const;
    void scan_lists(std::span<const std::uint32_t> places, Range& range) const;
    void scan_dense(std::span<const std::uint32_t> places, Range& range) const;

    const ScanColumns& columns_;
    parallel::Team& team_;
    std::vector<std::uint32_t> all_rows_;  ///< for more than 64 classes
    std::vector<Scratch> scratch_;         ///< one for each chunk
    std::uint64_t work_ = 0;
};

}  // namespace reboost::learners
