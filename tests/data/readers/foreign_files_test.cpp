/// Files of other programs: told by what they hold, whatever they are called.
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
using namespace std::string_literals;

namespace {

const std::string kPairs = "+1 1:1 2:3\n-1 1:2 2:1\n+1 1:1.5 2:2\n-1 1:2.5 2:2\n";
const std::string kArff =
    "% a comment\n   % another\n@RELATION r\n@attribute a real\n@attribute c {n,p}\n@data\n1,n\n2,p\n";

DatasetSpec whole_file(const std::string& path) {
    DatasetSpec spec;
    spec.path = path;
    spec.test_fraction = 0;
    return spec;
}

RawTable weka(const std::string& attributes, const std::string& rows, const TableFormat& format = {}) {
    return parse_arff("@relation r\n" + attributes + "@data\n" + rows, "t.arff", format);
}

const std::string kNumberAndClass = "@attribute a real\n@attribute k {n,p}\n";

}  // namespace

TEST_CASE("the content tells LIBSVM and ARFF, under any name") {
    const TemporaryFolder folder;
    for (const char* name : {"train.txt", "a9a", "x.svm.train", "x.csv", "x.arff"}) {
        const Split split = load_split(whole_file(folder.write(name, kPairs)), {});
        CHECK(split.train.features() == 2);
        CHECK(split.train.labels.class_names == std::vector<std::string>{"-1", "1"});
        CHECK(split.train.columns[1].at(0) == 3);
    }
    CHECK(load_split(whole_file(folder.write("heart_scale.gz", gzipped(kPairs))), {}).train.features() == 2);
    for (const char* name : {"x.data", "x.csv", "x.svm"})
        CHECK(load_split(whole_file(folder.write(name, kArff)), {}).train.columns[0].name == "a");
    DatasetSpec as_table = whole_file(folder.write("times.txt", "a 10:30\nb 11:45\n"));
    as_table.format = FileFormat::table;
    as_table.label = "0";
    as_table.header = Header::absent;
    CHECK(load_split(as_table, {}).train.columns[0].kind == ColumnKind::nominal);
}

TEST_CASE("cells with colons make no LIBSVM of a table, and pairs of other formats are refused") {
    const TemporaryFolder folder;
    for (const char* table : {"y,temp,when\n1,20.5,2019-01-01 12:30\n0,25.5,2019-01-01 13:30\n",
                              "id;y;t\n1;p;Mon 10:00\n2;q;Tue 11:30\n", "2019-08-09 4:15\n2019-08-10 0:51\n"})
        CHECK(format_by_content(table) == FileFormat::auto_);
    CHECK(format_by_content("spam 1:1\nham 2:1\n") == FileFormat::libsvm);
    CHECK(format_by_content("1,12 1:1\n3 2:1\n") == FileFormat::libsvm);
    for (const char* pairs : {"1 0:1:0.5 1:3:1\n0 0:2:1 1:4:2\n", "1 |f a:0.5 b:2\n-1 |f a:1.5 b:3\n",
                              "1 age:5 height:2\n0 age:3 height:1\n", "1,1:0.5,2:3\n0,1:0.1,2:4\n",
                              "1 1:abc 2:1\n0 1:0.7 2:2\n"}) {
        CAPTURE(pairs);
        const std::string file = folder.write("x.txt", pairs);
        CHECK_THROWS_WITH(load_split(whole_file(file), {}),
                          Contains("LIBSVM's <index>:<value>") && Contains("--format table"));
        DatasetSpec as_table = whole_file(file);
        as_table.format = FileFormat::table;
        as_table.header = Header::absent;
        CHECK(load_split(as_table, {}).train.rows() == 2);
    }
    CHECK_NOTHROW(refuse_pairs("t.csv", "n,10:30\np,11:45\n"));
    CHECK_NOTHROW(refuse_pairs("t.csv", "1 a:b\n1 c\n"));
    CHECK_NOTHROW(refuse_pairs("t.csv", ",,,\n , ,\n"));
    CHECK(format_by_content("Iris-setosa 1:5.1 2:3.5\nand/or 1:4\n") == FileFormat::libsvm);
}

