/// The Orange format: small files by hand, and generated rows written and read
/// back.
#include "data/readers/orange.hpp"

#include "core/clock.hpp"
#include "core/error.hpp"
#include "core/rng.hpp"
#include "data/binning.hpp"
#include "data/catalogue/catalogue.hpp"
#include "data/data_files.hpp"
#include "data/generators/orange_like.hpp"
#include "data/load/load.hpp"
#include "data/prepare/splits.hpp"
#include "data/raw_table.hpp"
#include "support/load_split.hpp"

#include <cmath>
#include <iostream>
#include <string>

#include <catch2/catch.hpp>
#include <fmt/format.h>

using namespace reboost;
using namespace reboost::data;

namespace {

constexpr std::string_view kFirst = "Var1\tVar2\tVar3\n1.5\t\tblue\n-2\t7\t\n";
constexpr std::string_view kSecond = "3e2\t0\tapple\r\n\t-.5\tblue";

const std::vector<float>& floats_of(const Column& column) {
    return std::get<std::vector<float>>(column.values);
}

void check_equal(const Column& a, const Column& b) {
    CHECK(a.name == b.name);
    CHECK(a.levels == b.levels);
    REQUIRE(a.rows() == b.rows());
    std::size_t different = 0;
    for (std::size_t i = 0; i < a.rows(); ++i)
        different += !(a.at(i) == b.at(i) || (std::isnan(a.at(i)) && std::isnan(b.at(i))));
    CHECK(different == 0);
}

DatasetSpec spec_of(const std::string& name) {
    DatasetSpec spec;
    spec.name = name;
    return spec;
}

}  // namespace

TEST_CASE("Orange chunks by hand: a header once, empty cells missing, texts as sorted levels") {
    const TemporaryFolder folder;
    const std::vector<SourceFile> files{folder.write("chunk1", kFirst), folder.write("chunk2", kSecond)};
    for (const std::size_t width : {1U, 2U, 3U, 9U}) {
        OrangeTable table(files, 1);
        CHECK(table.rows() == 4);
        CHECK(table.features() == 3);
        std::vector<Column> columns;
        for (;;) {
            std::vector<Column> block = table.next(width);
            if (block.empty()) break;
            CHECK(block.size() <= width);
            for (Column& column : block)
                columns.push_back(std::move(column));
        }
        REQUIRE(columns.size() == 3);
        CHECK(columns[0].name == "Var1");
        CHECK(floats_of(columns[0])[0] == 1.5F);
        CHECK(floats_of(columns[0])[1] == -2);
        CHECK(floats_of(columns[0])[2] == 300);
        CHECK(std::isnan(floats_of(columns[0])[3]));
        CHECK(std::isnan(floats_of(columns[1])[0]));
        CHECK(floats_of(columns[1])[3] == -0.5F);
        CHECK(columns[2].kind == ColumnKind::nominal);
        CHECK(columns[2].levels == std::vector<std::string>{"apple", "blue"});
        CHECK(floats_of(columns[2])[0] == 1);
        CHECK(std::isnan(floats_of(columns[2])[1]));
        CHECK(floats_of(columns[2])[2] == 0);
    }
}

