#include "core/error.hpp"
#include "data/data_files.hpp"
#include "data/load/load.hpp"
#include "data/readers/input_file.hpp"
#include "data/readers/packed_text.hpp"
#include "data/readers/text_file.hpp"
#include "support/load_split.hpp"

#include <cmath>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::data;
using Catch::Matchers::Contains;

namespace {

std::vector<std::string> labels(const RawTable& t) {
    std::vector<std::string> texts;
    for (const float level : t.label.values)
        texts.push_back(t.label.levels.names()[static_cast<std::size_t>(level)]);
    return texts;
}

const std::string kIdxImages =
    std::string("\0\0\x08\x03\0\0\0\2\0\0\0\1\0\0\0\3", 16) + std::string("\1\2\3\4\5\6", 6);
const std::string kIdxLabels = std::string("\0\0\x08\x01\0\0\0\2\7\x09", 10);

}  // namespace

TEST_CASE("columns of a table take no more memory than their rows, and blank lines none") {
    std::string rows;
    for (int i = 0; i < 1500; ++i)
        rows += "1.25,a\n";
    CHECK(table(rows).columns[0].values.capacity() <= 1501);
    CHECK(table("1,2,3,a\n2,3,4,a\n" + std::string(4000, '\n')).columns[0].values.capacity() <= 503);
}

TEST_CASE("a comma separated table without a header is read") {
    const RawTable t = table("1,2.5,a\n-3e2, inf ,b\n");
    REQUIRE(t.columns.size() == 2);
    CHECK(t.columns[0].name == "x0");
    CHECK(t.columns[0].values == std::vector<float>{1, -300});
    CHECK(std::isinf(t.columns[1].values[1]));
    CHECK(labels(t) == std::vector<std::string>{"a", "b"});
    CHECK(t.line_of_row == std::vector<std::uint32_t>{1, 2});
}

TEST_CASE("a header is recognised, and names choose the label column") {
    const RawTable t = table("age,kind,weight\n1,a,2\n3,b,4\n", {.label = "kind"});
    REQUIRE(t.columns.size() == 2);
    CHECK(t.columns[0].name == "age");
    CHECK(t.columns[1].name == "weight");
    CHECK(labels(t) == std::vector<std::string>{"a", "b"});
    CHECK(labels(table("1,a,2\n3,b,4\n", {.label = "1"})) == std::vector<std::string>{"a", "b"});
    // No number anywhere: it is not guessed.
    CHECK_THROWS_WITH(table("a,b\nc,d\n"),
                      Catch::StartsWith("t.csv:1: ") && Contains("'present' or 'absent'"));
    CHECK(table("a,b\nc,d\n", {.header = Header::absent}).rows() == 2);
    CHECK(table("a,b\nc,d\n", {.header = Header::present}).rows() == 1);
}

TEST_CASE("tabs, semicolons and runs of blanks part cells; blank lines and carriage returns do no harm") {
    CHECK(table("1\t2\ta\n3\t4\tb\n").columns[1].values == std::vector<float>{2, 4});
    CHECK(table("u;\"v, w\";y\n1;2;a\n3;4;b\n").columns[1].name == "v, w");
    CHECK(table("1;2;a\r\n\r\n3;4;b\r\n").columns[1].values == std::vector<float>{2, 4});
    CHECK(table("  1   2  a \n 3\t4 b").columns[1].values == std::vector<float>{2, 4});
    CHECK(table("\xEF\xBB\xBF"
                "1,2,a\n")
              .columns[0]
              .values == std::vector<float>{1});
}

TEST_CASE("quoted cells may hold delimiters and doubled quotes") {
    const RawTable t = table("1,\"a, \"\"b\"\"\",x\n2,c,y\n");
    CHECK(t.columns[1].levels.names() == std::vector<std::string>{"a, \"b\"", "c"});
    CHECK_THROWS_WITH(table("1,\"a,x\n"), Contains("t.csv:1:3") && Contains("is never closed"));
}