TEST_CASE("a table stays a table, and an IDX file is known by its magic number") {
    CHECK(format_by_content("1,2,a\n3,4,b\n") == FileFormat::auto_);
    CHECK(format_by_content("a 10:30 x\nb 11:45 y\n") == FileFormat::auto_);
    CHECK(format_by_content("1 2 3\n") == FileFormat::auto_);
    CHECK(format_by_content("# head\n1 qid:3 1:2 # tail\n2 qid:3 1:3\n") == FileFormat::libsvm);
    CHECK(format_by_content("1 1:2\n2\n1 3:nan\n") == FileFormat::libsvm);
    CHECK(format_by_content("\0\0\x08\x03\0\0"s) == FileFormat::idx);
    CHECK(format_by_content("") == FileFormat::auto_);
    CHECK(format_of_beginning("x.arff.xz") == FileFormat::arff);
    CHECK(format_of_beginning("d/train-idx3-ubyte.gz") == FileFormat::idx);
    CHECK(format_of_beginning("x-ubyte") == FileFormat::table);
    CHECK(format_of_beginning("idx.csv.bz2") == FileFormat::table);
    for (const char* name : {"x.libsvm", "x.svm.zst", "x.svmlight"})
        CHECK(format_of_beginning(name) == FileFormat::libsvm);
}

TEST_CASE("a name decides only where the content may be of its format") {
    const TemporaryFolder folder;
    for (const char* name : {"c.svm", "c.libsvm", "c.arff", "c-idx3-ubyte"})
        for (const std::string& text : {"a,b,cls\n0,3,x\n1,2,y\n"s, "0,3,x\n1,2,y\n"s, "a;cls\n3;x\n1;y\n"s,
                                        "a\tcls\n3\tx\n1\ty\n"s, "a b cls\n0 3 x\n1 2 y\n"s}) {
            CAPTURE(name, text);
            CHECK(load_split(whole_file(folder.write(name, text)), {}).train.rows() == 2);
            CHECK(load_split(whole_file(folder.write(name + ".gz"s, gzipped(text))), {}).train.rows() == 2);
            CHECK(format_of_file(folder.write(name, text)) == FileFormat::table);
        }
    for (const char* text : {"+1\n-1\n", "1\n?\n", "1:1\n1:2\n", "1 1:x\n", "1 1:1 x\n", "1 1:0,5\n", ""}) {
        CAPTURE(text);
        CHECK(format_of_beginning("c.svm", text) == FileFormat::libsvm);
    }
    for (const char* text : {"cls\n1\n", "1,2\n", "a 10:30,n\n"})
        CHECK(format_of_beginning("c.svm", text) == FileFormat::table);
    CHECK(format_of_beginning("c.arff", "% a\n% b\n") == FileFormat::arff);
    CHECK(format_of_beginning("c.arff", "@relaton r\n") == FileFormat::arff);
    CHECK(format_of_beginning("c-idx3-ubyte", "\0\x08"s) == FileFormat::idx);
}

