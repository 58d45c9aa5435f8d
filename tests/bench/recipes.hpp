#pragma once
/// Learner × selector combinations that are timed, and the milliseconds that they are compared with.
#include "bench/bench_data.hpp"
#include "boosting/factory/factory.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace reboost::bench {

inline constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

enum class LearnerKind { stump, product, tree };
enum class SelectorKind { full, ucb1, ucb20 };

/// One row of the table of rounds. Milliseconds per round, columns as in kDataSets; NaN: no figure.
struct TableRow {
    std::string_view name;
    LearnerKind learner;
    SelectorKind selector;
    std::array<double, kDataSets.size()>
        targets_ms;  ///< on a core whose plain search takes kReferencePlainMs
    std::array<double, kDataSets.size()> authors_ms;  ///< the authors' own program, on such a core
};
const std::vector<TableRow>& table_rows();

/// AdaBoost.MH without any evaluation. UCB(20) draws 10 where there are 16 features (opt2009 Table 1).
boosting::Recipe make_recipe(LearnerKind learner, SelectorKind selector, std::size_t features);
/// Rounds after which a bandit has pulled every arm.
std::size_t warm_rounds(SelectorKind selector, std::size_t features);
/// "stump", "product", "tree". Throws UsageError for another name.
LearnerKind learner_kind(std::string_view name);

}  // namespace reboost::bench
