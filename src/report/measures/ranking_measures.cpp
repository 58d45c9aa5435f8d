#include "report/measures/measure_functions.hpp"

#include <algorithm>

namespace reboost::report {
namespace {

struct Roc {
    std::vector<double> false_positive, true_positive, threshold;

    bool empty() const { return threshold.empty(); }
    double balanced_accuracy(std::size_t corner) const {
        return (true_positive[corner] + 1 - false_positive[corner]) / 2;
    }
    /// It is linear along the curve: its maximum lies at a corner.
    std::size_t best() const {
        std::size_t best = 0;
        for (std::size_t i = 1; i < threshold.size(); ++i)
            if (balanced_accuracy(i) > balanced_accuracy(best)) best = i;
        return best;
    }
    /// The last corner whose rows all have scores of at least `score`; thresholds fall along the curve,
    /// from +∞.
    std::size_t at(double score) const {
        const auto below = std::ranges::find_if(threshold, [score](double t) { return t < score; });
        return static_cast<std::size_t>(std::max<std::ptrdiff_t>(below - threshold.begin(), 1)) - 1;
    }
};

Roc read(const MeasureInput& in, const std::string& part) {
    const auto array = [&](const std::string& name) {
        return in.runs.array(in.run, "roc/" + part + "/" + name);
    };
    Roc roc{array("false_positive_rate"), array("true_positive_rate"), array("threshold")};
    const bool whole =
        roc.false_positive.size() == roc.threshold.size() && roc.true_positive.size() == roc.threshold.size();
    return whole ? roc : Roc{};
}

}  // namespace

Measurement tuned_balanced_accuracy(const MeasureInput& in) {
    const Roc validation = read(in, "validation");
    if (validation.empty()) return Measurement::none("the run has no ROC curve of a validation part");
    const std::size_t best = validation.best();
    const Value* part = in.options.find("part");
    if (part == nullptr || part->as_string() == "validation") return {validation.balanced_accuracy(best)};
    const Roc other = read(in, part->as_string());
    if (other.empty())
        return Measurement::none("the run has no ROC curve of its " + part->as_string() + " part");
    return {other.balanced_accuracy(other.at(validation.threshold[best]))};
}

}  // namespace reboost::report
