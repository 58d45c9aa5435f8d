/// Whether a table's first line names its columns, and rows that spread over lines.
#include "core/error.hpp"
#include "data/raw_table.hpp"
#include "data/readers/text_file.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::data;
using Catch::Matchers::Contains;

namespace {

RawTable named_table(const std::string& text, const TableFormat& format = {}) {
    return parse_table(text, "t.csv", format);
}

std::string times(const std::string& text, int count) {
    std::string all;
    for (int i = 0; i < count; ++i)
        all += text;
    return all;
}

}  // namespace

TEST_CASE("numbers name columns where the label alone is no number") {
    const RawTable t = named_table("0,1,2,y\n5.1,3,1,0\n4.9,3,1,1\n");
    CHECK(t.rows() == 2);
    CHECK(t.label.name == "y");
    CHECK(t.label.levels.names() == std::vector<std::string>{"0", "1"});
    CHECK(named_table("1990,1991,y\n5,3,0\n4,3,1\n").columns[0].name == "1990");
    CHECK(named_table("y,1990\n0,3\n1,3\n", {.label = "0"}).label.name == "y");
    CHECK(named_table("5,3,a\n4,3,1\n4,3,a\n").rows() == 3);  // the class "a" stands elsewhere, too
}

TEST_CASE("a first line that counts names columns, and a note says so") {
    for (const char* text : {"0,1,2\n5,3,1\n4,3,0\n", "1,2,3\n5,3,1\n4,3,0\n"}) {
        const RawTable t = named_table(text);
        CHECK(t.rows() == 2);
        REQUIRE(t.notes.size() == 1);
        CHECK_THAT(t.notes[0], Contains("is taken for names of columns") && Contains("'absent'"));
    }
    CHECK(named_table("0,1,2\n5,3,1\n4,3,0\n", {.header = Header::absent}).rows() == 3);
    CHECK(named_table("1,2\n5,3\n").rows() == 2);
    for (const char* text : {"0,1\n0.00,n\n0.25,p\n", "1,2\n0.00,n\n0.25,p\n", ",0,1\n0,0.5,n\n1,0.7,p\n",
                             ",0,1,2\n0,0.000,0.5,neg\n1,0.1,0.5,pos\n", ",0,1,2\n0,3,4,1\n1,3,5,0\n"}) {
        const RawTable t = named_table(text);
        CHECK(t.rows() == 2);
        CHECK_THAT(t.notes.at(0), Contains("the first line counts from"));
    }
    CHECK(named_table("0,1\n0.00,0\n0.25,p\n").rows() == 3);
    CHECK(named_table(",0,1,2\n0,3,4,1\n", {.missing = {""}}).rows() == 2);
    CHECK(named_table("n,0\np,1\n", {.label = "0"}).rows() == 2);
    CHECK(named_table("2,3,4\n5,3,1\n").rows() == 2);
}

TEST_CASE("an option that names a cell of the first line says that it is a header") {
    const std::string text = "a,2020,y\n5,3,p\n4,3,n\n";
    CHECK_THROWS_WITH(named_table(text), Contains("t.csv:2:1") && Contains("--header present"));
    CHECK(named_table(text, {.label = "y"}).columns[1].name == "2020");
    CHECK(named_table(text, {.skip = {"a"}}).columns.size() == 1);
    CHECK(named_table(text, {.nominal = {"a"}}).columns[0].kind == ColumnKind::nominal);
    const std::string texts = "s,t,cls\nx,u,p\ny,u,n\n";
    for (const TableFormat& format :
         {TableFormat{.label = "cls"}, TableFormat{.skip = {"s"}}, TableFormat{.nominal = {"t"}}})
        CHECK(named_table(texts, format).rows() == 2);
    CHECK(named_table("1990,2000,2010\n5,3,1\n4,3,0\n", {.label = "2010"}).label.name == "2010");
    CHECK(named_table("2019,2020,cls\n5,3,n\n4,3,p\n", {.skip = {"2019"}}).columns.size() == 1);
    CHECK(named_table("5,1,a\n4,3,b\n", {.skip = {"1"}}).rows() == 2);  // an index
}

TEST_CASE("a first line that may be names or a row is asked about") {
    CHECK_THROWS_WITH(named_table("1,2,3,species\n5,3,1,a\n4,3,2,b\n"),
                      Contains("'species'") && Contains("--header"));
    CHECK_THROWS_WITH(named_table("1990,1991,species\n" + times("5,3,a\n4,3,b\n", 10)),
                      Contains("'species'"));
    for (const int repeats : {2, 3, 8})
        CHECK_THROWS_WITH(named_table("1990,2000,cls\n" + times("5,3,n\n4,3,p\n", repeats)),
                          Contains("'cls'") && Contains("--header"));
    CHECK(named_table("5,3,a\n" + times("4,3,b\n", 3) + "4,3,c\n").rows() == 5);
    CHECK(named_table("1990,1991,a\n" + times("5,3,a\n4,3,b\n", 10)).rows() == 21);
    CHECK(named_table("1,2,3,species\n5,3,1,a\n", {.header = Header::present}).label.name == "species");
    CHECK(named_table("1,2,3,species\n5,3,1,a\n", {.header = Header::absent}).rows() == 2);
}

