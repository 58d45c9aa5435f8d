/// Labels and columns of own files that mislead: classes without rows, missing labels, quantities,
/// identifiers, numbers that a float does not hold.
#include "core/error.hpp"
#include "data/data_files.hpp"
#include "data/load/load.hpp"
#include "data/readers/text_file.hpp"
#include "support/load_split.hpp"

#include <functional>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::data;
using Catch::Matchers::Contains;

namespace {

/// "i" and what `label` says for each row.
std::string lines_of(int count, const std::function<std::string(int)>& cells) {
    std::string text;
    for (int i = 0; i < count; ++i)
        text += cells(i) + "\n";
    return text;
}

class OwnFile {
  public:
    Split load(const std::string& text, const std::function<void(DatasetSpec&)>& change = {},
               const std::string& name = "t.csv") const {
        DatasetSpec spec;
        spec.path = folder_.write(name, text);
        spec.test_fraction = 0;
        if (change) change(spec);
        return load_split(spec, {});
    }
    std::string note(const std::string& text) const { return load(text).provenance.note; }
    std::string write(const std::string& name, const std::string& text) const {
        return folder_.write(name, text);
    }

  private:
    TemporaryFolder folder_;
};

const std::string kOkOrBad = "@relation r\n@attribute a real\n@attribute k {ok,bad}\n@data\n";

}  // namespace

TEST_CASE("classes are those that rows have, not those that ARFF declares") {
    const OwnFile own;
    CHECK_THROWS_WITH(own.load(kOkOrBad + "1,ok\n2,ok\n", {}, "t.arff"), Contains("at least two classes"));
    const std::string three = "@relation r\n@attribute a real\n@attribute k {x,y,z}\n@data\n1,y\n2,x\n";
    CHECK(own.load(three, {}, "t.arff").train.labels.class_names == std::vector<std::string>{"x", "y"});
}

TEST_CASE("a hold-out that takes all rows of a class leaves no such class") {
    const OwnFile own;
    const auto held = [](DatasetSpec& spec) { spec.test_fraction = 0.5, spec.header = Header::absent; };
    const auto one_class = [](int i) { return std::to_string(i) + (i == 0 ? ",bad" : ",ok"); };
    const auto three = [](int i) {
        return std::to_string(i % 7) + (i == 0 ? ",rare" : i % 2 == 0 ? ",even" : ",odd");
    };
    bool refused = false, lost = false;
    for (int seed = 1; seed <= 8; ++seed) {
        const auto seeded = [&](DatasetSpec& spec) { held(spec), spec.seed = seed; };
        try {
            own.load(lines_of(10, one_class), seeded);
        } catch (const DataError& error) {
            CHECK_THAT(error.what(), Contains("all training rows have the label 'ok'"));
            refused = true;
        }
        const Split split = own.load(lines_of(20, three), seeded);
        if (split.train.labels.class_names.size() == 3) continue;
        lost = true;
        CHECK(split.train.labels.class_names == std::vector<std::string>{"even", "odd"});
        CHECK(split.train.labels.classes == 1);
        CHECK(split.provenance.unknown_class_rows == 1);
        CHECK(split.test.rows() == 9);
        CHECK_THAT(split.provenance.note,
                   Contains("no training row has the class rare: 1 row of the test part"));
    }
    CHECK(refused);
    CHECK(lost);
}

TEST_CASE("a class that only the test file has is an error of its rows, not of the file") {
    const OwnFile own;
    const std::string test = own.write("test.csv", "1,a\n2,c\n3,b\n");
    const Split split = own.load("1,a\n2,b\n", [&](DatasetSpec& spec) { spec.test_path = test; });
    CHECK(split.train.labels.class_names == std::vector<std::string>{"a", "b"});
    CHECK(split.test.labels.class_of_row == std::vector<std::int32_t>{0, 1});
    CHECK(split.provenance.unknown_class_rows == 1);
    CHECK_THAT(split.provenance.note, Contains("the class c"));
    const std::string sets = own.write("test.svm", "1,9 1:1\n2 1:2\n");
    const Split multi = own.load(
        "1,2 1:1\n2 1:2\n", [&](DatasetSpec& spec) { spec.test_path = sets; }, "train.svm");
    CHECK(multi.test.rows() == 1);
    CHECK(multi.train.labels.class_names == std::vector<std::string>{"1", "2"});
}

TEST_CASE("labels to predict that training had not are kept as texts") {
    const TemporaryFolder folder;
    const Schema schema{{"x0"}, {{}}, {"a", "b"}};
    const RowsToPredict read = load_for_prediction(folder.write("t.csv", "1,a\n2,c\n"), {}, schema, true);
    CHECK(read.truth == std::vector<std::string>{"a", "c"});
    CHECK(read.data.labels.y.empty());
    CHECK_THAT(read.notes.at(0), Contains("1 row has a label that training had not (c)") &&
                                     Contains("no AUC or log loss is told"));
}