TEST_CASE("files that are no text of data say what they are") {
    const TemporaryFolder folder;
    const auto says = [&](const std::string& content, const char* expected) {
        CHECK_THROWS_WITH(load_split(whole_file(folder.write("x.csv", content)), {}), Contains(expected));
    };
    says("PK\x03\x04rest", "ZIP");
    says("PAR1\x15\x04", "Parquet");
    says("[{\"a\": 1}, {\"a\": 2}]", "JSON");
    says("{\"a\": 1}\n{\"a\": 2}\n", "JSON");
    says("\n<!DOCTYPE html>\n<html>", "HTML");
    says("\xEF\xBB\xBF<!DOCTYPE html>", "HTML");
    says("<TABLE><tr>", "HTML");
    says("INSERT INTO t VALUES (1, 'a');\n", "SQL");
    says("[1,2,0]\n[3,4,1]\n", "a list in brackets");
    says("(1, 2, 'a'),\n(3, 4, 'b')\n", "a list in brackets");
    says("{'a': 1, 'y': 0}\n{'a': 3, 'y': 1}\n", "JSON");
    says("a,b\r1,x\r2,y\n", "carriage return alone");
    for (const char* line : {"1,2,a\r\n", "1,2,a\r", "1,2,a\n", "1,2,a", ""})
        CHECK_NOTHROW(require_text("x.csv", line));
    says(gzipped(gzipped("1,a\n2,b\n")), "packed twice");
    says("/annex/objects/SHA256E-s1--00\n", "git annex get");
    says("<?xml version=\"1.0\"?>\n<a/>", "XML");
    says("version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n", "git lfs pull");
    says("\x89HDF\r\n\x1a\n", "HDF5");
    says("\x93NUMPY\1\0v\0"s, "NumPy");
    says("\xD0\xCF\x11\xE0rest", "Excel");
    says("SQLite format 3\0"s, "SQLite");
    says("%PDF-1.4\n", "PDF");
    for (const char* header : {"FEA1,FEA2,k\n", "PAR1,PAR2,k\n", "ORC,RDX,k\n", "Obj,BZh9,k\n"})
        CHECK_NOTHROW(require_text("x.csv", header));
    says("<!-- saved from the web -->\n<html>", "HTML");
    says(std::string(257, 'a') + "ustar\0"s, "tar archive");
    says(gzipped(std::string(257, 'a') + "ustar  \0"s), "tar archive");
    for (const auto& [magic, name] :
         std::vector<std::pair<std::string, const char*>>{{"Obj\1", "Avro"},
                                                          {"\x80\4", "pickle"},
                                                          {"\x04\x22\x4D\x18", "lz4"},
                                                          {"LZIP\1", "lzip"},
                                                          {"FEA1\0"s, "Feather"},
                                                          {"ARROW1\0"s, "Feather"},
                                                          {"MATLAB 5.0 MAT-file", "MATLAB"},
                                                          {"RDX2\nX\n", "R data"},
                                                          {"X\n\0\0\0"s, "R data"},
                                                          {"<stata_dta>", "Stata"},
                                                          {"$FL2@(#)", "SPSS"},
                                                          {"\x89PNG", "image"},
                                                          {"\xFF\xD8\xFF", "image"},
                                                          {"GIF89a", "image"}})
        says(magic + "rest", name);
}

TEST_CASE("bzip2, xz and zstd are read as gzip is, and a damaged or cut stream is refused") {
    const TemporaryFolder folder;
    // "1,a\n2,b\n" by bzip2, xz and zstd.
    const auto bytes = [](const std::string& hex) {
        std::string result;
        for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
            result += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
        return result;
    };
    for (
        const std::string& hex :
        {std::string(
             "425a6839314159265359b0a7114f00000259000010000430003000200021a699a0c002950b0bb9229c2848585388a780"),
         std::string(
             "fd377a585a000004e6d6b4460200210116000000742fe5a3010007312c610a322c620a00f0994dc8c6288e7c00012008bb19d9bb1fb6f37d010000000004595a"),
         std::string("28b52ffd0458410000312c610a322c620ac4149a93")}) {
        const std::string packed = bytes(hex);
        CHECK(read_whole_file(folder.write("x", packed)) == "1,a\n2,b\n");
        CHECK_THROWS_AS(read_whole_file(folder.write("cut", packed.substr(0, packed.size() - 6))), DataError);
        std::string damaged = packed;
        damaged[packed.size() / 2] = static_cast<char>(damaged[packed.size() / 2] ^ 0x10);
        CHECK_THROWS_AS(read_whole_file(folder.write("bad", damaged)), DataError);
    }
}

TEST_CASE("ARFF is read as Weka reads it") {
    CHECK(weka(kNumberAndClass, "1,n % a comment\n  % indented\n2,p\n").rows() == 2);
    CHECK(weka(kNumberAndClass, "1 n\n2\tp\n").columns[0].values == std::vector<float>{1, 2});
    CHECK(weka(kNumberAndClass, "1,n,\n").rows() == 1);
    CHECK_THROWS_WITH(weka(kNumberAndClass, "NA,n\n"), Contains("--missing"));
    const std::string meka = "@relation 'emotions: -C 2'\n@attribute l {0,1}\n@attribute m {0,1}\n" +
                             kNumberAndClass + "@data\n0,1,2,n\n";
    CHECK_THROWS_WITH(parse_arff(meka, "t.arff", {}), Contains("several attributes are labels"));
    TableFormat one_label;
    one_label.label = "l";
    CHECK(parse_arff(meka, "t.arff", one_label).label.name == "l");
    const RawTable names = weka("@attribute my long name real\n@attribute the class {n,p}\n", "1,n\n");
    CHECK(names.columns[0].name == "my long name");
    CHECK(names.label.name == "the class");
    CHECK(weka("@attribute c {'a\\tb',d}\n@attribute k {n,p}\n", "'a\\tb',n\n")
              .columns[0]
              .levels.names()
              .front() == "a\tb");
    CHECK(weka("@attribute a real [0.0, 1.0]\n@attribute k {n,p}\n@inputs a\n@outputs k\n", "1,n\n").rows() ==
          1);
    CHECK(
        weka("@attribute c {New York,LA}\n@attribute k {n,p}\n", "New York,n\n").columns[0].values.front() ==
        0);
}

