#pragma once
/// What is timed: the four methods on three data sets, with the seconds of other programs and those to reach.
#include "boosting/factory/factory.hpp"
#include "data/data_root.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace reboost::bench_abc {

inline constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
/// The machine on which the others were measured needed so long for the plain stump search (tests/bench).
inline constexpr double kReferencePlainMs = 40;

/// One of the four boosters and its gap (plain methods: 0).
struct Method {
    std::string_view name, booster;
    std::int64_t gap;
};
inline constexpr std::array<Method, 5> kMethods{{{"mart", "mart", 0},
                                                 {"logitboost", "logitboost", 0},
                                                 {"abc_mart G=10", "abc_mart", 10},
                                                 {"abc_logitboost G=10", "abc_logitboost", 10},
                                                 {"abc_logitboost G=1", "abc_logitboost", 1}}};

/// CPU seconds per round of one thread on the reference machine, methods as in kMethods; NaN: not known.
struct DataCase {
    std::string_view name;
    std::array<double, 5> authors;  ///< the author's own program
    double lightgbm, xgboost;       ///< the same number of leaves
    std::array<double, 5> targets;
};
const std::array<DataCase, 3>& data_cases();

/// Training rows of a case, binned: Mnist10k and hands exactly, Covertype (290,506 rows, those of the part
/// that is at hand again and again) into 255 bins. Generated where no files are at hand
/// (`provenance.stand_in`).
std::shared_ptr<const data::BinnedSplit> load_case(std::string_view name, const data::DataRoot& root);

/// J = 20, ν = 0.1, leaves of ten rows at least. Throws UsageError for an unknown booster.
boosting::Recipe recipe_of(std::string_view booster, std::int64_t gap, std::int64_t rounds = 1000000);

}  // namespace reboost::bench_abc