TEST_CASE("malformed Orange rows are refused with file, line and column") {
    const TemporaryFolder folder;
    const std::string first = folder.write("first", kFirst);
    const auto table_with = [&](const std::string& second) {
        OrangeTable table({first, folder.write("second", second)}, 1);
        table.next(1);
        table.next(2);
    };
    CHECK_THROWS_WITH(table_with("1\t2\ta\n1\t2\n"),
                      Catch::Contains("second:2:4: the row has 2 cells, expected 3 as in the header"));
    CHECK_THROWS_WITH(table_with("1\t22\ta\tb\n"), Catch::Contains("second:1:8: the row has 4 cells"));
    CHECK_THROWS_WITH(table_with("1\t2\ta\n1\t2x\tb\n"),
                      Catch::Contains("second:2:3: '2x' in column 'Var2' is not a number"));
    CHECK_THROWS_WITH(table_with("one\t2\ta\n"), Catch::Contains("second:1:1: 'one' in column 'Var1'"));
    CHECK_THROWS_WITH(table_with("1\t2\ta\n\n1\t2\ta\n1\n"), Catch::Contains("second:4:2"));
    CHECK_THROWS_AS(OrangeTable({folder.write("bare", "1\t2\n")}, 0),
                    DataError);  // no header
    CHECK_THROWS_AS(OrangeTable({folder.write("empty", "Var1\tVar2\n")}, 0), DataError);
    CHECK_THROWS_AS(OrangeTable({folder.path("absent")}, 0), IoError);
    CHECK_THROWS_WITH(read_orange_labels(folder.write("labels", "1\n-1\n0\n")),
                      Catch::Contains("labels:3:1: '0' is no label"));
    CHECK(read_orange_labels(folder.write("good", "1\n-1\n+1\n")) == std::vector<std::int8_t>{1, -1, 1});
}

TEST_CASE("cells longer than any buffer are read whole") {
    const TemporaryFolder folder;
    const std::string text(5000, 'x'), zeros(3000, '0');
    OrangeTable table({folder.write("long", "a\tb\tc\n" + zeros + "12\t" + text + "\t1\n3\ty\t2\n")}, 0);
    CHECK(floats_of(table.next(1).front())[0] == 12);
    OrangeTable texts({folder.write("texts", "a\tb\n1\t" + text + "\n2\ty\n")}, 1);
    CHECK(texts.next(2)[1].levels == std::vector<std::string>{text, "y"});
}

TEST_CASE("the quick parser agrees with the careful one wherever it answers") {
    Rng rng(5);
    std::size_t answered = 0;
    for (int i = 0; i < 200000; ++i) {
        const auto digits = static_cast<int>(rng.below(9));
        const double size = std::pow(10.0, rng.uniform(-3, 9));
        const std::string text = i % 3 == 0 ? fmt::format("{}", static_cast<float>(rng.normal() * size))
                                            : fmt::format("{:.{}f}", rng.normal() * size, digits);
        float quick = 0, careful = 0;
        const char* at = text.data();
        REQUIRE(parse_number(text, careful));
        if (!read_plain_number(at, text.data() + text.size(), quick)) continue;
        if (at != text.data() + text.size()) continue;  // an exponent follows: the reader looks again
        ++answered;
        REQUIRE(quick == careful);
    }
    CHECK(answered > 150000);
    // 1 + 2^-24 lies in the middle of two floats; a little more must round up.
    const std::string middle = "1.00000005960464", above = "16777217.0000001";
    for (const std::string& text : {middle, above, std::string("0.1"), std::string("-0")}) {
        float quick = 0, careful = 0;
        const char* at = text.data();
        REQUIRE(parse_number(text, careful));
        if (read_plain_number(at, text.data() + text.size(), quick)) CHECK(quick == careful);
    }
}

TEST_CASE("a number beyond float's range is none, one below its least denormal is 0") {
    for (const char* text : {"1e39", "-1e39", "1e400", "-1e400", "1e39x", "1e-400x"}) {
        float value = 0;
        CAPTURE(text);
        CHECK_FALSE(parse_number(text, value));
        const bool whole = std::string_view(text).back() != 'x';
        CHECK(number_fault(text) == (whole ? "is beyond what a float holds (±3.4e38)" : "is not a number"));
    }
    for (const char* text : {"", "nan", "0x10", "12a", "+"})
        CHECK(number_fault(text) == "is not a number");
    for (const char* text : {"1e-50", "-1e-50", "1e-400", "0.0e999999"}) {
        float value = 1;
        CAPTURE(text);
        CHECK(parse_number(text, value));
        CHECK(value == 0);
    }
    float tiny = 0;
    CHECK(parse_number("1e-40", tiny));
    CHECK(tiny == 1e-40F);
}