TEST_CASE("a label that means missing is no class") {
    const OwnFile own;
    for (const char* label :
         {"nan", "NA", "NaN", "", "?", "null", "N/A", "-nan", "#N/A", "-1.#IND", "1.#QNAN", "-1.#QNAN", "\\N",
          "NaT", "<null>", "(null)", "N.A.", "#DIV/0!", "#VALUE!"}) {
        CAPTURE(label);
        const std::string text = "x,k\n1,a\n2," + std::string(label) + "\n3,b\n";
        CHECK_THROWS_WITH(own.load(text), Contains("t.csv:3:3") && Contains("--drop-unlabelled"));
        const Split split = own.load(text, [](DatasetSpec& spec) { spec.drop_unlabelled = true; });
        CHECK(split.train.rows() == 2);
        CHECK_THAT(split.provenance.note, Contains("1 row without a label left out"));
    }
    for (const char* declared : {"", "NA"}) {
        const Split named = own.load("x,k\n1,a\n2,NA\n", [&](DatasetSpec& spec) {
            spec.nominal = "k";
            spec.missing = declared;
        });
        CHECK(named.train.labels.class_names == std::vector<std::string>{"NA", "a"});
    }
    CHECK_THROWS_WITH(own.load("1,2,a,\n3,4,b,\n"), Contains("if lines end with a separator"));
    const auto drop = [](DatasetSpec& spec) { spec.drop_unlabelled = true; };
    CHECK(own.load(kOkOrBad + "1,ok\n2,?\n3,bad\n", drop, "t.arff").train.rows() == 2);
    for (const char* label : {"nan", "1,nan", "1,-nan", "NA,1", ",1", "?"}) {
        CAPTURE(label);
        const std::string text = "1,2 1:1\n" + std::string(label) + " 1:2\n2 1:3\n 1:4\n";
        CHECK_THROWS_WITH(own.load(text, {}, "t.svm"),
                          Contains("t.svm:2:1") && Contains("--drop-unlabelled"));
        CHECK(own.load(text, drop, "t.svm").train.rows() == 3);
    }
    CHECK(own.load("a 1:1\nnan 1:2\nb 1:3\n", drop, "t.svm").train.rows() == 2);
}

TEST_CASE("classes that may be one, or mean a missing label, are told") {
    const OwnFile own;
    const auto note = [&](const std::string& label, const std::function<void(DatasetSpec&)>& change = {}) {
        return own.load("x,k\n1,yes\n2," + label + "\n3,no\n", change).provenance.note;
    };
    CHECK_THAT(note("Yes"), Contains("the classes 'yes' and 'Yes' differ in upper and lower case only"));
    for (const std::string unknown : {"None", ".", "-", "unknown"})
        CHECK_THAT(note(unknown), Contains("'" + unknown + "' is a class; if it means a missing label") &&
                                      Contains("--missing '" + unknown + "' --drop-unlabelled"));
    CHECK(note("nothing").empty());
    CHECK(note("None", [](DatasetSpec& spec) { spec.nominal = "k"; }).empty());
}

TEST_CASE("numbers in foreign writing are refused, not taken for categories") {
    const OwnFile own;
    for (const auto& [cell, expected] : {std::pair{"$5.00", "expected 5.00"},
                                         {"50%", "expected 50"},
                                         {"1'234", "expected 1234"},
                                         {"\"12,345\"", "may part thousands"},
                                         {"\"1,234,567\"", "expected 1234567"},
                                         {"€ 7", "expected 7"},
                                         {"0x1F", "expected 31"},
                                         {"1 234", "expected 1234"},
                                         {"1 234 567.5", "expected 1234567.5"},
                                         {"1\u00A0234", "expected 1234"},
                                         {"1_000", "expected 1000"},
                                         {"(1.50)", "expected -1.50"},
                                         {"1.50-", "expected -1.50"},
                                         {"1.5D+03", "expected 1.5e+03"},
                                         {"\u22125", "expected -5"},
                                         {"\u20135", "expected -5"},
                                         {"1\u2009234", "expected 1234"},
                                         {"\"1 234,50\"", "decimal comma"},
                                         {"₹500", "expected 500"}}) {
        CAPTURE(cell);
        const std::string text = "x,z,k\n" + std::string(cell) + ",1,a\n" + cell + ",2,b\n";
        CHECK_THROWS_WITH(own.load(text), Contains("t.csv:2:1") && Contains(expected));
        CHECK(own.load(text, [](DatasetSpec& spec) { spec.nominal = "x"; }).train.rows() == 2);
    }
    for (const char* text : {"10:30", "B-52", "5kg", "1/2", "5 EUR", "1 2", "1_2", "0x", "0xfg", "()", "-"}) {
        CAPTURE(text);
        const std::string rows = "x,z,k\n" + std::string(text) + ",1,a\n" + text + ",2,b\n";
        CHECK(own.load(rows).train.columns[0].kind == ColumnKind::nominal);
    }
    for (const char* rows : {"0,5 0,25 n\n0,7 0,5 p\n", "0,5 0,25 1\n0,7 0,5 2\n"})
        CHECK_THROWS_AS(own.load(rows), DataError);
    CHECK(own.load("1, 2, 3, n\n3, 4, 5, p\n1, 2, 3, n\n").train.columns.size() == 3);
    CHECK_THROWS_WITH(own.load("1,2 x\n3,4 y\n"), Contains("t.csv:1: may be cut") && Contains("--delimiter"));
    const auto at_commas = [](DatasetSpec& spec) { spec.delimiter = Delimiter::comma; };
    CHECK(own.load("1,2 x\n3,4 y\n", at_commas).train.columns.size() == 1);
    CHECK(own.load("1,2020-01-01 10:30,3,n\n2,2020-01-01 10:30,3,p\n").train.columns.size() == 3);
}

