#pragma once
#include "bandits/parts/best_arms.hpp"
#include "bandits/policy.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace reboost::bandits {

/// An upper bound for each arm's index, if the index is a concave function of x with values up to 1: a
/// tangent, which stays above the index until the arm's statistics change.
class Tangents {
  public:
    /// Removes all tangents: every bound is +∞.
    void reset(std::size_t arms) {
        offsets_.assign(arms, kNone);
        slopes_.assign(arms, 0);
    }
    /// Sets the tangent through (x, value) with this slope.
    void set(std::size_t arm, double x, double value, double slope) {
        offsets_[arm] = value - slope * x;
        slopes_[arm] = slope;
    }
    double at(std::size_t arm, double x) const { return offsets_[arm] + slopes_[arm] * x; }

  private:
    static constexpr double kNone = std::numeric_limits<double>::infinity();
    std::vector<double> offsets_, slopes_;
};

/// Mean r̄_j and number n_j of each arm's rewards that still count, laid out for vectorised loops.
class MeansAndCounts {
  public:
    /// Removes all rewards.
    void reset(std::size_t arms) {
        means_.assign(arms, kNone);
        counts_.assign(arms, 1);
    }
    /// Sets the sum and number of an arm's rewards; count ≥ 0.
    void set(std::size_t arm, double sum, double count) {
        means_[arm] = count > 0 ? sum / count : kNone;
        counts_[arm] = count > 0 ? count : 1;
    }
    /// Writes the indices r̄_j + √(bonus/n_j), bonus ≥ 0; +∞ if n_j = 0.
    void fill(std::span<double> index, double bonus) const {
        for (std::size_t arm = 0; arm < index.size(); ++arm)
            index[arm] = means_[arm] + std::sqrt(bonus / counts_[arm]);
    }

  private:
    static constexpr double kNone = std::numeric_limits<double>::infinity();
    std::vector<double> means_, counts_;  ///< +∞ and 1 if n_j = 0
};

/// Garivier & Moulines's discount 1 − 1/(4 √T) for one change in `decisions`, with a memory of at least 4 M
/// decisions, or a policy would only explore.
inline double default_discount(double decisions, std::size_t arms) {
    return 1 - 1 / (4 * std::max(std::sqrt(decisions), static_cast<double>(arms)));
}

/// A policy that gives each arm an index and takes the k largest; most break ties at random. An arm never
/// pulled mostly has the index +∞, so that every arm is pulled once first, in random order.
class IndexPolicy : public Policy {
  public:
    void select(std::span<std::uint32_t> out, Rng& rng) final {
        index_.resize(arms());
        fill(index_, out.size(), rng);
        if (breaks_ties(index_, out.size()))
            best_.select_breaking_ties(index_, out, rng);
        else
            best_.select(index_, out);
    }

  protected:
    static constexpr double kUntried = std::numeric_limits<double>::infinity();

    /// Writes one index per arm for a decision of k arms at `time()`; never NaN.
    virtual void fill(std::span<double> index, std::size_t k, Rng& rng) = 0;

    /// Whether ties are broken at random; otherwise the lower arm wins.
    virtual bool breaks_ties(std::span<const double> /*index*/, std::size_t /*k*/) const { return true; }

    /// For expensive indices: `index` holds upper bounds, and `exact(arm)` replaces the bounds that may be
    /// among the k largest. `reaches(arm, threshold)` is a cheaper test that the exact index is at least the
    /// threshold, up to rounding. An infinite bound counts as exact.
    template <class Reaches, class Exact>
    void refine(std::span<double> index, std::size_t k, Reaches reaches, Exact exact) {
        front_.resize(k);
        front_index_.resize(k);
        best_.select(index, front_);
        double threshold = kUntried;
        for (std::size_t i = 0; i < k; ++i) {
            double& of_arm = index[front_[i]];
            front_index_[i] = of_arm < kUntried ? exact(front_[i]) : of_arm;
            threshold = std::min(threshold, front_index_[i]);
            of_arm = kBelow;  // its index is known: the loop below skips it
        }
        for (std::uint32_t arm = 0; arm < index.size(); ++arm) {
            if (index[arm] + kRounding < threshold || index[arm] == kUntried) continue;
            index[arm] = reaches(arm, threshold) ? exact(arm) : kBelow;
            if (k == 1) threshold = std::max(threshold, index[arm]);
        }
        for (std::size_t i = 0; i < k; ++i)
            index[front_[i]] = front_index_[i];
    }

    template <class Exact>
    void refine(std::span<double> index, std::size_t k, Exact exact) {
        refine(
            index, k, [](std::uint32_t, double) { return true; }, exact);
    }

    /// As above for indices ≤ 1, whose upper bound `bound(arm)` is lower after `reaches` returned false.
    template <class Reaches, class Bound, class Exact>
    void refine(std::span<double> index, std::size_t k, Reaches reaches, Bound bound, Exact exact) {
        if (k == 1 && find_best(index, reaches, bound)) return;
        refine(index, k, reaches, exact);
    }

  private:
    static constexpr double kRounding = 1e-9, kBelow = -kUntried;

    /// Whether the best arm is found without an exact index: its index reaches the second highest bound.
    template <class Reaches, class Bound>
    bool find_best(std::span<double> index, Reaches reaches, Bound bound) {
        constexpr int kAttempts = 4;
        for (int attempt = 0; attempt < kAttempts; ++attempt) {
            const std::uint32_t front = first_best(index);
            const double highest = std::exchange(index[front], kBelow);
            const double second = largest(index), q = second + kRounding;
            index[front] = highest;
            if (highest == kUntried || second == kBelow) return true;
            if (q < 1 && reaches(front, q)) {
                index[front] = std::max(highest, q);
                return true;
            }
            index[front] = std::min(highest, bound(front));
            if (index[front] >= second - kRounding) break;  // the two are too near to tell apart
        }
        return false;
    }

    std::vector<double> index_;
    std::vector<std::uint32_t> front_;  ///< in `refine`: arms of the k largest bounds, and their indices
    std::vector<double> front_index_;
    BestArms best_;
};

}  // namespace reboost::bandits
