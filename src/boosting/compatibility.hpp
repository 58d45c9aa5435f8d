#pragma once
/// Which parts go together, and with which data. Used by make_booster and by config validation.
#include "boosting/recipe.hpp"
#include "data/binning.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace reboost::boosting {

/// The data set of runs that learn nothing.
inline constexpr std::string_view kNoData = "none";

/// What is known of a data set, perhaps before it is loaded; 0 or false where it is not.
struct DataFacts {
    std::string name;
    std::uint64_t rows = 0;  ///< training
    std::uint64_t features = 0;
    std::uint64_t classes = 0;  ///< 2 for binary sets
    bool multi_label = false;
    bool own_validation = false;  ///< it brings a validation part
    std::uint64_t test_rows = 0;
};
DataFacts facts_of(const data::BinnedSplit& data);

/// A pair of parts that do not go together.
struct Incompatibility {
    std::string path;  ///< of the option at fault: "learner", "selector.k", "dataset"
    std::string message;
};

/// All that is wrong with a recipe on such data; what is not known is not checked.
std::vector<Incompatibility> incompatibilities(const Recipe& recipe, const DataFacts& data);

/// Why no validation part of this share can be held out of the training rows; "" where one can.
std::string hold_out_fault(double fraction, const DataFacts& data);
/// Why such trials cannot be drawn from the training rows; "" where they can.
std::string draw_fault(const TrialOptions& trials, const DataFacts& data);

/// Throws UsageError with the first incompatibility.
void require_fit(const Recipe& recipe, const DataFacts& data);

}  // namespace reboost::boosting
