/// Files of one's own that belong together: training, test and rows to predict, in any format; and options
/// that they do not have.
#include "core/error.hpp"
#include "data/data_files.hpp"
#include "data/load/load.hpp"
#include "data/readers/text_file.hpp"
#include "support/load_split.hpp"

#include <cmath>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::data;
using Catch::Matchers::Contains;

namespace {

std::string arff(const std::string& attributes, const std::string& rows) {
    return "@relation r\n" + attributes + "@data\n" + rows;
}

const std::string kColour = "@attribute c {red,green,blue}\n", kClass = "@attribute k {n,p}\n";
const std::string kTwoNumbers = "@attribute a real\n@attribute b real\n";

std::string idx_images(char first, char second) {
    return std::string("\0\0\x08\x03\0\0\0\2\0\0\0\1\0\0\0\1", 16) + first + second;
}
std::string idx_labels(char first, char second) {
    return std::string("\0\0\x08\x01\0\0\0\2", 8) + first + second;
}

}  // namespace

TEST_CASE("A test file of another format has the training file's kinds of columns") {
    const TemporaryFolder folder;
    const std::string train = folder.write("train.arff", arff(kColour + kClass, "red,n\nblue,p\n"));
    const auto load = [&](const std::string& name, const std::string& text) {
        return load_split(own(train, folder.write(name, text)), {});
    };
    CHECK_THROWS_WITH(load("t.arff", arff("@attribute c real\n" + kClass, "7,n\n")),
                      Contains("'c' is numeric, in the training file nominal"));
    CHECK_THROWS_WITH(load("t.svm", "n 1:7\n"), Contains("is numeric, in the training file nominal"));
    CHECK(load("t2.arff", arff(kColour + kClass, "green,n\n")).test.rows() == 1);
    const Schema schema{{"c"}, {{"blue", "red"}}, {"n", "p"}};
    CHECK_THROWS_AS(load_for_prediction(folder.path("t.svm"), {}, schema, true), DataError);
}

TEST_CASE("Columns of a later file are found by their names, and others are left out with a note") {
    const TemporaryFolder folder;
    const std::string train = folder.write("train.arff", arff(kTwoNumbers + kClass, "1,2,n\n3,4,p\n"));
    const Split split = load_split(
        own(train,
            folder.write("t.arff", arff("@attribute b real\n@attribute a real\n" + kClass, "2,1,n\n"))),
        {});
    CHECK(split.test.columns[0].at(0) == 1);
    CHECK(split.provenance.label == "column 2 'k'");
    const Schema schema{{"a", "b"}, {{}, {"x", "y"}}, {"n", "p"}};
    const std::string table = folder.write("t.csv", "b,k,id,a\ny,n,\"r,1\",5\nx,p,7,6\n");
    DatasetSpec spec;
    spec.skip = "id";
    for (const bool labelled : {false, true}) {
        const RowsToPredict rows = load_for_prediction(table, spec, schema, labelled, "id");
        CHECK(rows.data.columns[0].at(1) == 6);
        CHECK(rows.data.columns[1].at(0) == 1);
        REQUIRE(rows.copied.size() == 1);
        CHECK(rows.copied[0] == std::vector<std::string>{"id", "r,1", "7"});
        CHECK(rows.truth.size() == (labelled ? 2 : 0));  // the last column that is no feature
        CHECK(rows.notes.size() == (labelled ? 0 : 1));
    }
    CHECK_THROWS_WITH(load_for_prediction(folder.write("u.csv", "b,a\ny,5\nx,6\n"), {}, schema, true),
                      Contains("no label"));
    CHECK_THROWS_AS(load_for_prediction(folder.path("t.arff"), {}, schema, false, "a"), UsageError);
}

TEST_CASE("The label of later files has the name of the training file's label") {
    const TemporaryFolder folder;
    const std::string more = "a,b,y,guess\n1,2,q,p\n3,4,p,q\n";
    const std::vector<std::string> truth{"q", "p"};
    const Schema schema{{"a", "b"}, {{}, {}}, {"p", "q"}, "y"};
    CHECK(load_for_prediction(folder.write("t.csv", more), {}, schema, true).truth == truth);
    const std::string weka =
        arff("@attribute a real\n@attribute b real\n@attribute y {p,q}\n@attribute guess {p,q}\n",
             "1,2,q,p\n3,4,p,q\n");
    CHECK(load_for_prediction(folder.write("t.arff", weka), {}, schema, true).truth == truth);
    const std::string rows = arff("@attribute id real\n@attribute a real\n@attribute b real\n", "7,1,2\n");
    CHECK(load_for_prediction(folder.write("r.arff", rows), {}, schema, false).data.columns[1].at(0) == 2);
    CHECK_THROWS_WITH(load_for_prediction(folder.write("o.csv", "a,b,u,v\n1,2,q,p\n"), {}, schema, true),
                      Contains("no column 'y', the label of the training file"));
    CHECK(load_for_prediction(folder.write("r.csv", "a,b,u\n1,2,q\n"), {}, schema, true).truth.front() ==
          "q");
    const std::string train = folder.write("train.csv", "a,b,y\n1,2,p\n3,4,q\n");
    const Split split = load_split(own(train, folder.write("t.csv", more)), {});
    CHECK(split.test.labels.class_of_row == std::vector<std::int32_t>{1, 0});
    CHECK(split.provenance.label_name == "y");
}

