#include "statistics/too_few_sets.hpp"

#include "core/text.hpp"
#include "statistics/nemenyi.hpp"

#include <fmt/format.h>

namespace reboost::statistics {

std::size_t sets_for_nemenyi(std::size_t methods, double alpha) {
    const double on_one = nemenyi_critical_difference(methods, 1, alpha) / static_cast<double>(methods - 1);
    std::size_t sets = 1;
    while (on_one * on_one > static_cast<double>(sets))  // the critical difference falls like 1/√N
        ++sets;
    return sets;
}

std::size_t sets_for_wilcoxon(std::size_t comparisons, double alpha) {
    std::size_t sets = 1;
    for (double smallest = 1; static_cast<double>(comparisons) * smallest > alpha; smallest /= 2)
        ++sets;
    return sets;
}

std::string nemenyi_warning(std::size_t methods, std::size_t sets, double alpha) {
    const std::size_t needed = sets_for_nemenyi(methods, alpha);
    if (sets >= needed) return {};
    return fmt::format(
        "On {} no difference of mean ranks can be significant: the critical difference is {:.2f} ranks, the "
        "largest possible difference {}. It takes at least {}.",
        counted(sets, "data set"), nemenyi_critical_difference(methods, sets, alpha), methods - 1,
        counted(needed, "data set"));
}

std::string wilcoxon_warning(std::size_t comparisons, std::size_t sets, double alpha) {
    const std::size_t needed = sets_for_wilcoxon(comparisons, alpha);
    if (sets >= needed) return {};
    return fmt::format(
        "On {} no difference can be significant at {:g} after Holm's correction for {}. It takes "
        "at least {}.",
        counted(sets, "data set"), alpha, counted(comparisons, "comparison"), counted(needed, "data set"));
}

}  // namespace reboost::statistics
