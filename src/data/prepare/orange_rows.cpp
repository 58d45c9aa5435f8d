#include "data/prepare/orange_rows.hpp"

#include "data/prepare/splits.hpp"

#include <utility>

namespace reboost::data {
namespace {

using Rows = std::vector<std::uint32_t>;

Labels all_tasks(const TaskLabels& labels, const Rows& rows) {
    std::vector<std::int8_t> y;
    std::vector<std::string> names;
    for (const OrangeTask& task : kOrangeTasks)
        names.emplace_back(task.name);
    for (const std::uint32_t row : rows)
        for (const std::vector<std::int8_t>& task : labels)
            y.push_back(task[row]);
    return Labels::multi_label(std::move(y), std::move(names));
}

Labels one_task(const std::vector<std::int8_t>& labels, const Rows& rows) {
    std::vector<std::int32_t> classes;
    for (const std::uint32_t row : rows)
        classes.push_back(labels[row] > 0 ? 1 : 0);
    return Labels::from_classes(std::move(classes), {"-1", "1"});
}

}  // namespace

PartRows draw_orange_parts(std::size_t rows, std::uint64_t seed) {
    RowSplit parts = random_rows(rows, (3 * rows + 2) / 5, seed, "split:orange");
    const RowSplit held =
        random_rows(parts.second.size(), parts.second.size() / 2, seed, "split:orange held out");
    PartRows split;
    split.train = std::move(parts.first);
    for (const std::uint32_t i : held.first)
        split.validation.push_back(parts.second[i]);
    for (const std::uint32_t i : held.second)
        split.test.push_back(parts.second[i]);
    return split;
}

PartRows consecutive_parts(std::size_t train, std::size_t validation, std::size_t test) {
    return {row_range(0, train), row_range(train, validation), row_range(train + validation, test)};
}

void set_orange_labels(const TaskLabels& labels, std::size_t task, const PartRows& rows, StreamHead& head) {
    const auto of = [&](const Rows& part) {
        return task == kAllTasks ? all_tasks(labels, part) : one_task(labels[task], part);
    };
    head.train = of(rows.train);
    head.validation = of(rows.validation);
    head.test = of(rows.test);
    head.ranking = all_tasks(labels, rows.train);
    head.test_ranking = all_tasks(labels, rows.test);
}

ColumnParts part_column(const Column& column, const PartRows& rows) {
    return {column.subset(rows.train), column.subset(rows.test), column.subset(rows.validation)};
}

}  // namespace reboost::data