TEST_CASE("declared missing tokens become missing values") {
    const RawTable t = table("?,u,a\n2,?,b\n", {.missing = {"?"}});
    CHECK(std::isnan(t.columns[0].values[0]));
    CHECK(t.columns[0].kind == ColumnKind::numeric);
    CHECK(std::isnan(t.columns[1].values[1]));
    CHECK(std::isnan(table("1,,a\n2,3,b\n", {.missing = {""}}).columns[1].values[0]));
    CHECK(std::isnan(table("-9,1,a\n2,3,b\n", {.missing = {"-9"}}).columns[0].values[0]));
}

TEST_CASE("bad tables are refused with file, line and column") {
    CHECK_THROWS_WITH(table(""), Contains("t.csv") && Contains("empty file"));
    CHECK_THROWS_WITH(table("a,b,c\n1,2,x\n1,2\n"), Contains("t.csv:3") && Contains("2 cells, expected 3"));
    CHECK_THROWS_WITH(table("1,2,a\n3,,b\n"), Contains("t.csv:2:3") && Contains("empty cell"));
    CHECK_THROWS_WITH(table("1,2,a\n3,,b\n", {.missing = {"empty,NA"}}),
                      Contains("declared is 'empty,NA', and '|' stands between several"));
    CHECK_THROWS_WITH(table("1,2,a\n3,NaN,b\n"), Contains("t.csv:2:3") && Contains("NaN"));
    CHECK_THROWS_WITH(table("1,2,a\n3,4x,b\n"),
                      Contains("t.csv:2:3") && Contains("'4x'") && Contains("not a number"));
    CHECK_THROWS_WITH(table("1,2,a\n3,4,\n"), Contains("t.csv:2") && Contains("without a label"));
    CHECK_THROWS_WITH(table("age,b\n1,x\n", {.label = "agee"}), Contains("'age'"));
    CHECK_THROWS_AS(table("1,2,a\n", {.label = "7"}), UsageError);
    CHECK_THROWS_AS(table("1,2,a\n1e60,2,b\n"),
                    DataError);  // does not fit a float
}

TEST_CASE("a column of texts and numbers is refused in either order, unless it is declared nominal") {
    CHECK_THROWS_WITH(table("a,b,y\nNA,1,n\n5.1,2,p\n"),
                      Catch::Contains("t.csv:3:1") && Catch::Contains("'5.1' in column 'a' is a number") &&
                          Catch::Contains("'NA'") && Catch::Contains("as missing"));
    CHECK_THROWS_WITH(table("a,b,y\n5.1,1,n\nNA,2,p\n"), Catch::Contains("t.csv:3:1"));
    CHECK(table("a,b,y\nNA,1,n\n5.1,2,p\n", {.nominal = {"a"}}).columns[0].levels.names().size() == 2);
    CHECK(table("a,b,y\nNA,1,n\n5.1,2,p\n", {.missing = {"NA"}}).columns[0].kind == ColumnKind::numeric);
    CHECK(table("a,b,y\nred,1,n\ngreen,2,p\n").columns[0].kind == ColumnKind::nominal);
}

TEST_CASE("a NUL byte is refused with its line") {
    CHECK_THROWS_WITH(table(std::string("a,y\n1,x\n\0", 9) + "2,y\n"),
                      Catch::Contains("t.csv:3") && Catch::Contains("NUL"));
}

TEST_CASE("columns can be declared nominal or left out") {
    const RawTable t = table("7,1,2,a\n8,1,3,b\n", {.nominal = {"2"}, .skip = {"0"}});
    REQUIRE(t.columns.size() == 2);
    CHECK(t.columns[1].kind == ColumnKind::nominal);
    CHECK(t.columns[1].levels.names() == std::vector<std::string>{"2", "3"});
}