TEST_CASE("KEEL's @outputs names the label of ARFF, and a note tells features against @inputs and @outputs") {
    const std::string three = "@attribute a real\n@attribute c {n,p}\n@attribute k {x,y}\n", row = "1,n,x\n";
    const auto read = [&](const std::string& lists, const TableFormat& format = {}) {
        return weka(three + lists, row, format);
    };
    const RawTable obeyed = read("@inputs a, k\n@outputs c\n");
    CHECK(obeyed.label.name == "c");
    CHECK(obeyed.label_place == "column 1 'c', by @outputs");
    CHECK(obeyed.notes.empty());
    CHECK(read("@output 'c'\n").label.name == "c");
    CHECK(read("@inputs a\n@outputs c\n", {.skip = {"k"}}).notes.empty());
    CHECK(read("@inputs a,c\n").notes.empty());
    struct Case {
        std::string lists, label, note;
    };
    for (const auto& [lists, label, note] :
         {Case{"@inputs a\n@outputs c\n", "",
               "features are also k (`skip`; train: --skip leaves them out), and "
               "the label is 'c'"},
          {"@inputs a\n@outputs c,k\n", "", "features are also c ("},
          {"@outputs c,k\n", "", "the label is 'k'"},
          {"@outputs c\n", "k", "features are also c ("},
          {"@inputs k\n", "", "features are also a, c ("}}) {
        CAPTURE(lists);
        const RawTable ignored = read(lists, {.label = label});
        REQUIRE(ignored.notes.size() == 1);
        CHECK_THAT(ignored.notes[0], Contains("@inputs or @outputs is ignored") && Contains(note));
    }
    CHECK_THROWS_WITH(read("@outputs z\n"), Contains("unknown label column 'z'"));
    TableFormat rows{.has_label = false};
    rows.like = obeyed.columns;
    const RawTable unlabelled = read("@outputs c\n", rows);
    CHECK(unlabelled.columns.size() == 2);
    CHECK(unlabelled.label.values.empty());
}

TEST_CASE("a name that several attributes of ARFF have is told once, as in a table") {
    const std::string twice = "@attribute a real\n@attribute a real\n";
    CHECK(weka(twice + "@attribute a real\n" + kNumberAndClass, "1,2,3,4,n\n").notes ==
          std::vector<std::string>{"several columns are called 'a'"});
    CHECK(weka(kNumberAndClass, "1,n\n").notes.empty());
    CHECK_THROWS_WITH(weka(twice, "1,2\n", {.label = "a"}), Contains("two columns are called 'a'"));
}

TEST_CASE("what ARFF does not mean is refused with its line, not read as something else") {
    const auto refuses = [](const std::string& attributes, const std::string& rows, const char* expected) {
        CHECK_THROWS_WITH(weka(attributes, rows), Contains("t.arff:") && Contains(expected));
    };
    CHECK_THROWS_WITH(parse_arff("@relation r\n" + kNumberAndClass + "@data 1,n\n2,p\n", "t.arff", {}),
                      Contains("behind @data"));
    refuses("@attribute c {a,b} c,d\n@attribute k {n,p}\n", "a,n\n", "'c,d' behind the values");
    refuses("@attribute a numeric x\n@attribute k {n,p}\n", "1,n\n", "behind the kind");
    refuses("@attribute c {a,,b}\n@attribute k {n,p}\n", "a,n\n", "an empty one");
    refuses(kNumberAndClass, "1,n,{2}\n", "weights of rows are not supported");
    refuses(kNumberAndClass, "{0 1, 1 p}, {5}\n", "weights of rows are not supported");
    refuses(kNumberAndClass, ",n\n", "an empty value; ? stands for a missing one");
    refuses("@attribute r relational\n@attribute k {n,p}\n", "1,n\n", "of kind 'relational'");
}