TEST_CASE("a number in foreign writing among numbers is called that") {
    const OwnFile own;
    for (const auto& [cell, expected] : {std::pair{"$5", "in another writing, expected 5"},
                                         {"\"3,5\"", "has a decimal comma"},
                                         {"five", "not a number"}})
        CHECK_THROWS_WITH(own.load("x,k\n1,a\n" + std::string(cell) + ",b\n"),
                          Contains("t.csv:3:1") && Contains(expected));
}

TEST_CASE("levels that were numbers are found again however they are written") {
    const OwnFile own;
    const std::string seconds = "d,k\n1700000000.0,n\n1700000001.0,p\n1700000000.00,n\n";
    const Split split = own.load(seconds);
    REQUIRE(split.train.columns[0].levels == std::vector<std::string>{"1700000000", "1700000001"});
    const Schema schema{{"d"}, {split.train.columns[0].levels}, {"n", "p"}};
    const RowsToPredict again = load_for_prediction(own.write("p.csv", seconds), {}, schema, true);
    CHECK(again.notes.empty());
    CHECK(again.data.columns[0].at(1) == 1);
    // Digits that say nothing do not make another number of a short one.
    const Split tenths = own.load("a,k\n0.1,n\n0.10000000,p\n0.1,n\n0.2,p\n");
    CHECK(tenths.provenance.note.empty());
    CHECK(tenths.train.columns[0].at(0) == tenths.train.columns[0].at(1));
    const Split gap =
        own.load("d,k\n16777216,n\n16777217,p\n?,n\n", [](DatasetSpec& spec) { spec.missing = "?"; });
    CHECK(gap.train.columns[0].levels.size() == 2);
}