TEST_CASE("gzip is read like plain text, and a truncated one is refused") {
    const TemporaryFolder folder;
    std::string text;
    for (int i = 0; i < 3000; ++i)
        text += std::to_string(i * 7919 % 1000) + "," + (i % 2 ? "a\n" : "b\n");
    const std::string packed = gzipped(text);
    CHECK(read_whole_file(folder.write("x.csv.gz", packed)) == text);
    CHECK_THROWS_WITH(read_whole_file(folder.write("cut.csv.gz", packed.substr(0, packed.size() / 2))),
                      Contains("cut.csv.gz") && Contains("truncated"));
    std::string damaged = packed;
    damaged[packed.size() - 6] = static_cast<char>(damaged[packed.size() - 6] ^ 1);  // inside the checksum
    CHECK_THROWS_AS(read_whole_file(folder.write("bad.csv.gz", damaged)), DataError);
    CHECK_THROWS_AS(read_whole_file(folder.path("absent")), IoError);
    CHECK_THROWS_AS(read_whole_file(folder.path("")), IoError);
}

TEST_CASE("IDX files are read, and refused where truncated, too long or of another kind") {
    const TemporaryFolder folder;
    const auto columns = read_idx_columns(folder.write("i", kIdxImages));
    REQUIRE(columns.size() == 3);
    CHECK(std::get<std::vector<std::uint8_t>>(columns[1].values) == std::vector<std::uint8_t>{2, 5});
    CHECK(read_idx_labels(folder.write("l", kIdxLabels)) == std::vector<std::int32_t>{7, 9});
    CHECK(read_idx_columns(folder.write("i.gz", gzipped(kIdxImages))).size() == 3);
    const auto images = [&](const std::string& bytes) {
        return read_idx_columns(folder.write("bad", bytes));
    };
    CHECK_THROWS_WITH(images(kIdxImages.substr(0, 20)), Contains("truncated") && Contains("bad"));
    CHECK_THROWS_WITH(images(kIdxImages.substr(0, 7)), Contains("truncated"));
    CHECK_THROWS_WITH(images(""), Contains("truncated"));
    CHECK_THROWS_WITH(images(kIdxImages + "x"), Contains("after the last element"));
    CHECK_THROWS_WITH(images("not an IDX file"), Contains("not an IDX file"));
    std::string forged = kIdxImages;
    forged[4] = '\x7f';  // two thousand million rows
    CHECK_THROWS_WITH(images(forged), Contains("truncated"));
    forged = kIdxImages;
    forged[2] = '\x0d';
    CHECK_THROWS_WITH(images(forged), Contains("0x0d"));
    CHECK_THROWS_WITH(read_idx_labels(folder.write("l", kIdxLabels.substr(0, 9))), Contains("truncated"));
}

TEST_CASE("LIBSVM rows are read with absent values as zero and without their query") {
    const RawTable t = parse_libsvm("# head\n1 qid:4 1:0.5 3:2 # tail\n-1 qid:5 2:1e-1\n", "t.svm", {});
    REQUIRE(t.columns.size() == 3);
    CHECK(t.columns[0].values == std::vector<float>{0.5F, 0});
    CHECK(t.columns[1].values == std::vector<float>{0, 0.1F});
    CHECK(labels(t) == std::vector<std::string>{"1", "-1"});
    CHECK(parse_libsvm("1 1:2\n0\n", "t.svm", {.least_features = 4}).columns.size() == 4);
    CHECK(parse_libsvm("1 1:2\n   # indented\n0\n", "t.svm", {}).rows() == 2);
}

TEST_CASE("bad LIBSVM rows are refused with line and column") {
    const auto parse = [](const std::string& text) { return parse_libsvm(text, "t.svm", {}); };
    CHECK_THROWS_WITH(parse(""), Contains("empty file"));
    CHECK_THROWS_WITH(parse("1 2:2 1:4 2:3\n"), Contains("t.svm:1") && Contains("index 2 stands twice"));
    CHECK_THROWS_WITH(parse("1 2:x\n"), Contains("t.svm:1:3"));
    CHECK_THROWS_WITH(parse("1 2:nan\n"), Contains("t.svm:1:3"));
    CHECK_THROWS_WITH(parse("1 2\n"), Contains("<index>:<value>"));
    CHECK_THROWS_WITH(parse("1:2 2:3\n"), Contains("without a label"));
    CHECK_THROWS_WITH(parse("1 qid:1 1:2\n1 1:2\n"), Contains("t.svm:2") && Contains("qid"));
    CHECK_THROWS_WITH(parse("1 1:2\n1 qid:1 1:2\n"), Contains("t.svm:2") && Contains("qid"));
}