TEST_CASE("generated rows come back from files in the Orange format as they were") {
    const TemporaryFolder folder;
    const OrangeLike rows({.features = 40, .nominal = 5}, 2500, 3);
    write_orange_files(rows, folder.path("orange"), "large", 5);
    std::vector<SourceFile> chunks;
    for (int c = 1; c <= 5; ++c)
        chunks.emplace_back(folder.path(fmt::format("orange/orange_large_train.data.chunk{}", c)));
    OrangeTable table(chunks, 5);
    REQUIRE(table.rows() == 2500);
    for (std::size_t j = 0; j < 40;)
        for (const Column& column : table.next(7))
            check_equal(column, rows.column(j++));
    for (std::size_t task = 0; task < kOrangeTasks.size(); ++task)
        CHECK(read_orange_labels(folder.path(fmt::format("orange/orange_large_train_{}.labels",
                                                         kOrangeTasks[task].name))) == rows.labels()[task]);
}

TEST_CASE("orange-like has the published rates, about 2% missing, heavy tails and few useful columns") {
    const OrangeLike rows({.features = 600, .nominal = 20}, 4000, 1);
    for (std::size_t task = 0; task < kOrangeTasks.size(); ++task) {
        double positives = 0;
        for (const std::int8_t y : rows.labels()[task])
            positives += y > 0 ? 1 : 0;
        CHECK(positives / 4000 == Approx(kOrangeTasks[task].positive_share).margin(0.0002));
    }
    double missing = 0, heavy = 0;
    for (std::size_t j = 0; j < 600; ++j) {
        const Column column = rows.column(j);
        double largest = 0, sum = 0, count = 0;
        for (const float v : floats_of(column)) {
            if (std::isnan(v)) {
                missing += 1;
                continue;
            }
            sum += std::abs(static_cast<double>(v)), count += 1;
            largest = std::max(largest, std::abs(static_cast<double>(v)));
        }
        heavy += j < 580 && sum > 0 && largest > 20 * sum / count ? 1 : 0;
    }
    CHECK(missing / (600.0 * 4000) > 0.01);
    CHECK(missing / (600.0 * 4000) < 0.035);
    CHECK(heavy > 150);
}

TEST_CASE("a truncated Orange download is refused, an absent one names the command that fetches it") {
    const TemporaryFolder folder;
    CHECK_THROWS_WITH(load_split(spec_of("orange-small-churn"), folder.root()),
                      Catch::Contains("reboost data fetch orange-small-churn"));
    write_orange_files(OrangeLike({.features = 230, .nominal = 40}, 120, 1), folder.path("orange"), "small",
                       1);
    CHECK_THROWS_WITH(load_split(spec_of("orange-small-churn"), folder.root()),
                      Catch::Contains("120 rows of 230 columns in all chunks, expected 50000 of 230"));
}

TEST_CASE("each task of an Orange set has the labels of its own file, one per row") {
    constexpr std::size_t kRows = 50000, kColumns = 230;
    const TemporaryFolder folder;
    std::string matrix, no_cells(kColumns - 1, '\t');
    for (std::size_t j = 1; j <= kColumns; ++j)
        matrix += fmt::format("Var{}{}", j, j < kColumns ? '\t' : '\n');
    for (std::size_t i = 0; i < kRows; ++i)
        matrix += no_cells + '\n';
    folder.write("orange/orange_small_train.data", matrix);
    const auto is_positive = [](std::size_t row, std::size_t task) { return row % (task + 3) == task; };
    const auto write_labels = [&](std::size_t task, std::size_t rows) {
        std::string labels;
        for (std::size_t i = 0; i < rows; ++i)
            labels += is_positive(i, task) ? "1\n" : "-1\n";
        folder.write(fmt::format("orange/orange_small_train_{}.labels", kOrangeTasks[task].name), labels);
    };
    for (std::size_t task = 0; task < kOrangeTasks.size(); ++task)
        write_labels(task, kRows);
    const ColumnStream stream = open_stream(spec_of("orange-small"), folder.root());
    const PartRows parts = draw_orange_parts(kRows, 1);
    REQUIRE(stream.head.train.rows == parts.train.size());
    std::size_t different = 0;
    for (std::size_t i = 0; i < parts.train.size(); ++i)
        for (std::size_t task = 0; task < kOrangeTasks.size(); ++task)
            different += (stream.head.train.at(i, task) > 0) != is_positive(parts.train[i], task);
    CHECK(different == 0);
    write_labels(1, kRows - 1);
    CHECK_THROWS_WITH(open_stream(spec_of("orange-small"), folder.root()),
                      Catch::Contains("appetency") && Catch::Contains("49999 labels for 50000 rows"));
}

