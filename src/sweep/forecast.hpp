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

/// A running run.
struct Underway {
    std::string kind;
    double estimated = 0;  ///< seconds, by the cost model
    double share = 0;      ///< of its rounds that this process has done, in [0,1]
    double elapsed = 0;    ///< wall seconds of that
};

/// The cost model has similar errors for runs of one kind (booster, learner and selector). So each kind's
/// estimates are corrected by the times of its finished runs; without any, by those of all kinds.
class Forecast {
  public:
    void expect(const std::string& kind, double estimated) { kinds_[kind].expected += estimated; }
    /// A run that left without a result is no longer expected; its `actual` is negative.
    void ended(const std::string& kind, double estimated, double actual);
    /// Wall seconds to the end, `elapsed` after the beginning, with at most `jobs` runs side by side; as many
    /// on average as until now, which is fewer where data are read or memory is short. nullopt where nothing
    /// is known yet.
    std::optional<double> remaining(std::span<const Underway> underway, int jobs, double elapsed) const;

  private:
    struct Kind {
        double expected = 0;             ///< estimated seconds of runs not ended
        double estimated = 0, took = 0;  ///< of those that ended
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
    /// The worst error from a fifth of the way on of a sweep that took `total` seconds.
    std::optional<double> worst_error(double total) const;
    /// Pairs of the elapsed time and the forecast of the rest.
    Value moments() const;

  private:
    std::vector<std::pair<double, double>> moments_;  ///< elapsed, forecast of the rest
};

}  // namespace reboost::sweep
