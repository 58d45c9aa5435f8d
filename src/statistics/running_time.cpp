#include "statistics/running_time.hpp"

#include "core/error.hpp"
#include "statistics/ranks.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace reboost::statistics {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double total_of(std::span<const Attempt> attempts, double Attempt::*part) {
    return std::accumulate(attempts.begin(), attempts.end(), 0.0,
                           [part](double sum, const Attempt& attempt) { return sum + attempt.*part; });
}

struct Sums {
    double cost = 0, reached = 0;

    void add(const Attempt& attempt) {
        cost += attempt.cost;
        reached += attempt.reached;
    }
    /// Whether there is an expected running time, and its logarithm.
    bool has_logarithm() const { return reached > 0 && cost > 0; }
    double logarithm() const { return std::log(cost / reached); }
};

/// ln(rival / baseline) of a redraw of a set's replicates. A redraw in which one of the two never reaches the
/// target has no ratio, just as such a set has none: it is drawn again. The set itself has a ratio, so the
/// loop ends.
double redrawn_log_ratio(std::span<const Attempt> baseline, std::span<const Attempt> rival, Rng& rng) {
    for (;;) {
        Sums of_baseline, of_rival;
        for (std::size_t i = 0; i < baseline.size(); ++i) {
            const std::size_t drawn = rng.below(baseline.size());
            of_baseline.add(baseline[drawn]);
            of_rival.add(rival[drawn]);
        }
        if (of_baseline.has_logarithm() && of_rival.has_logarithm())
            return of_rival.logarithm() - of_baseline.logarithm();
    }
}

/// ln(rival / baseline) of a set with one replicate left out each; none for a replicate without which one of
/// the two never reaches the target.
std::vector<double> replicates_jackknife(std::span<const Attempt> baseline, std::span<const Attempt> rival) {
    std::vector<double> values;
    for (std::size_t out = 0; out < baseline.size(); ++out) {
        Sums of_baseline, of_rival;
        for (std::size_t i = 0; i < baseline.size(); ++i) {
            if (i == out) continue;
            of_baseline.add(baseline[i]);
            of_rival.add(rival[i]);
        }
        if (of_baseline.has_logarithm() && of_rival.has_logarithm())
            values.push_back(of_rival.logarithm() - of_baseline.logarithm());
    }
    return values;
}

}  // namespace

double expected_running_time(std::span<const Attempt> attempts) {
    const double reached = total_of(attempts, &Attempt::reached);
    return reached > 0 ? total_of(attempts, &Attempt::cost) / reached : kInfinity;
}

double restarted_cost(std::span<const Attempt> attempts, Rng& rng) {
    if (!(total_of(attempts, &Attempt::reached) > 0)) return kInfinity;
    for (double cost = 0;;) {
        const Attempt& drawn = attempts[rng.below(attempts.size())];
        cost += drawn.cost;
        if (rng.uniform() < drawn.reached) return cost;
    }
}

std::vector<double> log_running_time_ratios(std::span<const std::vector<Attempt>> baseline,
                                            std::span<const std::vector<Attempt>> rival) {
    if (rival.size() != baseline.size())
        throw UsageError("running times: a rival has another number of data sets than the baseline");
    std::vector<double> logs;
    for (std::size_t set = 0; set < baseline.size(); ++set) {
        if (rival[set].size() != baseline[set].size())
            throw UsageError("running times: a rival has another number of replicates than the baseline");
        logs.push_back(std::log(expected_running_time(rival[set])) -
                       std::log(expected_running_time(baseline[set])));
    }
    return logs;
}

Interval running_time_ratio(std::span<const std::vector<Attempt>> baseline,
                            std::span<const std::vector<Attempt>> rival, Rng& rng,
                            const BootstrapOptions& options) {
    const std::vector<double> all = log_running_time_ratios(baseline, rival);
    std::vector<double> logs;
    std::vector<std::size_t> sets;
    for (std::size_t set = 0; set < all.size(); ++set)
        if (std::isfinite(all[set])) {
            sets.push_back(set);
            logs.push_back(all[set]);
        }
    if (sets.empty()) {
        constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
        return {kNone, kNone, kNone};
    }
    std::vector<double> draws(options.draws);
    for (double& draw : draws) {
        double sum = 0;
        for (std::size_t i = 0; i < sets.size(); ++i) {
            const std::size_t set = sets[rng.below(sets.size())];
            sum += redrawn_log_ratio(baseline[set], rival[set], rng);
        }
        draw = sum / static_cast<double>(sets.size());
    }
    const std::vector<double> left_out =
        sets.size() > 1 ? means_without_one(logs) : replicates_jackknife(baseline[sets[0]], rival[sets[0]]);
    const Interval log = bca_interval(mean(logs), std::move(draws), left_out, options.level);
    return {std::exp(log.estimate), std::exp(log.low), std::exp(log.high)};
}

}  // namespace reboost::statistics
