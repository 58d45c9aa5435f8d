#include "statistics/comparison.hpp"

#include "core/error.hpp"
#include "statistics/holm.hpp"
#include "statistics/too_few_sets.hpp"
#include "statistics/vargha_delaney.hpp"

#include <cmath>
#include <numeric>

namespace reboost::statistics {
namespace {

Replicates paired_differences(const Replicates& baseline, const Replicates& rival) {
    if (rival.size() != baseline.size())
        throw UsageError("paired comparison: a rival has another number of data sets than the baseline");
    Replicates differences = rival;
    for (std::size_t set = 0; set < rival.size(); ++set) {
        if (rival[set].size() != baseline[set].size())
            throw UsageError("paired comparison: a rival has another number of replicates than the baseline");
        for (std::size_t i = 0; i < rival[set].size(); ++i)
            differences[set][i] -= baseline[set][i];
    }
    return differences;
}

constexpr double kRounding = 1e-12;  ///< of differences that cancel: below it they are ties

RivalComparison compare(const Replicates& baseline, const Replicates& rival, Rng& rng,
                        const ComparisonOptions& options) {
    const Replicates differences = paired_differences(baseline, rival);
    RivalComparison result;
    result.difference = paired_difference(differences, rng, options.bootstrap);
    std::vector<double> means;
    double effects = 0;
    for (std::size_t set = 0; set < differences.size(); ++set) {
        const double mean = std::accumulate(differences[set].begin(), differences[set].end(), 0.0) /
                            static_cast<double>(differences[set].size());
        means.push_back(std::abs(mean) < kRounding ? 0 : mean);
        effects += vargha_delaney_a(baseline[set], rival[set]);
        ++(means.back() < 0 ? result.wins : means.back() > 0 ? result.losses : result.ties);
    }
    result.effect = effects / static_cast<double>(differences.size());
    result.wilcoxon = wilcoxon_signed_rank(means);
    result.bayesian = bayesian_signed_rank(means, rng, options.bayesian);
    return result;
}

}  // namespace

BaselineComparison compare_with_baseline(const Replicates& baseline, std::span<const Replicates> rivals,
                                         Rng& rng, const ComparisonOptions& options) {
    BaselineComparison result;
    std::vector<double> p_values;
    for (const Replicates& rival : rivals) {
        result.rivals.push_back(compare(baseline, rival, rng, options));
        p_values.push_back(result.rivals.back().wilcoxon.p);
    }
    const std::vector<double> corrected = holm(p_values);
    for (std::size_t i = 0; i < corrected.size(); ++i)
        result.rivals[i].holm_p = corrected[i];
    if (!rivals.empty()) result.warning = wilcoxon_warning(rivals.size(), baseline.size(), options.alpha);
    return result;
}

}  // namespace reboost::statistics