TEST_CASE("label sets in LIBSVM make multi-label rows") {
    const TemporaryFolder folder;
    DatasetSpec spec = own(folder.write("m.svm", "1,3 1:1\n2 1:2\n3 1:4\n"));
    spec.test_fraction = 0;
    const Split split = load_split(spec, {});
    CHECK(split.train.labels.multi_label());
    CHECK(split.train.labels.class_names == std::vector<std::string>{"1", "2", "3"});
    CHECK(split.train.labels.y == std::vector<std::int8_t>{1, -1, 1, -1, 1, -1, -1, -1, 1});
    CHECK(split.provenance.note == "labels such as '1,3' are read as several labels");
}

TEST_CASE("ARFF is read, dense and sparse") {
    const RawTable t = parse_arff(
        "% comment\n@RELATION r\n@attribute 'a b' numeric\n@attribute "
        "c {x, 'y z'}\n@attribute class "
        "{n,p}\n@data\n"
        "1.5,'y z',p\n?,x,n\n{0 4, 2 p}\n",
        "t.arff", {});
    REQUIRE(t.columns.size() == 2);
    CHECK(t.columns[0].name == "a b");
    CHECK(t.columns[0].values[0] == 1.5F);
    CHECK(std::isnan(t.columns[0].values[1]));
    CHECK(t.columns[0].values[2] == 4);
    CHECK(t.columns[1].values == std::vector<float>{1, 0, 0});
    CHECK(labels(t) == std::vector<std::string>{"p", "n", "p"});
}

TEST_CASE("a quoted question mark is a text of ARFF, dense and sparse") {
    const RawTable t = parse_arff(
        "@relation r\n@attribute c {a,'?'}\n@attribute k {n,p}\n@data\n'?',p\n{0 '?', 1 p}\n{0 ?, 1 p}\n",
        "t.arff", {});
    CHECK(t.columns[0].values[0] == 1);
    CHECK(t.columns[0].values[1] == 1);
    CHECK(std::isnan(t.columns[0].values[2]));
}

TEST_CASE("bad ARFF is refused with its line") {
    const std::string head = "@relation r\n@attribute a real\n@attribute class {n,p}\n@data\n";
    const auto parse = [](const std::string& text) { return parse_arff(text, "t.arff", {}); };
    CHECK_THROWS_WITH(parse(""), Contains("empty file"));
    CHECK_THROWS_WITH(parse(head), Contains("no data row"));
    CHECK_THROWS_WITH(parse(head + "1,q\n"), Contains("t.arff:5") && Contains("'q'"));
    CHECK_THROWS_WITH(parse(head + "1\n"), Contains("t.arff:5") && Contains("1 values, expected 2"));
    CHECK_THROWS_WITH(parse(head + "1,n,n\n"), Contains("t.arff:5") && Contains("more than 2"));
    CHECK_THROWS_WITH(parse(head + "x,n\n"), Contains("t.arff:5") && Contains("not a number"));
    CHECK_THROWS_WITH(parse(head + "1,?\n"), Contains("without a label"));
    CHECK_THROWS_WITH(
        parse("@relation r\n@attribute c {'u',v}\n@attribute class {n,p}\n@data\n{0 'u' 1 p}\n"),
        Contains("t.arff:5") && Contains("comma"));
    CHECK_THROWS_WITH(parse("@relation r\n@attribute s string\n@attribute k {n,p}\n@data\nx,n\n"),
                      Contains("t.arff:2") && Contains("string"));
    CHECK_THROWS_WITH(parse_arff(head + "1,n\n", "t.arff", {.label = "clas"}), Contains("'class'"));
}