TEST_CASE("a first line of texts that may be a row is asked about") {
    for (const char* rows :
         {"low,?,p\nhigh,3,q\nlow,5,p\n", "red,five,p\nblue,5,q\nred,4,p\n", "N/A,x,p\n1,x,q\n2,y,p\n",
          "vhigh,low,5more,unacc\nhigh,low,2,acc\nvhigh,med,3,acc\n", ",0,1,y\n0,5,2,p\n1,7,4,q\n2,5,3,p\n",
          "400,402,404,406\n0.1,0.2,0.3,a\n0.2,0.1,0.3,b\n0.3,0.1,0.2,a\n0.2,0.2,0.2,b\n"}) {
        CAPTURE(rows);
        CHECK_THROWS_WITH(named_table(rows, {}), Contains("--header"));
    }
    CHECK(named_table("colour,size,k\nred,5,p\nblue,4,q\n", {}).rows() == 2);
    CHECK(named_table("x,y\n1,y\n2,n\n", {}).rows() == 2);
    CHECK_THROWS_WITH(named_table("a | b | y\n1 | 2 | p\n", {}), Contains("'|' seems to separate the cells"));
}

TEST_CASE("blank-separated tables may have quotes, as R writes them") {
    const RawTable r =
        named_table("\"a\" \"b c\" \"y\"\n\"5.1\"  \"New York\" \"x\"\n4.9\t\"Rome\" z \n", {});
    CHECK(r.columns[0].values == std::vector<float>{5.1F, 4.9F});
    CHECK(r.columns[1].name == "b c");
    CHECK(r.columns[1].levels.names() == std::vector<std::string>{"New York", "Rome"});
    CHECK(r.label.levels.names() == std::vector<std::string>{"x", "z"});
    CHECK_THROWS_WITH(named_table("\"a\" \"y\"\n\"1\" 5.1 \"x\"\n", {}), Contains("row.names = FALSE"));
    CHECK_THROWS_WITH(named_table("1\t2\tx\n1\t\t2\tx\n", {}), Contains("--delimiter"));
}

TEST_CASE("of commas and semicolons the one that cuts the rows alike into more cells separates") {
    const RawTable table = named_table("length, cm;width;class\n1,5;2;x\n2,5;3;y\n", [] {
        TableFormat format;
        format.missing = {"1,5", "2,5"};
        return format;
    }());
    CHECK(table.columns.size() == 2);
    CHECK(table.columns[0].name == "length, cm");
    CHECK(named_table("a,b;c,k\n1,2;3,p\n4,5;6,q\n", {}).columns.size() == 2);
}

TEST_CASE("rows to predict have the training file's header, or none") {
    TableFormat format{.has_label = false};
    format.like = named_table("0,1,y\n5,3,0\n4,3,1\n").columns;
    CHECK(named_table("0,1\n5,3\n", format).rows() == 1);
    CHECK(named_table("5,3\n", format).rows() == 1);
    format.like = named_table("5,3,4,0\n4,3,1,1\n").columns;
    CHECK(named_table("0,1,2\n5,3,4\n", format).rows() == 2);
}

TEST_CASE("comment lines above a table are refused, names and texts that begin with # are not") {
    for (const char* text : {"# made by x\na,b,cls\n1,2,n\n3,4,p\n", "# a, b\n# c\n1,2,n\n3,4,p\n",
                             "#a,b,c\n#d,e,f\n1,2,n\n3,4,p\n", "#x\n1,2,n\n", "# x\n1 2 n\n",
                             "# created 2020\n1 2 3\n4 5 6\n", "#1,2,n\n3,4,n\n5,6,p\n"}) {
        CAPTURE(text);
        CHECK_THROWS_WITH(named_table(text), Contains("line 1 begins with '#': tables"));
    }
    CHECK(named_table("#a,b,cls\n1,2,n\n3,4,p\n").columns[0].name == "#a");
    CHECK(named_table("# a\n1,2,n\n", {.comment = "#"}).rows() == 1);
    CHECK(named_table("#ff0000,1,n\n#00ff00,2,p\n").rows() == 2);
    CHECK(named_table("#ff0000,1,n\nred,2,n\n").rows() == 2);
}

TEST_CASE("two columns of one name are told") {
    const RawTable t = named_table("a,a,k\n1,2,n\n3,4,p\n");
    REQUIRE(t.notes.size() == 1);
    CHECK_THAT(t.notes[0], Contains("2 columns are called 'a'") && Contains("0 and 1"));
}

TEST_CASE("a quoted cell may hold line breaks, and lines are counted on") {
    const RawTable t = named_table("note,x,k\n\"two\nlines\",1,n\none,2,p\n");
    CHECK(t.rows() == 2);
    CHECK(t.columns[0].levels.names().front() == "two\nlines");
    CHECK(t.line_of_row == std::vector<std::uint32_t>{2, 4});
    CHECK(named_table("\"a\nb\",note,cls\n0,h0,n\n1,h1,p\n").columns[0].name == "a\nb");
    CHECK(named_table("\"a\n\n;b\",\"c\nd\",cls\n0,1,n\n").columns[1].name == "c\nd");
    CHECK_THROWS_WITH(named_table("\"a,k\n1\t2,n\n"), Contains("t.csv:1:1") && Contains("never closed"));
    CHECK_THROWS_WITH(named_table("x,k\n1,\"n\n2,p\n"), Contains("t.csv:2:3") && Contains("never closed"));
    CHECK_THROWS_WITH(named_table("x,k\n\"1\n2\",n,1\n3,p\n"), Contains("t.csv:2"));
    CHECK(named_table("a,k\n5\" pipe,n\n6\" pipe,p\n", {.header = Header::present}).rows() == 2);
}

TEST_CASE("names of very many columns are compared in passing") {
    // A search through all names for each would be 40,000 million comparisons: the test would not end in
    // time.
    std::string names, row;
    for (int j = 0; j < 200'000; ++j) {
        names += "column_with_a_long_common_name_" + std::to_string(j) + ",";
        row += "1,";
    }
    const RawTable train = named_table(names + "k\n" + row + "n\n" + row + "p\n");
    TableFormat format{.has_label = false};
    format.like = train.columns;
    names.back() = row.back() = '\n';
    CHECK(named_table(names + row, format).columns.size() == 200'000);
}
