#include "core/error.hpp"
#include "data/catalogue/entries.hpp"
#include "data/generators/orange_like.hpp"
#include "data/prepare/orange_rows.hpp"
#include "data/readers/orange.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace reboost::data {
namespace {

/// The large or the small set: one matrix of columns, three tasks.
struct OrangeSet {
    std::string size;  ///< "large", "small"
    OrangeShape shape;
    std::size_t chunks;  ///< files of rows; 1: the file is not called a chunk
};
const OrangeSet kLarge{"large", {}, 5},
    kSmall{"small", {.features = 230, .nominal = 40, .strong = 0.1, .weak = 0.3}, 1};

constexpr std::int64_t kTrainRows = 30000, kHeldRows = 10000;

std::string task_title(std::size_t task) {
    return task == kAllTasks ? "churn, appetency and up-selling as labels of one row"
                             : std::string(kOrangeTasks[task].name);
}

/// "orange-large-churn"; "orange-large" for all tasks.
std::string with_task(const std::string& name, std::size_t task) {
    return task == kAllTasks ? name : fmt::format("{}-{}", name, kOrangeTasks[task].name);
}

CatalogueFile public_file(const std::string& name, bool zipped) {
    const std::string address = "https://kdd.org/cupfiles/KDDCupData/2009/" + name;
    return unverified_file("orange/" + name,
                           zipped ? Download{address + ".zip", Packing::zip, name} : Download{address});
}

/// Chunks of rows first, then the labels of the three tasks.
std::vector<CatalogueFile> files_of(const OrangeSet& set) {
    std::vector<CatalogueFile> files;
    const std::string matrix = fmt::format("orange_{}_train.data", set.size);
    for (std::size_t chunk = 1; chunk <= set.chunks; ++chunk)
        files.push_back(
            public_file(set.chunks == 1 ? matrix : fmt::format("{}.chunk{}", matrix, chunk), true));
    for (const OrangeTask& task : kOrangeTasks)
        files.push_back(public_file(fmt::format("orange_{}_train_{}.labels", set.size, task.name), false));
    return files;
}

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

/// What real and generated entries have in common.
CatalogueEntry common_entry(const std::string& name, const OrangeSet& set, std::size_t task) {
    return {.name = with_task(name, task),
            .title = fmt::format("KDD Cup 2009, {} set: {}", set.size, task_title(task)),
            .shape = {kTrainRows, kHeldRows, static_cast<std::int64_t>(set.shape.features),
                      task == kAllTasks ? static_cast<std::int64_t>(kOrangeTasks.size()) : 2},
            .label = task_title(task) + "; positive 1",
            .seeded = true,
            .multi_label = task == kAllTasks,
            .own_validation = true};
}

CatalogueEntry real_entry(const OrangeSet& set, std::size_t task) {
    CatalogueEntry entry = common_entry("orange-" + set.size, set, task);
    entry.source = "https://kdd.org/kdd-cup/view/kdd-cup-2009/Data";
    entry.licence = "terms of KDD Cup 2009";
    entry.split_rule =
        "of the 50,000 labelled rows 60% train, 20% are the validation and 20% the test part, drawn by "
        "dataset.seed";
    entry.note =
        "the labels of the Evaluation rows were never published; the test part stands in their place";
    entry.files = files_of(set);
    entry.stand_in = with_task("orange-" + (set.size == "large" ? std::string() : "small-") + "like", task);
    entry.open = [set, task](const LoadRequest& request) {
        return std::make_unique<FileStream>(request, set, task);
    };
    return entry;
}

CatalogueEntry generated_entry(const OrangeSet& set, std::size_t task) {
    const std::string name = set.size == "large" ? "orange-like" : "orange-small-like";
    CatalogueEntry entry = common_entry(name, set, task);
    entry.title = "generated in the shape of " + entry.title;
    entry.source = "generated; the rule is stated in src/data/generators/orange_like.hpp";
    entry.split_rule =
        "training, validation and test rows drawn by dataset.seed; test_rows of each of the two";
    entry.note = fmt::format("stand-in for orange-{}; its AUC is not that of the real set", set.size);
    entry.sized = entry.any_width = true;
    entry.open = [shape = set.shape, task](const LoadRequest& request) {
        return std::make_unique<GeneratedStream>(request, shape, task);
    };
    return entry;
}

}  // namespace

std::vector<CatalogueEntry> orange_sets() {
    std::vector<CatalogueEntry> entries;
    for (const OrangeSet* set : {&kLarge, &kSmall})
        for (const bool real : {true, false})
            for (std::size_t task = 0; task <= kAllTasks; ++task)
                entries.push_back(real ? real_entry(*set, task) : generated_entry(*set, task));
    for (CatalogueEntry& entry : entries)
        entry.load = [open = entry.open](const LoadRequest& request) { return collect(*open(request)); };
    return entries;
}

}  // namespace reboost::data