TEST_CASE("a text, date or numeric attribute of ARFF has a way out") {
    const std::string text = "@attribute id string\n@attribute d date \"yyyy-MM-dd\"\n" + kNumberAndClass;
    const std::string rows = "x1,'2020-01-01',1,n\nx2,'2020-01-02',2,p\n";
    CHECK_THROWS_WITH(weka(text, rows), Contains("t.arff:2") && Contains("--skip") && Contains("--nominal"));
    CHECK(weka(text, rows, {.skip = {"id", "1"}}).columns.size() == 1);
    const RawTable named = weka(text, rows, {.nominal = {"id"}, .skip = {"d"}});
    CHECK(named.columns[0].levels.names() == std::vector<std::string>{"x1", "x2"});
    const RawTable zero_one = weka("@attribute a real\n@attribute y numeric\n", "1,0\n2,1\n{0 3}\n");
    CHECK(zero_one.label.levels.names() == std::vector<std::string>{"0", "1"});
    CHECK(zero_one.label.values == std::vector<float>{0, 1, 0});
    CHECK(std::isnan(weka(kNumberAndClass, "-9,n\n", {.missing = {"-9"}}).columns[0].values[0]));
}

TEST_CASE("LIBSVM from index 0, unsorted, with missing values and empty sets of labels") {
    const RawTable zero = parse_libsvm("1 0:5 2:1\n-1 1:2\n", "t.svm", {});
    REQUIRE(zero.columns.size() == 3);
    CHECK(zero.columns[0].name == "0");
    CHECK(zero.columns[0].values == std::vector<float>{5, 0});
    CHECK(parse_libsvm("1 3:1 1:2\n-1 2:1\n", "t.svm", {}).columns[0].values == std::vector<float>{2, 0});
    for (const auto& [row, advice] : {std::pair{"1 1:nan\n", "\"nan\"; train: --missing nan)"},
                                      {"1 1:-nan\n", "train: --missing -nan)"},
                                      {"1 1: 2\n", "\"empty\"; train: --missing empty)"}})
        CHECK_THROWS_WITH(parse_libsvm(row, "t.svm", {}), Contains(advice));
    CHECK(std::isnan(parse_libsvm("1 1:nan\n", "t.svm", {.missing = {"nan"}}).columns[0].values[0]));
    const TemporaryFolder folder;
    const Split sets = load_split(whole_file(folder.write("m.svm", "1,2 1:1\n 1:2\n2 1:3\n")), {});
    REQUIRE(sets.train.labels.multi_label());
    CHECK(sets.train.labels.y == std::vector<std::int8_t>{1, 1, -1, -1, -1, 1});
    CHECK_THROWS_WITH(load_split(whole_file(folder.write("n.svm", "1 1:1\n 1:2\n2 1:3\n")), {}),
                      Contains("n.svm:2") && Contains("without a label"));
}

TEST_CASE("a wider LIBSVM test file is read up to the training file's columns, with a note") {
    const TemporaryFolder folder;
    DatasetSpec spec = whole_file(folder.write("a.svm", kPairs));
    spec.test_path = folder.write("b.svm", "+1 1:1 2:3 9:4\n-1 2:5\n");
    const Split split = load_split(spec, {});
    CHECK(split.test.features() == 2);
    CHECK_THAT(split.provenance.note,
               Contains("1 feature that the training file has not is left out") && Contains("index 9"));
}

TEST_CASE("columns of LIBSVM are left out or nominal by their index") {
    const TemporaryFolder folder;
    DatasetSpec spec = whole_file(folder.write("a.svm", kPairs));
    spec.skip = "1";
    spec.nominal = "2";
    const Split split = load_split(spec, {});
    REQUIRE(split.train.features() == 1);
    CHECK(split.train.columns[0].levels == std::vector<std::string>{"1", "2", "3"});
    const Schema schema{{"2"}, {{"1", "2", "3"}}, {"-1", "1"}};
    const RowsToPredict rows =
        load_for_prediction(folder.write("b.svm", "1:9 2:3\n2:7\n"), spec, schema, false);
    CHECK(rows.data.columns[0].at(0) == 2);
    CHECK(std::isnan(rows.data.columns[0].at(1)));
    CHECK_THAT(rows.notes.at(0), Contains("'7' in column '2'"));
}