TEST_CASE("own training and test files agree on levels and classes") {
    const TemporaryFolder folder;
    const std::string train = folder.write("train.csv", "size,colour,kind\n1,red,10\n2,blue,9\n3,red,9.0\n");
    const Split split =
        load_split(own(train, folder.write("test.csv", "size,colour,kind\n7,blue,10.0\n8,green,9\n")), {});
    CHECK(split.train.labels.class_names == std::vector<std::string>{"9", "10"});
    CHECK(split.train.labels.class_of_row == std::vector<std::int32_t>{1, 0, 0});
    CHECK(split.test.labels.class_of_row == std::vector<std::int32_t>{1, 0});
    CHECK(split.train.columns[1].levels == std::vector<std::string>{"blue", "red"});
    CHECK(split.test.columns[1].at(0) == 0);
    CHECK(std::isnan(split.test.columns[1].at(1)));
    CHECK_THAT(split.provenance.note, Contains("1 cells of the test file"));
    CHECK_THAT(load_split(own(train, train), {}).provenance.note, !Contains("cells of the test file"));
    CHECK(split.provenance.source == "user file");
    CHECK_FALSE(depends_on_seed(own(train, "test.csv")));
    CHECK(depends_on_seed(own(train)));
    DatasetSpec whole = own(train);
    whole.test_fraction = 0;
    CHECK_FALSE(depends_on_seed(whole));
}

TEST_CASE("one class alone and other columns are refused") {
    const TemporaryFolder folder;
    const std::string train = folder.write("train.csv", "1,a\n2,b\n");
    CHECK_THROWS_WITH(load_split(own(train, folder.write("t2.csv", "1,2,a\n")), {}),
                      Contains("2 feature columns"));
    CHECK_THROWS_WITH(load_split(own(folder.write("one.csv", "1,a\n2,a\n")), {}),
                      Contains("at least two classes"));
    CHECK_THROWS_AS(load_split(own(folder.path("absent.csv")), {}), IoError);
}

TEST_CASE("own files have the rows that they have") {
    const TemporaryFolder folder;
    const DatasetSpec spec = own(folder.write("train.csv", "1,a\n2,b\n"));
    DatasetSpec rows = spec, test_rows = spec;
    rows.rows = 1;
    test_rows.test_rows = 1;
    for (const DatasetSpec& wrong : {rows, test_rows})
        CHECK_THROWS_WITH(load_split(wrong, {}), Contains("rows and test_rows do not apply to own files"));
}

TEST_CASE("own files without a test file are split by the seed") {
    const TemporaryFolder folder;
    std::string text;
    for (int i = 0; i < 50; ++i)
        text += std::to_string(i) + (i % 2 ? ",a\n" : ",b\n");
    DatasetSpec spec = own(folder.write("all.csv", text));
    const Split split = load_split(spec, {});
    CHECK(split.train.rows() == 40);
    CHECK(split.test.rows() == 10);
    spec.seed = 2;
    CHECK(load_split(spec, {}).test.columns[0].values != split.test.columns[0].values);
    spec.test_fraction = 0;
    CHECK(load_split(spec, {}).test.rows() == 0);
    spec.test_fraction = 0.001;
    CHECK_THROWS_WITH(load_split(spec, {}), Catch::Contains("test_fraction 0.001 of 50 rows"));
}

TEST_CASE("a generated set that no memory holds is refused before it is drawn") {
    DatasetSpec spec;
    spec.name = "mixture-8";
    spec.rows = 900'000'000'000;
    CHECK_THROWS_WITH(load_split(spec, {}), Catch::Contains("mixture-8") && Catch::Contains("GB"));
}

