/// Loaders of the sets of KDD Cup 2009.
#include "core/mapped.hpp"
#include "core/names.hpp"
#include "core/order.hpp"
#include "data/catalogue/loaders.hpp"
#include "data/file_error.hpp"
#include "data/generators/orange_like.hpp"
#include "data/prepare/splits.hpp"
#include "data/readers/orange.hpp"

#include <memory>
#include <utility>

namespace reboost::data {
namespace {

/// The large or the small set: one table of features, three tasks.
struct OrangeSet {
    OrangeShape shape;
    std::size_t chunks;  ///< number of data files; the label files follow them
};
const OrangeSet kLarge{{}, 5}, kSmall{kSmallOrange, 1};

constexpr std::int64_t kTrainRows = 30000, kHeldRows = 10000;

Labels all_tasks(const TaskLabels& labels, const std::vector<std::uint32_t>& rows) {
    std::vector<std::int8_t> y;
    for (const std::uint32_t row : rows)
        for (const std::vector<std::int8_t>& task : labels)
            y.push_back(task[row]);
    return Labels::multi_label(std::move(y),
                               mapped_to<std::vector<std::string>>(kOrangeTasks, &OrangeTask::name));
}

/// The head with the labels of one task or of all. Features are always ranked by all three tasks.
StreamHead head_of(const LoadRequest& request, std::size_t features, const TaskLabels& labels,
                   std::size_t task, const PartRows& rows) {
    const auto of = [&](const std::vector<std::uint32_t>& part) {
        if (task == kAllTasks) return all_tasks(labels, part);
        const auto class_of = [&](std::uint32_t row) { return labels[task][row] > 0 ? 1 : 0; };
        return Labels::from_classes(mapped(part, class_of), {"-1", "1"});
    };
    StreamHead head{request.entry.name, features, of(rows.train), of(rows.test), of(rows.validation)};
    head.ranking = all_tasks(labels, rows.train);
    head.test_ranking = all_tasks(labels, rows.test);
    return head;
}

/// Reads columns of all rows from `source` and splits each into its parts.
ColumnStream parted_stream(StreamHead head, const PartRows& parts,
                           const std::function<std::vector<Column>(std::size_t count)>& source) {
    return {std::move(head), [parts, source](std::size_t count) {
                std::vector<ColumnParts> block;
                for (Column& column : source(count)) {
                    block.push_back({column.subset(parts.train), column.subset(parts.test),
                                     column.subset(parts.validation)});
                    column.values = std::vector<float>{};  // the parts hold the values now
                }
                return block;
            }};
}

ColumnStream open_files(const LoadRequest& request, const OrangeSet& set, std::size_t task) {
    const auto chunk = [&](std::size_t i) { return request.file(i); };
    const auto table = std::make_shared<OrangeTable>(mapped(indices(set.chunks), chunk), set.shape.nominal);
    const PartRows parts = draw_orange_parts(table->rows(), request.seed());
    const auto expected = static_cast<std::size_t>(kTrainRows + 2 * kHeldRows);
    if (table->rows() != expected || table->features() != set.shape.features)
        throw file_error(request.file(0).path,
                         "{} rows of {} columns in all chunks, expected {} of {}: truncated?", table->rows(),
                         table->features(), expected, set.shape.features);
    TaskLabels labels;
    for (std::size_t t = 0; t < labels.size(); ++t) {
        const SourceFile file = request.file(set.chunks + t);
        labels[t] = read_orange_labels(file);
        if (labels[t].size() != table->rows())
            throw file_error(file.path, "{} labels for {} rows", labels[t].size(), table->rows());
    }
    return parted_stream(head_of(request, table->features(), labels, task, parts), parts,
                         [table](std::size_t count) { return table->next(count); });
}

ColumnStream open_generated(const LoadRequest& request, const OrangeSet& set, std::size_t task) {
    const DatasetSpec& spec = request.spec;
    const std::size_t held = chosen(spec.test_rows, kHeldRows);
    const std::size_t train = chosen(spec.rows, kTrainRows);
    const PartRows parts{row_range(0, train), row_range(train, held), row_range(train + held, held)};
    const auto rows = std::make_shared<const OrangeLike>(
        set.shape.of_width(chosen(spec.features, static_cast<std::int64_t>(set.shape.features))),
        train + 2 * held, request.seed());
    // Reads one column at a time, so that no block of whole columns is in memory beside its parts.
    const auto next = [rows, at = std::size_t{0}](std::size_t) mutable {
        return at < rows->shape().features ? std::vector{rows->column(at++)} : std::vector<Column>{};
    };
    return parted_stream(head_of(request, rows->shape().features, rows->labels(), task, parts), parts, next);
}

/// Sets the loader of the large or the small set, for one task or all.
template <ColumnStream (*kOpen)(const LoadRequest&, const OrangeSet&, std::size_t task)>
void set_orange(CatalogueEntry& entry, Fields& option, const Sets&) {
    const OrangeSet& set = stated<std::string>(option, "size") == "large" ? kLarge : kSmall;
    const auto name = stated<std::string>(option, "task");
    std::size_t task = kAllTasks;
    if (!name.empty())
        task = static_cast<std::size_t>(
            &find_named(kOrangeTasks, name, "task", &OrangeTask::name, "the catalogue") -
            kOrangeTasks.data());
    entry.open = [&set, task](const LoadRequest& request) { return kOpen(request, set, task); };
}

constexpr NamedLoader kKdd2009Table[]{{"orange", set_orange<open_files>},
                                      {"orange_like", set_orange<open_generated>}};

}  // namespace

constinit const std::span<const NamedLoader> kKdd2009Loaders(kKdd2009Table);

}  // namespace reboost::data
