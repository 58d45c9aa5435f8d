#include "data/catalogue/catalogue.hpp"
#include "data/catalogue/loaders.hpp"
#include "data/data_files.hpp"
#include "data/load/load.hpp"
#include "support/load_split.hpp"

#include <algorithm>
#include <cmath>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::data;

namespace {

struct Counts {
    std::size_t nominal = 0, missing = 0;
    bool operator==(const Counts&) const = default;
};

/// Columns, and cells of both parts.
Counts counts_of(const Split& split) {
    Counts counts;
    for (const Dataset* part : {&split.train, &split.test})
        for (const Column& column : part->columns)
            for (std::size_t i = 0; i < part->rows(); ++i)
                counts.missing += std::isnan(column.at(i)) ? 1 : 0;
    for (const Column& column : split.train.columns)
        counts.nominal += column.kind == ColumnKind::nominal ? 1 : 0;
    return counts;
}

std::vector<std::size_t> rows_of_classes(const Dataset& part) {
    std::vector<std::size_t> rows(part.labels.class_names.size(), 0);
    for (const std::int32_t of_row : part.labels.class_of_row)
        ++rows.at(static_cast<std::size_t>(of_row));
    return rows;
}

CatalogueEntry entry_with(std::vector<std::string> paths) {
    CatalogueEntry entry{.name = "set"};
    for (std::string& path : paths)
        entry.files.emplace_back().path = std::move(path);
    return entry;
}

}  // namespace

TEST_CASE("further sets have the nominal columns and missing cells that are known of them") {
    // UCI's and OpenML's descriptions; counted in the files by another program
    const std::vector<std::pair<std::string, Counts>> known{
        {"semeion", {}},
        {"cnae-9", {}},
        {"musk1", {}},
        {"dna", {}},
        {"hill-valley", {}},
        {"arrhythmia", {73, 408}},
        {"fbis-wc", {}},
        {"grants-test", {5, 0}},
        {"hepatic-injury", {}},
        {"leukemia", {}},
        {"lymphoma", {0, 19667}},
        {"srbct", {}},
        {"spambase", {}},
        {"libras", {}},
        {"ozone-eighthr", {0, 14937}},
        {"phishing", {30, 0}},
        {"qsar-biodeg", {}},
        {"anneal", {32, 0}},
        {"soybean", {35, 2337}},
        {"dermatology", {33, 8}},
        {"kr-vs-kp", {36, 0}},
        {"pc4", {}},
        {"cells", {}},
        {"polish-5year", {0, 4666}},
        {"wisdm", {0, 615}},
        {"attrition", {14, 0}},
        {"segment", {}},
        {"vehicle", {}},
        {"wall-robot", {}},
        {"credit-g", {13, 0}},
        {"bank-additional", {10, 0}},
        {"winequality-white", {}},
        {"tissue-gene-expression", {}},
        {"ad-data", {1, 0}},
    };
    for (const auto& [name, counts] : known) {
        if (!have(name)) continue;
        DatasetSpec spec;
        spec.name = name;
        const Counts found = counts_of(load_split(spec, real_data()));
        INFO(name << ": " << found.nominal << " nominal columns, " << found.missing << " missing cells");
        CHECK(found == counts);
    }
}

TEST_CASE("further sets are resampled with each class in both parts") {
    std::size_t sets = 0;
    for (const CatalogueEntry& entry : catalogue()) {
        const bool drawn = entry.split_rule == "two thirds drawn by dataset.seed train" && !entry.generated();
        if (!drawn && entry.name != "dna") continue;
        ++sets;
        if (!have(entry.name)) continue;
        INFO(entry.name);
        DatasetSpec spec;
        spec.name = entry.name;
        spec.split = SplitRule::resampled;
        const Split split = load_split(spec, real_data());
        CHECK(static_cast<std::int64_t>(split.train.rows()) == entry.shape.train_rows);
        CHECK(static_cast<std::int64_t>(split.test.rows()) == entry.shape.test_rows);
        CHECK(std::ranges::min(rows_of_classes(split.train)) > 0);
    }
    CHECK(sets >= 34);
}

TEST_CASE("a class that an ARFF file names and no row has is none") {
    const TemporaryFolder folder;
    folder.write("a.arff",
                 "@relation r\n@attribute x numeric\n@attribute c {one,two,three}\n@data\n"
                 "1,three\n2,one\n3,three\n");
    CatalogueEntry entry = entry_with({"a.arff"});
    entry.load = table_loader({.file_format = FileFormat::auto_, .format = {}, .train_rows = 2});
    const DataRoot root = folder.root();
    const Split split = entry.load({entry, {}, root});
    CHECK(split.train.labels.class_names == std::vector<std::string>{"one", "three"});
    CHECK(split.train.rows() == 2);
}

TEST_CASE("a LIBSVM test file has the training file's columns") {
    const TemporaryFolder folder;
    folder.write("a", "1 1:5 3:6\n2 2:7\n");
    folder.write("b", "2 1:8\n");
    CatalogueEntry entry = entry_with({"a", "b"});
    entry.load = table_loader({.file_format = FileFormat::libsvm, .format = {}});
    const DataRoot root = folder.root();
    const Split split = entry.load({entry, {}, root});
    REQUIRE(split.test.features() == 3);
    CHECK(split.test.columns[0].at(0) == 8);
    CHECK(split.test.columns[2].at(0) == 0);
    CHECK(split.test.labels.class_of_row == std::vector<std::int32_t>{1});
}