TEST_CASE("Columns to copy are counted in the file at hand, skipped ones in the training file") {
    const TemporaryFolder folder;
    DatasetSpec spec;
    spec.label = "0";
    spec.skip = "1";
    const Schema schema{{"a", "b"}, {{}, {}}, {"p", "q"}};
    const auto copied = [&](const std::string& text) {
        return load_for_prediction(folder.write("c.csv", text), spec, schema, false, "1").copied;
    };
    CHECK(copied("y,id,a,b\np,A7,1,2\n") == std::vector<std::vector<std::string>>{{"id", "A7"}});
    CHECK(copied("A7,1,2\n") == std::vector<std::vector<std::string>>{{"x1", "1"}});
}

TEST_CASE("An IDX test file has labels of its own") {
    const TemporaryFolder folder;
    DatasetSpec spec =
        own(folder.write("a-idx3-ubyte", idx_images(1, 9)), folder.write("b-idx3-ubyte", idx_images(1, 9)));
    spec.label = folder.write("a-idx1-ubyte", idx_labels(0, 1));
    CHECK_THROWS_WITH(load_split(spec, {}), Contains("`test_label` must name"));
    spec.test_label = folder.write("b-idx1-ubyte", idx_labels(1, 1));
    const Split split = load_split(spec, {});
    CHECK(split.train.labels.class_of_row == std::vector<std::int32_t>{0, 1});
    CHECK(split.test.labels.class_of_row == std::vector<std::int32_t>{1, 1});
    const std::string sum = split.provenance.sha256;
    CHECK(sum_of_own_files(spec) == sum);
    spec.test_label = spec.label;
    CHECK(load_split(spec, {}).provenance.sha256 != sum);
}

TEST_CASE("The checksum of files now is the one that loading recorded, and none where a file is gone") {
    const TemporaryFolder folder;
    DatasetSpec spec = own(folder.write("a.csv", "1,n\n2,p\n"));
    spec.test_fraction = 0;
    const std::string alone = sum_of_own_files(spec);
    CHECK(alone == load_split(spec, {}).provenance.sha256);
    spec.label = "1";  // a column, not the file of labels that IDX has
    spec.test_path = folder.write("b.csv", "1,n\n");
    CHECK(sum_of_own_files(spec) == load_split(spec, {}).provenance.sha256);
    CHECK(sum_of_own_files(spec) != alone);
    spec.test_path = folder.path("absent.csv");
    CHECK(sum_of_own_files(spec).empty());
}

TEST_CASE("Rows to predict need no label, in ARFF and LIBSVM either") {
    const TemporaryFolder folder;
    const Schema schema{{"a", "b"}, {{}, {}}, {"n", "p"}};
    const auto rows = [&](const std::string& name, const std::string& text) {
        const Dataset read = load_for_prediction(folder.write(name, text), {}, schema, false).data;
        CHECK(read.labels.y.empty());
        CHECK(read.columns[1].at(0) == 2);
        return read.rows();
    };
    CHECK(rows("bare.arff", arff(kTwoNumbers, "1,2\n3,4\n")) == 2);
    CHECK(rows("unknown.arff", arff(kTwoNumbers + kClass, "1,2,?\n3,4,n\n")) == 2);
    CHECK(rows("bare.svm", "1:1 2:2\n2:4\n1:1\n") == 3);
    CHECK(rows("labelled.svm", "n 1:1 2:2\n") == 1);
    for (const std::string& file : {folder.path("unknown.arff"), folder.write("nan.svm", "nan 1:1 2:2\n")})
        CHECK_THROWS_WITH(load_for_prediction(file, {}, schema, true),
                          Contains("row without a label") &&
                              Contains("without --labelled such rows are predicted as well") &&
                              !Contains("drop"));
}

