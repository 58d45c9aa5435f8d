#pragma once
/// How long a sweep will still take, learned from how long its runs took so far.
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace reboost::sweep {

/// A run that is under way.
struct Underway {
    std::string kind;
    double estimated = 0;  ///< seconds, by the cost model
    double share = 0;      ///< of its rounds that this process has done, in [0,1]
    double elapsed = 0;    ///< wall seconds of that
};

/// The cost model's errors are alike among runs of one kind (learner and booster), so each kind's estimates
/// are corrected by what its runs took; a kind of which nothing is known by what all took.
class Forecast {
  public:
    void expect(const std::string& kind, double estimated) { kinds_[kind].expected += estimated; }
    /// A run that left without a result is no longer expected: its `actual` is negative.
    void ended(const std::string& kind, double estimated, double actual);
    /// Wall seconds to the end with `jobs` runs side by side; nullopt where nothing is known yet.
    std::optional<double> remaining(std::span<const Underway> underway, int jobs) const;

  private:
    struct Kind {
        double expected = 0;             ///< estimated seconds of runs not ended
        double estimated = 0, took = 0;  ///< of those that ended
    };
    std::map<std::string, Kind> kinds_;
};

/// What was foretold when, so that forecasts can be judged.
class ForecastRecord {
  public:
    void note(double elapsed, double remaining);
    /// How far the forecast of half the time ago is from the one of now, as a share of the whole; nullopt at
    /// the beginning.
    std::optional<double> error_so_far() const;
    /// The worst error from a fifth of the way on of a sweep that took `total` seconds.
    std::optional<double> worst_error(double total) const;
    const std::vector<std::pair<double, double>>& moments() const { return moments_; }

  private:
    std::vector<std::pair<double, double>> moments_;  ///< elapsed, foretold remaining
};

}  // namespace reboost::sweep
