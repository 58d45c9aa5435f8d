#pragma once
/// With few data sets no difference can be significant, however large it is. A report says so, and how many
/// it takes.
#include <cstddef>
#include <string>

namespace reboost::statistics {

/// The fewest data sets on which Nemenyi's critical difference is at most k − 1, the largest difference there
/// is.
std::size_t sets_for_nemenyi(std::size_t methods, double alpha = 0.05);
/// The fewest data sets on which Wilcoxon's smallest two-sided p, 2·2^{−N}, survives Holm's correction for
/// `comparisons` ≥ 1 hypotheses as the smallest of them.
std::size_t sets_for_wilcoxon(std::size_t comparisons, double alpha = 0.05);

/// One sentence each; empty where a difference can be significant.
std::string nemenyi_warning(std::size_t methods, std::size_t sets, double alpha = 0.05);
std::string wilcoxon_warning(std::size_t comparisons, std::size_t sets, double alpha = 0.05);

}  // namespace reboost::statistics
