#include "report/measures/digest.hpp"
#include "report/measures/measure_functions.hpp"

namespace reboost::report {
namespace {

double balanced_accuracy(const Roc& roc, std::size_t corner) {
    return (roc.true_positive[corner] + 1 - roc.false_positive[corner]) / 2;
}

/// The accuracy is linear along the curve: its maximum lies at a corner.
std::size_t best_corner(const Roc& roc) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < roc.threshold.size(); ++i)
        if (balanced_accuracy(roc, i) > balanced_accuracy(roc, best)) best = i;
    return best;
}

Roc read(const MeasureInput& in, const std::string& part) {
    const std::string table = "roc/" + part + "/";
    const std::vector<std::string> names{table + "false_positive_rate", table + "true_positive_rate",
                                         table + "threshold"};
    return roc_in(in.runs.arrays(in.run, names), part);
}

}  // namespace

Measurement tuned_balanced_accuracy(const MeasureInput& in) {
    const Roc validation = read(in, "validation");
    if (validation.empty()) return Measurement::none("the run has no ROC curve of a validation part");
    const std::size_t best = best_corner(validation);
    const Value* part = in.options.find("part");
    if (part == nullptr || part->as_string() == "validation") return {balanced_accuracy(validation, best)};
    const Roc other = read(in, part->as_string());
    if (other.empty())
        return Measurement::none("the run has no ROC curve of its " + part->as_string() + " part");
    return {balanced_accuracy(other, other.at(validation.threshold[best]))};
}

}  // namespace reboost::report
