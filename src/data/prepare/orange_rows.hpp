#pragma once
/// What the Orange sets of KDD Cup 2009 share, real or generated: three tasks, and which rows train.
#include "data/column_stream.hpp"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace reboost::data {

/// In the order of the rows of kdd2009's Table 1, with the share of positives published with the data.
struct OrangeTask {
    std::string_view name;
    double positive_share;
};
inline constexpr std::array<OrangeTask, 3> kOrangeTasks{
    {{"churn", 0.0734}, {"appetency", 0.0178}, {"upselling", 0.0736}}};
/// In place of a task's index: all three at once, as labels of one row.
inline constexpr std::size_t kAllTasks = kOrangeTasks.size();

/// Row numbers of the parts, ascending.
struct PartRows {
    std::vector<std::uint32_t> train, validation, test;
};

/// 60% of the rows train; the other 40% (kdd2009 §4.2) halve into a validation part, by which T was chosen,
/// and a test part that stands where the labels of the Evaluation rows would. Drawn by `seed`.
PartRows draw_orange_parts(std::size_t rows, std::uint64_t seed);
/// The first `train` rows, then `validation`, then `test` rows.
PartRows consecutive_parts(std::size_t train, std::size_t validation, std::size_t test);

/// ±1 per row, a vector per task.
using TaskLabels = std::array<std::vector<std::int8_t>, kOrangeTasks.size()>;
/// Fills the labels of the parts, of one task or of all; features are ranked by all three.
void set_orange_labels(const TaskLabels& labels, std::size_t task, const PartRows& rows, StreamHead& head);

/// A column of all rows taken apart.
ColumnParts part_column(const Column& column, const PartRows& rows);

}  // namespace reboost::data
