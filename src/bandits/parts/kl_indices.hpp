#pragma once
#include "bandits/parts/bernoulli_kl.hpp"
#include "bandits/parts/tangents.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace reboost::bandits {

/// The indices of KL-UCB for many arms: the largest q with n kl(r̄, q) ≤ level, r̄ the mean of n rewards. An
/// index grows with the level, a concave function of it: an arm's tangent bounds it at any level.
class KlIndices {
  public:
    void reset(std::size_t arms) {
        arms_.assign(arms, {});
        tangents_.reset(arms);
        asked_ = 1;
    }
    /// The arm has new rewards; `level` is the present one. pulls ≥ 1.
    void set(std::size_t arm, double mean, double pulls, double level) {
        arms_[arm] = {mean, negative_entropy(mean), pulls};
        if (mean < asked_ && asked_ < 1)
            touch(arm, asked_);
        else
            exact(arm, level);
    }
    /// At least the index; +∞ for an arm that was never set.
    double bound(std::size_t arm, double level) const { return tangents_.at(arm, level); }
    /// Whether the index is at least q, and where rounding leaves it open. The arm's tangent is at q now.
    bool reaches(std::size_t arm, double q, double level);
    /// The index, by Newton's method; the arm's tangent is there now.
    double exact(std::size_t arm, double level);

  private:
    struct Arm {
        double mean = 0;
        double entropy = 0;  ///< r̄ ln r̄ + (1−r̄) ln(1−r̄)
        double pulls = 1;
    };
    /// kl(r̄, q), r̄ < q < 1; the arm's tangent is at q now.
    double touch(std::size_t arm, double q);
    void set_tangent(std::size_t arm, double level, double q);

    std::vector<Arm> arms_;
    Tangents tangents_;
    KlFromMany divergence_;
    double asked_ = 1;  ///< the last q that an arm was compared with: near the best index
};

}  // namespace reboost::bandits