TEST_CASE("numbers that are equal as floats are told, and kept apart where all are") {
    const OwnFile own;
    const std::string dates = own.note("d,x,k\n20180131,1,a\n20180132,2,b\n20180133,1,a\n20180134,3,b\n");
    CHECK_THAT(dates,
               Contains("column 'd': its 4 different numbers are 2 as 32-bit floats, 2 fall together"));
    const std::string seconds =
        lines_of(20, [](int i) { return std::to_string(1'700'000'000 + i) + (i < 10 ? ",a" : ",b"); });
    const Split kept = own.load("t,k\n" + seconds);
    CHECK_THAT(kept.provenance.note, Contains("column 't' are all equal as 32-bit floats: its 20 numbers"));
    REQUIRE(kept.train.columns[0].kind == ColumnKind::nominal);
    for (std::size_t i = 0; i < 20; ++i)
        CHECK(kept.train.columns[0].at(i) == static_cast<float>(i));
    CHECK(own.note("x,k\n0.1234567890123,a\n0.2345678901234,b\n").empty());
    CHECK_THAT(own.load("a 1:1700000000 2:1\nb 1:1700000001 2:2\n", {}, "t.svm").provenance.note,
               Contains("column '1'"));
    const std::string days = lines_of(12, [](int i) {
        return (i % 2 == 0 ? "a 1:20180131" : "b 1:20180132") + (" 2:" + std::to_string(i / 2));
    });
    CHECK_THAT(own.load(days, {}, "t.svm").provenance.note,
               Contains("its 2 different numbers are 1 as 32-bit floats") && !Contains("counts the rows"));
    const std::string counting =
        lines_of(12, [](int i) { return (i < 6 ? "a 1:" : "b 1:") + std::to_string(20180131 + i); });
    CHECK_THAT(own.load(counting, {}, "t.svm").provenance.note, Contains("column '1' counts the rows"));
}

TEST_CASE("columns that count or name the rows are told") {
    const OwnFile own;
    const auto with = [&](const std::string& name, int first, int step) {
        return own.note(name + ",x,k\n" + lines_of(12, [&](int i) {
                            return std::to_string(first + step * i) + "," + std::to_string(i * 7 % 5) +
                                   (i < 6 ? ",a" : ",b");
                        }));
    };
    CHECK_THAT(with("n", 0, 1), Contains("column 'n' counts the rows") && Contains("`skip`"));
    CHECK_THAT(with("n", 1, 1), Contains("column 'n' counts the rows"));
    CHECK_THAT(with("ID", 500, 3), Contains("column 'ID' has another number in each row"));
    CHECK_THAT(with("", 500, 3), Contains("column '' has another number in each row"));
    for (const char* name :
         {"PassengerId", "customer_id", "RowNumber", "No.", "#", "rownames", "Sample number"})
        CHECK_THAT(with(name, 500, 3), Contains("has another number in each row"));
    CHECK(with("n", 500, 3).empty());
    const auto texts = [&](const std::string& name, int rows) {
        return own.note(name + ",x,k\n" + lines_of(rows, [](int i) {
                            return "u" + std::to_string(i) + "," + std::to_string(i * 7 % 5) +
                                   (i < 6 ? ",a" : ",b");
                        }));
    };
    CHECK_THAT(texts("", 12), Contains("column '' has 12 different texts in 12 rows: an identifier?"));
    CHECK(texts("", 9).empty());
    CHECK(texts("n", 12).empty());
    const auto counting = [&](int columns, int rows) {  // beside a column with other numbers
        std::string text;
        for (int j = 0; j < columns; ++j)
            text += "c" + std::to_string(j) + ",";
        return own.note(text + "x,k\n" + lines_of(rows, [&](int i) {
                            std::string line;
                            for (int j = 0; j < columns; ++j)
                                line += std::to_string(i + j) + ",";
                            return line + std::to_string(i * 7 % 5) + (i % 2 == 0 ? ",a" : ",b");
                        }));
    };
    CHECK_THAT(counting(5, 10), Contains("'c4' counts") && !Contains("more such columns"));
    CHECK_THAT(counting(7, 10),
               Contains("'c4' counts") && !Contains("'c5'") && Contains("and 2 more such columns"));
    CHECK(counting(1, 9).empty());  // fewer rows may count up by chance
}

TEST_CASE("a quantity for a label is asked about, few classes are not") {
    const OwnFile own;
    const auto labels = [&](int count, const std::function<std::string(int)>& label) {
        return lines_of(count, [&](int i) { return std::to_string(i * 7 % 5) + "," + label(i); });
    };
    CHECK_THROWS_WITH(own.load(labels(36, [](int i) { return std::to_string(i * 3); })),
                      Contains("36 different numbers in 36 rows: a quantity") && Contains("nominal"));
    for (const char* mark : {"$", "(", "0x"})
        CHECK_THROWS_WITH(
            own.load(labels(
                36, [&](int i) { return mark + std::to_string(i + 2) + (*mark == '(' ? ".50)" : ""); })),
            Contains("36 different numbers in 36 rows: a quantity"));
    CHECK_THROWS_WITH(own.load(labels(6, [](int i) { return std::to_string(i); })), Contains("a quantity"));
    CHECK_THROWS_WITH(own.load(labels(60, [](int i) { return std::to_string(i % 12) + ".5"; })),
                      Contains("12 different numbers"));
    const auto censored = [](int i) {
        return i > 33 ? std::string(i == 34 ? ">50" : "unknown") : std::to_string(i);
    };
    CHECK_THROWS_WITH(own.load(labels(36, censored)),
                      Contains("34 different numbers in 36 rows: a quantity"));
    CHECK(own.load(labels(36, [](int i) { return i > 32 ? "t" + std::to_string(i) : std::to_string(i); }))
              .train.labels.classes == 36);
    CHECK(own.load(labels(60, [](int i) { return std::to_string(i % 12); })).train.labels.classes == 12);
    CHECK(own.load(labels(30, [](int i) { return std::to_string(i % 5) + ".5"; })).train.labels.classes == 5);
    const std::string pairs =
        lines_of(36, [](int i) { return std::to_string(i) + " 1:" + std::to_string(i * 7 % 5); });
    CHECK_THROWS_WITH(own.load(pairs, {}, "t.svm"), Contains("the label 'label' has 36 different numbers"));
    CHECK(own.load(
                 pairs, [](DatasetSpec& spec) { spec.nominal = "label"; }, "t.svm")
              .train.labels.classes == 36);
    CHECK(own.load(labels(36, [](int i) { return std::to_string(i); }),
                   [](DatasetSpec& spec) { spec.nominal = "1"; })
              .train.labels.classes == 36);
}
