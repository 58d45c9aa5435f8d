#pragma once
#include "core/log_bins.hpp"
#include "core/state.hpp"

#include <cstdint>
#include <vector>

namespace reboost::bandits {

/// The share c(z) of its level that an arm pays z ≥ 1 decisions after its last pull, the same for all arms:
/// Σ rewards / Σ levels over the pulls whose z lies in one bin, four bins to an octave, made monotone by
/// pooling adjacent bins (Ayer et al. 1955), as a part of the last bin's.
class RecoveryCurve {
  public:
    /// prior > 0: pulls of mean reward and level with which each bin begins.
    void reset(double prior);
    /// A pull z decisions after the last one paid `reward` of an arm of this level.
    void add(std::uint64_t z, double level, double reward);
    /// In [0,1]; 1 for every z before the first `add`, and for one longer than all that were added.
    double share(std::uint64_t z) const {
        const std::size_t bin = bin_of(z);
        return bin < shares_.size() ? shares_[bin] : 1;
    }

    /// Pulls added.
    std::uint64_t pulls() const { return pulls_; }

    /// Arrays "curve_...".
    void state(StateIO& io);

  private:
    static std::size_t bin_of(std::uint64_t z) {
        using Bins = LogBins<2>;
        return Bins::of(static_cast<double>(z)) - Bins::of(1);
    }
    void fit();

    double prior_ = 1;
    std::uint64_t pulls_ = 0;
    std::vector<double> rewards_, levels_;  ///< sums of each bin up to the longest z
    std::vector<double> shares_;            ///< c, of them
};

}  // namespace reboost::bandits