TEST_CASE("the tasks of an Orange set share columns and parts; the set without a task has all three labels") {
    DatasetSpec spec = spec_of("orange-like-churn");
    spec.rows = 300, spec.test_rows = 100, spec.features = 30;
    const Split churn = load_split(spec, {});
    CHECK(churn.validation.rows() == 100);
    CHECK(churn.provenance.stand_in);
    spec.name = "orange-like";
    const Split all = load_split(spec, {});
    CHECK(all.train.labels.classes == 3);
    CHECK(all.train.labels.multi_label());
    check_equal(all.train.columns[3], churn.train.columns[3]);
    for (std::size_t i = 0; i < 100; ++i)
        REQUIRE(all.validation.labels.at(i, 0) == churn.validation.labels.at(i, 0));
    spec.name = "orange-large-upselling";
    CHECK_THROWS_WITH(load_split(spec, {}), Catch::Contains("fixed number of rows"));
    spec.stand_in = StandIn::if_missing;
    const Split upselling = load_split(spec, DataRoot{"/nonexistent"});
    CHECK(upselling.train.name == "orange-large-upselling");
    CHECK(upselling.provenance.note.find("orange-like-upselling") != std::string::npos);
}

TEST_CASE("the parts of 50000 rows are 30000, 10000 and 10000, disjoint, and follow the seed") {
    const PartRows parts = draw_orange_parts(50000, 1), again = draw_orange_parts(50000, 1),
                   other = draw_orange_parts(50000, 2);
    CHECK(parts.train.size() == 30000);
    CHECK(parts.validation.size() == 10000);
    CHECK(parts.test.size() == 10000);
    std::vector<bool> seen(50000, false);
    for (const auto* rows : {&parts.train, &parts.validation, &parts.test})
        for (const std::uint32_t row : *rows) {
            REQUIRE_FALSE(seen[row]);
            seen[row] = true;
        }
    CHECK(parts.train == again.train);
    CHECK(parts.train != other.train);
}

/// Prints the speed: test_data "[.slow]".
TEST_CASE("speed of reading and binning 1 GB in the Orange format", "[.slow]") {
    const TemporaryFolder folder;
    const OrangeLike rows({}, 18000, 1);
    const double bytes = static_cast<double>(write_orange_files(rows, folder.path("orange"), "large", 1));
    const Clock& clock = system_clock();
    const double cpu = clock.thread_cpu_seconds(), wall = clock.wall_seconds();
    OrangeTable table({folder.path("orange/orange_large_train.data")}, 260);
    const double scanned = clock.thread_cpu_seconds();
    BinnedSplit split;
    split.train.rows = table.rows();
    double read = scanned - cpu;
    for (;;) {
        const double before = clock.thread_cpu_seconds();
        std::vector<Column> block = table.next(1024);
        read += clock.thread_cpu_seconds() - before;
        if (block.empty()) break;
        for (Column& column : block)
            append_column({std::move(column), {}, {}}, {}, split);
    }
    const double all = clock.thread_cpu_seconds() - cpu;
    CHECK(split.train.features() == 15000);
    std::cout << fmt::format(
        "{:.0f} MB: read {:.1f} s, binned {:.1f} s, {:.0f} MB/s of CPU time; {:.1f} s of wall time\n",
        bytes / 1e6, read, all - read, bytes / 1e6 / all, clock.wall_seconds() - wall);
}