TEST_CASE("Options that would be ignored are refused, and say where they apply") {
    const auto fault = [](auto change, const std::string& path = "x.csv") {
        DatasetSpec spec = own(path);
        change(spec);
        return own_file_fault(spec).message;
    };
    CHECK(fault([](DatasetSpec& s) { s.skip = "a", s.missing = "?", s.header = Header::absent; }).empty());
    CHECK_THAT(fault([](DatasetSpec& s) { s.header = Header::absent; }, "x.arff"),
               Contains("`header`") && Contains("tables"));
    CHECK(fault([](DatasetSpec& s) { s.skip = "a", s.missing = "5"; }, "x.svm").empty());
    CHECK_THAT(fault([](DatasetSpec& s) { s.label = "a"; }, "x.svm.gz"), Contains("`label`"));
    CHECK_THAT(fault([](DatasetSpec& s) { s.test_label = "a"; }), Contains("`test_label`"));
    CHECK_THAT(fault([](DatasetSpec& s) { s.features = 4; }), Contains("features"));
    CHECK_THAT(fault([](DatasetSpec& s) { s.test_path = "t.csv", s.test_fraction = 0.5; }),
               Contains("test_fraction"));
    DatasetSpec listed;
    listed.name = "letter";
    CHECK(option_fault(listed).message.empty());
    listed.label = "foo";
    CHECK_THAT(option_fault(listed).message, Contains("`label` is for own files") && Contains("'letter'"));
}

TEST_CASE("A number of another notation in a column's first row is refused, not taken for a text") {
    CHECK_THROWS_WITH(table("x,y\n1e39,1\n2,1\n"), Contains("t.csv:2:1") && Contains("beyond what a float"));
    CHECK_THROWS_WITH(table("x;y;k\n0,5;1;n\n", {.delimiter = Delimiter::semicolon}),
                      Contains("'0,5'") && Contains("decimal comma"));
    CHECK(table("x;y;k\n0,5;1;n\n", {.delimiter = Delimiter::semicolon, .nominal = {"x"}}).rows() == 1);
    CHECK_THROWS_WITH(table("12,34;0,5;p\n1,0;0,1;n\n", {.header = Header::absent}), Contains("'12,34'"));
    CHECK_THROWS_WITH(table("x;y;k\n0,5;1,5;n\n", {.delimiter = Delimiter::semicolon}),
                      Contains("t.csv:2:1") && Contains("decimal comma"));
    CHECK_THROWS_WITH(table("0,5;1,5;p\n1,0;0,1;n\n", {.delimiter = Delimiter::semicolon}),
                      Contains("t.csv:1") && Contains("header"));
    CHECK(table("x,k\nsize 1,2\nsize 2,3\n").columns[0].kind == ColumnKind::nominal);
}

TEST_CASE("A table of one column has no label beside its feature, so that its separator is unknown") {
    CHECK_THROWS_WITH(table("x|y|k\n1|2|n\n"), Contains("t.csv:1") && Contains("separated by commas"));
    CHECK_THROWS_WITH(table("k\na\nb\n"), Contains("one cell"));
    CHECK(table("x\n1\n2\n", {.has_label = false}).rows() == 2);
}

TEST_CASE("A name that two columns have chooses neither") {
    CHECK_THROWS_WITH(table("k,a,k\n1,2,1\n", {.label = "k"}), Contains("two columns are called 'k'"));
    CHECK_THROWS_WITH(table("a,a,k\n1,2,1\n", {.skip = {"a"}}), Contains("two columns are called 'a'"));
    CHECK(table("k,a,k\n1,2,1\n", {.label = "2"}).columns.size() == 2);
}

TEST_CASE("A first line with an empty cell and no number may be a header or a row: the user says which") {
    const std::string pandas = ",a,k\n0,1.5,n\n1,2.5,p\n";
    CHECK(table(pandas).columns[1].name == "a");
    CHECK_THROWS_WITH(table(pandas, {.missing = {""}}), Contains("'present' or 'absent'"));
    CHECK(table(pandas, {.header = Header::present, .missing = {""}}).rows() == 2);
    CHECK(table("a,inf,k\n0,1,n\n").columns[1].name == "inf");
    CHECK_THROWS_WITH(table("a,b,k\n"), Contains("no data row"));
}

TEST_CASE("A line of tabs alone is a row of a table cut at tabs") {
    const RawTable rows =
        table("1\t2\n\t\n3\t4\n", {.delimiter = Delimiter::tab, .missing = {""}, .has_label = false});
    REQUIRE(rows.rows() == 3);
    CHECK(std::isnan(rows.columns[0].values[1]));
    CHECK(table("1 2\n\t\n3 4\n").rows() == 2);
}

TEST_CASE("Indices of columns count the label, where rows to predict have none") {
    TableFormat format{.label = "0", .skip = {"3"}};
    const RawTable train = table("n,1,2,9\np,3,4,9\n", format);
    format.has_label = false;
    const RawTable rows = table("1,2,9\n3,4,9\n", format);
    REQUIRE(rows.columns.size() == train.columns.size());
    for (std::size_t j = 0; j < rows.columns.size(); ++j)
        CHECK(rows.columns[j].values == train.columns[j].values);
}

