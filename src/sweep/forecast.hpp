#pragma once
/// The remaining time of a sweep, estimated from the times of its runs so far.
#include "core/value.hpp"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace reboost::sweep {

struct Underway {
    std::string kind;
    double estimated = 0;  ///< seconds, by the cost model
    double share = 0;      ///< share of its rounds that this process has done, in [0,1]
    double elapsed = 0;    ///< wall seconds for these rounds
};

/// Corrects the cost model's estimates. Its errors are similar for runs of one kind (booster, learner and
/// selector), so a kind is corrected by the times of its finished runs, or of all kinds' if it has none.
class Forecast {
  public:
    void expect(const std::string& kind, double estimated) { kinds_[kind].expected += estimated; }
    /// Removes a run from the expected ones. `actual` < 0: the run left without a result.
    void ended(const std::string& kind, double estimated, double actual);
    /// Wall seconds from now to the sweep's end; now is `elapsed` seconds after its beginning. At most `jobs`
    /// runs are at work at once; the mean number so far is used, which is smaller if data are read or memory
    /// is short. nullopt if no run's time is known yet.
    std::optional<double> remaining(std::span<const Underway> underway, int jobs, double elapsed) const;

  private:
    struct Kind {
        double expected = 0;             ///< estimated seconds of runs that have not ended
        double estimated = 0, took = 0;  ///< seconds of runs that have ended
    };
    std::map<std::string, Kind> kinds_;
};

/// The forecasts made so far, so that they can be judged.
class ForecastRecord {
  public:
    void note(double elapsed, double remaining);
    /// The difference between the forecast at half of the elapsed time and the current one, as a share of the
    /// total; nullopt at the beginning.
    std::optional<double> error_so_far() const;
    /// The worst error after the first fifth of a sweep that took `total` seconds.
    std::optional<double> worst_error(double total) const;
    /// Pairs (elapsed seconds, forecast of the remaining seconds).
    Value moments() const;

  private:
    std::vector<std::pair<double, double>> moments_;  ///< (elapsed, remaining) seconds
};

}  // namespace reboost::sweep
