/// Loaders of the sets of KDD Cup 2009.
#include "core/error.hpp"
#include "core/names.hpp"
#include "data/catalogue/loaders.hpp"
#include "data/generators/orange_like.hpp"
#include "data/prepare/orange_rows.hpp"
#include "data/readers/orange.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace reboost::data {
namespace {

/// The large or the small set: one matrix of columns, three tasks.
struct OrangeSet {
    OrangeShape shape;
    std::size_t chunks;  ///< files of rows, before those of the labels
};
const OrangeSet kLarge{{}, 5}, kSmall{{.features = 230, .nominal = 40, .strong = 0.1, .weak = 0.3}, 1};

constexpr std::int64_t kTrainRows = 30000, kHeldRows = 10000;

class FileStream final : public ColumnStream {
  public:
    FileStream(const LoadRequest& request, const OrangeSet& set, std::size_t task)
        : table_(chunks_of(request, set.chunks), set.shape.nominal),
          parts_(draw_orange_parts(table_.rows(), static_cast<std::uint64_t>(request.spec.seed))) {
        const auto expected = static_cast<std::size_t>(kTrainRows + 2 * kHeldRows);
        if (table_.rows() != expected || table_.features() != set.shape.features)
            throw DataError(request.file(0).path, 0, 0,
                            fmt::format("{} rows of {} columns in all chunks, expected {} of {}: truncated?",
                                        table_.rows(), table_.features(), expected, set.shape.features));
        TaskLabels labels;
        for (std::size_t t = 0; t < labels.size(); ++t) {
            const SourceFile file = request.file(set.chunks + t);
            labels[t] = read_orange_labels(file);
            if (labels[t].size() != table_.rows())
                throw DataError(file.path, 0, 0,
                                fmt::format("{} labels for {} rows", labels[t].size(), table_.rows()));
        }
        head_.name = request.entry.name;
        head_.features = table_.features();
        head_.provenance = file_provenance(request);
        set_orange_labels(labels, task, parts_, head_);
    }

    std::vector<ColumnParts> next(std::size_t count) override {
        std::vector<ColumnParts> block;
        std::vector<Column> columns = table_.next(count);
        for (Column& column : columns) {
            block.push_back(part_column(column, parts_));
            column.values = std::vector<float>{};  // each value lives once
        }
        return block;
    }

  private:
    static std::vector<SourceFile> chunks_of(const LoadRequest& request, std::size_t count) {
        std::vector<SourceFile> chunks;
        for (std::size_t i = 0; i < count; ++i)
            chunks.push_back(request.file(i));
        return chunks;
    }

    OrangeTable table_;
    PartRows parts_;
};

class GeneratedStream final : public ColumnStream {
  public:
    GeneratedStream(const LoadRequest& request, OrangeShape shape, std::size_t task)
        : parts_(parts_of(request.spec)),
          rows_(shape_of(request.spec, shape),
                parts_.train.size() + parts_.validation.size() + parts_.test.size(),
                static_cast<std::uint64_t>(request.spec.seed)) {
        head_.name = request.entry.name;
        head_.features = rows_.shape().features;
        head_.provenance = generator_provenance(request.entry, request.spec);
        head_.provenance.stand_in = true;
        set_orange_labels(rows_.labels(), task, parts_, head_);
    }

    std::vector<ColumnParts> next(std::size_t count) override {
        std::vector<ColumnParts> block;
        const std::size_t end = std::min(head_.features, at_ + count);
        for (; at_ < end; ++at_)
            block.push_back(part_column(rows_.column(at_), parts_));
        return block;
    }

  private:
    static PartRows parts_of(const DatasetSpec& spec) {
        const std::size_t held = chosen(spec.test_rows, kHeldRows);
        return consecutive_parts(chosen(spec.rows, kTrainRows), held, held);
    }
    /// As many nominal columns in proportion.
    static OrangeShape shape_of(const DatasetSpec& spec, OrangeShape shape) {
        if (spec.features == 0) return shape;
        const auto features = static_cast<std::size_t>(spec.features);
        shape.nominal = (shape.nominal * features + shape.features - 1) / shape.features;
        shape.features = features;
        return shape;
    }

    PartRows parts_;
    OrangeLike rows_;
    std::size_t at_ = 0;
};

std::size_t task_of(std::string_view name) {
    if (name.empty()) return kAllTasks;
    const auto& task = find_named(kOrangeTasks, name, "task", &OrangeTask::name, "the catalogue");
    return static_cast<std::size_t>(&task - kOrangeTasks.data());
}

}  // namespace

std::function<std::unique_ptr<ColumnStream>(const LoadRequest&)> orange_stream(bool large, bool generated,
                                                                               std::string_view task) {
    const OrangeSet& set = large ? kLarge : kSmall;
    if (generated)
        return [&set, task = task_of(task)](const LoadRequest& request) {
            return std::make_unique<GeneratedStream>(request, set.shape, task);
        };
    return [&set, task = task_of(task)](const LoadRequest& request) {
        return std::make_unique<FileStream>(request, set, task);
    };
}

}  // namespace reboost::data