TEST_CASE("own IDX and ARFF files load through the same door") {
    const TemporaryFolder folder;
    DatasetSpec spec = own(folder.write("own-idx3-ubyte", kIdxImages));
    spec.label = folder.write("own-idx1-ubyte", kIdxLabels);
    spec.test_fraction = 0;
    const Split idx = load_split(spec, {});
    CHECK(idx.train.features() == 3);
    CHECK(idx.train.labels.class_names == std::vector<std::string>{"7", "9"});
    DatasetSpec arff =
        own(folder.write("a.arff", "@relation r\n@attribute a real\n@attribute c {n,p}\n@data\n1,n\n2,p\n"));
    arff.test_fraction = 0;
    CHECK(load_split(arff, {}).train.rows() == 2);
}

TEST_CASE("rows for prediction follow the training schema, with labels or without") {
    const TemporaryFolder folder;
    const Schema schema{{"size", "colour"}, {{}, {"blue", "red"}}, {"n", "p"}};
    const Dataset bare =
        load_for_prediction(folder.write("b.csv", "size,colour\n1,red\n2,blue\n"), {}, schema, false).data;
    CHECK(bare.rows() == 2);
    CHECK(bare.labels.y.empty());
    CHECK(bare.columns[1].at(0) == 1);
    const Dataset labelled =
        load_for_prediction(folder.write("l.csv", "size,colour,kind\n1,red,p\n"), {}, schema, true).data;
    CHECK(labelled.labels.class_of_row == std::vector<std::int32_t>{1});
    CHECK_THROWS_AS(load_for_prediction(folder.write("x.csv", "size\n1\n"), {}, schema, false), DataError);
    CHECK_THROWS_WITH(load_for_prediction(folder.write("y.csv", "size,color\n1,red\n"), {}, schema, false),
                      Contains("others are color") && Contains("'colour'"));
}

TEST_CASE("what is wrong with an ARFF, a LIBSVM or a quoted cell is said with its line") {
    const auto arff = [](const std::string& text) {
        try {
            parse_arff(text, "t", {});
        } catch (const DataError& error) {
            return std::string(error.what());
        }
        return std::string("accepted");
    };
    const std::string head = "@relation r\n@attribute a real\n@attribute k {p,q}\n";
    CHECK_THAT(arff("@relation r\n@atribute a real\n"),
               Contains("t:2:") && Contains("@relation, @attribute or @data"));
    CHECK_THAT(arff("@attribute k {p,q\n@data\n"), Contains("t:1:") && Contains("not closed by }"));
    CHECK_THAT(arff("@attribute k {'p' 'q'}\n@data\n"),
               Contains("t:1:") && Contains("not separated by commas"));
    CHECK_THAT(arff(head + "@data\n{2 1}\n"), Contains("t:5:") && Contains("a new index below 2"));
    CHECK_THAT(arff(head + "@data\n{0 1, 0 2}\n"), Contains("a new index below 2"));
    CHECK(arff(head + "@data\n{0 1, 1 q}\n2,p\n") == "accepted");
    const RawTable quoted =
        parse_arff("@attribute 'a\\tb\\nc\\rd\\'e' real\n@attribute k {p,q}\n@data\n1,p\n2,q\n", "t", {});
    CHECK(quoted.columns.at(0).name == "a\tb\nc\rd'e");
    CHECK_THROWS_WITH(parse_libsvm("1 qid:x 1:2\n", "t", {}),
                      Contains("t:1:3") && Contains("expected qid:<number>"));
    CHECK_THROWS_WITH(table("1,\"a\"b,c\n"),
                      Contains("t.csv:1:6: ") && Contains("text after a closing quote"));
}

TEST_CASE("prices are numbers with any marks between, and a comment to the end of the line") {
    const TemporaryFolder folder;
    const auto prices = [&](const std::string& text) { return read_prices(folder.write("p", text)); };
    CHECK(prices("1 2,3;4\t5 # 6\n# 7\n\n 0,8.5\r\n") == std::vector<double>{1, 2, 3, 4, 5, 0, 8.5});
    CHECK_THROWS_WITH(prices("1\n2, x\n"), Contains("p:2:4") && Contains("expected a price, found 'x'"));
    for (const char* wrong : {"-1", "inf", "nan"})
        CHECK_THROWS_AS(prices(std::string("1 ") + wrong), DataError);
}
