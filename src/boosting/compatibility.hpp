#pragma once
/// Checks which parts of a recipe fit each other and the data, for make_booster and config validation.
#include "boosting/recipe.hpp"
#include "data/binning.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace reboost::boosting {

/// Name of the data set of runs without training data.
inline constexpr std::string_view kNoData = "none";

/// Facts about a data set, perhaps before it is loaded; unknown ones are 0 or false.
struct DataFacts {
    std::string name;
    std::uint64_t rows = 0;  ///< training rows
    std::uint64_t features = 0;
    std::uint64_t classes = 0;  ///< 2 for binary sets
    bool multi_label = false;
    bool own_validation = false;  ///< the data set has a validation part
    std::uint64_t test_rows = 0;
};
DataFacts facts_of(const data::BinnedSplit& data);

/// A pair of parts that do not fit each other.
struct Incompatibility {
    std::string path;  ///< path of the option at fault: "learner", "selector.k", "dataset"
    std::string message;
};

/// Returns all incompatibilities of a recipe with such data; unknown facts are not checked.
std::vector<Incompatibility> incompatibilities(const Recipe& recipe, const DataFacts& data);

/// Returns why no such fraction of the training rows can be held out for validation; "" if it can.
std::string hold_out_fault(double fraction, const DataFacts& data);
/// Returns why such trials cannot be drawn from the training rows; "" if they can.
std::string draw_fault(const TrialOptions& trials, const DataFacts& data);

/// Throws UsageError with the first incompatibility, if there is one.
void require_fit(const Recipe& recipe, const DataFacts& data);

}  // namespace reboost::boosting
