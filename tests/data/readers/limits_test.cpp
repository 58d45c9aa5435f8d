/// Small files that ask for much memory, and things that are no files.
#include "core/error.hpp"
#include "data/data_files.hpp"
#include "data/load/load.hpp"
#include "data/raw_table.hpp"
#include "data/readers/orange.hpp"
#include "data/readers/packed_text.hpp"
#include "data/readers/text_file.hpp"
#include "support/load_split.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::data;
using Catch::Matchers::Contains;
using std::string_literals::operator""s;

namespace {

std::string repeated(std::string_view text, std::size_t times) {
    std::string all;
    for (std::size_t i = 0; i < times; ++i)
        all += text;
    return all;
}

/// An IDX header of unsigned bytes.
std::string idx_header(const std::vector<std::uint32_t>& dimensions) {
    std::string header = "\0\0\x08"s + static_cast<char>(dimensions.size());
    for (const std::uint32_t dimension : dimensions)
        for (const unsigned shift : {24U, 16U, 8U, 0U})
            header += static_cast<char>((dimension >> shift) & 0xffU);
    return header;
}

}  // namespace

TEST_CASE("a small gzip file that unpacks to very much is refused") {
    const TemporaryFolder folder;
    const std::string bomb = gzipped(std::string(40'000'000, '0'));
    REQUIRE(bomb.size() < 100'000);
    CHECK_THROWS_WITH(read_whole_file(folder.write("bomb.gz", bomb)),
                      Contains("unpacks to more than 33554432 bytes"));
    const std::string text(30'000'000, '0');
    CHECK(read_whole_file(folder.write("legal.gz", gzipped(text))) == text);
}

TEST_CASE("a LIBSVM row of one high index is refused, and so are rows that leave too much out") {
    CHECK_THROWS_WITH(parse_libsvm("1 5000000:1\n", "x", {}),
                      Contains("x:1:3") && Contains("expected at most 500000"));
    CHECK(parse_libsvm("1 2:1\n-1 1:1\n", "x", {}).columns.size() == 2);
    const std::string rows = "1 400000:1\n" + repeated("0\n", 200);
    CHECK_THROWS_WITH(parse_libsvm(rows, "x", {}), Contains("201 rows of 400000 columns"));
    CHECK(parse_libsvm("1 400000:1\n0\n", "x", {}).columns.size() == 400000);
}

TEST_CASE("a large file may hold 128 cells for each of its bytes, and no more") {
    constexpr std::size_t kBytes = std::size_t{1} << 20U, kCells = std::size_t{1} << 27U;
    CHECK_NOTHROW(check_cells("x", kCells / 4, 4, kBytes));
    CHECK_THROWS_AS(check_cells("x", kCells / 4 + 1, 4, kBytes), DataError);
}

TEST_CASE("a long text gives its memory back as it is read, and is read right") {
    constexpr int kRows = 200'000;
    std::string table, libsvm, arff = "@relation r\n@attribute a real\n@attribute y {n,p}\n@data\n";
    for (int i = 0; i < kRows; ++i) {
        const std::string number = std::to_string(i), label = i % 3 == 0 ? "p" : "n";
        table += number + ",\"a text\nof two lines\"," + label + "\n";
        libsvm += label + " 1:" + number + "\n";
        arff += number + "," + label + "\n";
    }
    std::string text = table;
    REQUIRE(text.size() > (std::size_t{4} << 20U));
    LineReader lines = LineReader::consuming(text, "");
    std::string_view line;
    for (int i = 0; i < kRows; ++i)
        REQUIRE(lines.next(line));
    CHECK(line == table.substr(static_cast<std::size_t>(line.data() - text.data()), line.size()));
    CHECK(text[text.size() / 4] == '\0');

    const auto check = [&](const RawTable& read) {
        REQUIRE(read.rows() == kRows);
        for (int i = 0; i < kRows; ++i) {
            const auto row = static_cast<std::size_t>(i);
            REQUIRE(read.columns.front().values[row] == static_cast<float>(i));
            REQUIRE(read.label.levels.names()[static_cast<std::size_t>(read.label.values[row])] ==
                    (i % 3 == 0 ? "p" : "n"));
        }
    };
    TableFormat format;
    format.header = Header::absent;
    format.nominal = {"1"};
    check(parse_table(table, "t.csv", format));
    check(parse_libsvm(libsvm, "t.svm", {}));
    check(parse_arff(arff, "t.arff", {}));
    CHECK_THROWS_WITH(parse_table(table + "x,y,p\n", "t.csv", format), Contains("t.csv:400001:1"));
}

TEST_CASE("sparse ARFF rows that leave too much out are refused") {
    std::string text;
    for (int i = 0; i < 5000; ++i)
        text += "@attribute a" + std::to_string(i) + " real\n";
    text += "@attribute y {a,b}\n@data\n" + repeated("{}\n", 14000);
    CHECK_THROWS_WITH(parse_arff(text, "x", {}), Contains("of 5001 columns") && Contains("67108864 cells"));
}

TEST_CASE("more columns than are read are refused by their number") {
    CHECK_THROWS_WITH(parse_table(repeated(",", 500'000), "x", {}),
                      Contains("500001 columns, at most 500000"));
    const TemporaryFolder folder;
    CHECK_THROWS_WITH(OrangeTable({folder.write("o", repeated("V\t", 500'000) + "V\n")}, 0),
                      Contains("500001 columns, at most 500000"));
    CHECK_THROWS_WITH(parse_arff(repeated("@attribute a real\n", 500'001), "x", {}),
                      Contains("500001 columns, at most 500000"));
}

TEST_CASE("an IDX header that promises more than the file holds is refused before memory is taken") {
    const TemporaryFolder folder;
    const auto read = [&](const std::vector<std::uint32_t>& dimensions, std::size_t bytes) {
        return read_idx_columns(folder.write("i", idx_header(dimensions) + std::string(bytes, 'x')));
    };
    CHECK(read({2, 3}, 6).size() == 3);
    CHECK_THROWS_WITH(read({1'000'000, 400}, 6), Contains("promises 1000000 x 400 bytes"));
    CHECK_THROWS_WITH(read({0, 4'000'000'000}, 0), Contains("4000000000 columns"));
    CHECK_THROWS_WITH(read({0, 100'000, 100'000}, 0), Contains("10000000000 columns"));
    // The product is 2^64: it would wrap to 0.
    CHECK_THROWS_AS(read({1, 65536, 65536, 65536, 65536}, 0), DataError);
    CHECK_THROWS_WITH(read({3, 0}, 0), Contains("dimension of 0"));
}

TEST_CASE("a folder or a device in place of an own file is refused in one sentence") {
    const TemporaryFolder folder;
    DatasetSpec spec;
    spec.path = folder.root().folder.string();
    CHECK_THROWS_AS(load_split(spec, {}), IoError);
    CHECK_THROWS_WITH(load_split(spec, {}), Contains("Is a directory"));
    spec.path = "/dev/zero";
    CHECK_THROWS_WITH(load_split(spec, {}), Contains("it is a device"));
}