TEST_CASE("A column to skip is found by its index in the training file, also where the label has a name") {
    TableFormat format{.label = "k", .skip = {"2"}};
    const RawTable train = table("k,a,id,b\nn,1,7,2\np,3,8,4\n", format);
    format.has_label = false;
    format.like = train.columns;
    const RawTable rows = table("a,id,b\n1,7,2\n3,8,4\n", format);
    REQUIRE(rows.columns.size() == 2);
    for (std::size_t j = 0; j < 2; ++j)
        CHECK(rows.columns[j].values == train.columns[j].values);
}

TEST_CASE("Rows to predict: a header of training's names is one, whatever the cells are") {
    const TableFormat format{.skip = {"id"}};
    const RawTable train =
        table("id,c,d,k\ni,red,yes,n\nj,blue,no,p\n", {.header = Header::present, .skip = {"id"}});
    TableFormat unlabelled = format;
    unlabelled.has_label = false;
    unlabelled.like = train.columns;
    CHECK(table("id,c,d\nx,red,no\n", unlabelled).rows() == 1);
    CHECK(table("c,d\nred,no\n", unlabelled).rows() == 1);  // the skipped column may be absent
    CHECK_THROWS_WITH(table("id,c,d\n", unlabelled), Contains("no data row"));
    TableFormat numbers{.has_label = false};
    numbers.like = table("a,b,k\n1,2,n\n3,4,p\n").columns;
    CHECK_THROWS_WITH(table("b\n1\n2\n", numbers), Contains("there is no column 'a'"));
}

TEST_CASE("A model's levels and classes stand in any order and notation") {
    const TemporaryFolder folder;
    const std::string file = folder.write("t.csv", "c,k\nx,+1\no,-1\nb,1\n");
    DatasetSpec spec;
    spec.header = Header::present;
    const Schema schema{{"c"}, {{"x", "o", "b"}}, {"-1", "+1"}};
    const RowsToPredict read = load_for_prediction(file, spec, schema, true);
    CHECK(read.notes.empty());
    CHECK(read.truth == std::vector<std::string>{"+1", "-1", "+1"});
    const Dataset& rows = read.data;
    for (std::size_t i = 0; i < 3; ++i)
        CHECK(rows.columns[0].at(i) == static_cast<float>(i));
    CHECK(rows.labels.class_of_row == std::vector<std::int32_t>{1, 0, 1});
}

TEST_CASE("Rows times labels of multi-label files have a limit") {
    const TemporaryFolder folder;
    std::string text;
    for (int row = 0; row < 40'000; ++row)
        text += std::to_string(row) + " 1:1\n";
    text += "1,2 1:1\n";
    CHECK_THROWS_WITH(load_split(own(folder.write("many.svm", text)), {}),
                      Contains("40001 rows of 40000 labels"));
}

TEST_CASE("A label of many numbers is declared nominal by its index, too") {
    const TemporaryFolder folder;
    std::string text;
    for (int i = 0; i < 60; ++i)
        text += "1," + std::to_string(i) + ".5\n";
    DatasetSpec spec = own(folder.write("q.csv", text));
    CHECK_THROWS_WITH(load_split(spec, {}), Contains("a quantity"));
    spec.nominal = "1";
    spec.test_fraction = 0;
    CHECK(load_split(spec, {}).train.labels.class_names.size() == 60);
}

TEST_CASE("A class called plus keeps its name, a number's sign goes") {
    const TemporaryFolder folder;
    const auto names = [&](const char* text) {
        return load_split(own(folder.write("t.csv", text), folder.write("u.csv", text)), {})
            .train.labels.class_names;
    };
    CHECK(names("1,+\n2,-\n") == std::vector<std::string>{"+", "-"});
    CHECK(names("1,+a\n2,a\n") == std::vector<std::string>{"+a", "a"});
    CHECK(names("1,+1\n2,-1\n") == std::vector<std::string>{"-1", "1"});
}

TEST_CASE("Labels that are equal numbers are one class") {
    const TemporaryFolder folder;
    const Split split = load_split(
        own(folder.write("train.csv", "1,0.5\n2,0.50\n3,1.25\n"), folder.write("test.csv", "1,1.250\n")), {});
    CHECK(split.train.labels.class_names == std::vector<std::string>{"0.5", "1.25"});
    CHECK(split.test.labels.class_of_row == std::vector<std::int32_t>{1});
}

TEST_CASE("Files that are no lines of text say what they are") {
    const TemporaryFolder folder;
    const auto message = [&](const std::string& content, const char* expected) {
        CHECK_THROWS_WITH(load_split(own(folder.write("x.csv", content)), {}), Contains(expected));
    };
    message(
        "\xFF\xFE"
        "1\0,\0"
        "a\0",
        "UTF-16");
    message("PK\x03\x04rest", "ZIP");
    message("1,a\r2,b\r", "carriage return");
}
