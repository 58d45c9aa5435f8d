/// Checksums, names, errors, clocks, matrices.
#include "core/checksum.hpp"
#include "core/clock.hpp"
#include "core/error.hpp"
#include "core/mapped.hpp"
#include "core/matrix.hpp"
#include "core/names.hpp"
#include "core/order.hpp"
#include "core/text.hpp"
#include "core/value.hpp"
#include "support/temporary_folder.hpp"

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

using namespace reboost;

TEST_CASE("SHA-256 of FIPS 180-4's examples", "[core]") {
    CHECK(sha256_hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    CHECK(sha256_hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    CHECK(sha256_hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
          "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    Sha256 hash;
    for (int i = 0; i < 1000; ++i)
        hash.update(std::string(1000, 'a'));
    CHECK(hash.hex() == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("A file's SHA-256 is its content's; a missing file is an IoError that names it", "[core]") {
    const test::TemporaryFolder folder;
    const auto path = folder / "abc";
    std::FILE* file = std::fopen(path.c_str(), "wb");
    REQUIRE(file != nullptr);
    std::fputs("abc", file);
    std::fclose(file);
    CHECK(sha256_of_file(path.string()) == sha256_hex("abc"));
    std::filesystem::remove(path);
    CHECK_THROWS_AS(sha256_of_file(path.string()), IoError);
    CHECK(IoError::from_errno("x", ENOSPC).reason() == ENOSPC);
    CHECK_THROWS_WITH(sha256_of_file(path.string()),
                      Catch::Contains(path.string()) && Catch::Contains("No such file"));
}

TEST_CASE("Distances of names count edits and swaps, whatever the case", "[core]") {
    CHECK(edit_distance("", "abc") == 3);
    CHECK(edit_distance("kitten", "sitting") == 3);
    CHECK(edit_distance("pendigits", "PenDigits") == 0);
    CHECK(edit_distance("lettre", "letter") == 1);  // a swap
    CHECK(edit_distance("ucb", "usb") == 1);
}

TEST_CASE("An unknown name is answered by the nearest one, and by none where none is near", "[core]") {
    const std::vector<std::string> known{"pendigits", "letter", "mnist"};
    const auto meant = [](const std::string& name, const std::vector<std::string>& names, const char* one) {
        return unknown_name_message("name", name, names)
            .ends_with(std::string("did you mean '") + one + "'?");
    };
    CHECK(meant("pendigit", known, "pendigits"));
    CHECK(meant("mnits", known, "mnist"));
    CHECK(meant("ucbv", {"ucb", "ucb_v"}, "ucb_v"));
    CHECK(unknown_name_message("name", "x", {}).find("did you mean") == std::string::npos);
    CHECK(unknown_name_message("dataset", "leter", known) ==
          "unknown dataset 'leter'; did you mean 'letter'?");
    CHECK(unknown_name_message("dataset", "covertype", known) ==
          "unknown dataset 'covertype'; known: pendigits, letter, mnist");
    std::vector<std::string> many;
    for (int i = 0; i < 50; ++i)
        many.push_back("set" + std::to_string(i));
    many.push_back("covtype");
    CHECK(unknown_name_message("dataset", "coverage", many) ==
          "unknown dataset 'coverage'; of 51 known the nearest are covtype, set0, set1, set2, set3");
    // Beyond a third of the letters and two nothing is near.
    const std::vector<std::string> six{"abcxyz"}, three{"axy"};
    CHECK(meant("abcdef", six, "abcxyz"));
    CHECK_THAT(unknown_name_message("name", "abwdef", six), !Catch::Contains("did you mean"));
    CHECK(meant("abc", three, "axy"));
    CHECK_THAT(unknown_name_message("name", "bcd", three), !Catch::Contains("did you mean"));
    many.resize(31);
    CHECK_THAT(unknown_name_message("name", "another", many), Catch::Contains("of 31 known the nearest are"));
    many.resize(30);
    CHECK_THAT(unknown_name_message("name", "another", many), Catch::Contains("known: set0, set1"));
    std::vector<std::string> ends;
    for (const char* owner : {"a", "b", "c", "d", "e"})
        ends.push_back(owner + std::string(".k"));
    CHECK_THAT(unknown_name_message("option", "k", ends),
               Catch::EndsWith("did you mean one of a.k, b.k, c.k, d.k, e.k?"));
    ends.emplace_back("f.k");
    CHECK_THAT(unknown_name_message("option", "k", ends), !Catch::Contains("one of"));
    const std::vector<std::string> paths{"seed", "booster.rounds", "selector.k", "booster.base_class.k"};
    CHECK(unknown_name_message("option", "rounds", paths) ==
          "unknown option 'rounds'; did you mean 'booster.rounds'?");
    CHECK(unknown_name_message("option", "k", paths) ==
          "unknown option 'k'; did you mean one of selector.k, booster.base_class.k?");
}

TEST_CASE("An element is found by its name; of an unknown name the known ones are told", "[core]") {
    std::vector<std::pair<std::string, int>> elements{{"stump", 1}, {"tree", 2}, {"product", 3}};
    const auto name_of = &std::pair<std::string, int>::first;
    find_named(elements, "tree", "learner", name_of).second = 5;
    CHECK(elements[1].second == 5);
    CHECK_THROWS_WITH(find_named(elements, "trees", "learner", name_of, "here"),
                      Catch::StartsWith("here: unknown learner 'trees'") && Catch::Contains("'tree'"));
}

TEST_CASE("A whole number has no text around it", "[core]") {
    CHECK(parse_whole<int>("12") == 12);
    CHECK(parse_whole<double>("-2.5") == -2.5);
    for (const char* text : {"", "12x", "x12", " 12", "99999999999"})
        CHECK(!parse_whole<int>(text));
}

TEST_CASE("No name near a very long one, nor among very many, is looked for", "[core]") {
    const std::vector<std::string> near{std::string(64, 'a')};
    const auto answer = [&](const std::string& name) { return unknown_name_message("name", name, near); };
    CHECK_THAT(answer(std::string(63, 'a') + "b"), Catch::Contains("did you mean"));
    CHECK_THAT(answer(std::string(65, 'a')), !Catch::Contains("did you mean"));
    CHECK_THAT(answer(std::string(128, 'x')), Catch::Contains(std::string(128, 'x')));
    CHECK_THAT(answer(std::string(129, 'x')), Catch::Contains("'" + std::string(64, 'x') + "...'"));
    std::vector<std::string> far(10'000, "far away");
    far.push_back(far.back() = "neighbour");
    CHECK_THAT(unknown_name_message("name", "neighbor", far), Catch::EndsWith("did you mean 'neighbour'?"));
    far[9'999] = "far away";
    CHECK_THAT(unknown_name_message("name", "neighbor", far), !Catch::Contains("did you mean"));
    const std::vector<std::string> many(200'000, std::string(1000, 'b'));
    const std::string message = unknown_name_message("column", std::string(1'000'000, 'x'), many);
    CHECK(message.size() < 1000);
}

TEST_CASE("Control characters do not reach a terminal", "[core]") {
    CHECK(printable("a\x1b[31m\a\x7f b") == "a?[31m?? b");
    CHECK(printable("\xC3\xA4 \xC2\x9B"
                    "31m \xC2\xA0") == "\xC3\xA4 ?31m \xC2\xA0");
    CHECK(printable("\xFF\xFE \xC3 \xE2\x82\xAC \xED\xA0\x80 \xC0\xAF") == "?? ? \xE2\x82\xAC ??? ??");
    // RFC 3629: the first and the last of each length, and their neighbours beyond.
    for (const char* text :
         {"\xC2\x80", "\xE0\xA0\x80", "\xED\x9F\xBF", "\xE2\x82\xAC", "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF"})
        CHECK(is_utf8(text));
    for (const char* text : {"a\xFF", "\x80", "\xC1\x80", "\xE0\x9F\xBF", "\xED\xA0\x80", "\xE2\x82",
                             "\xE2\x82"
                             "A",
                             "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80"})
        CHECK_FALSE(is_utf8(text));
    CHECK(code_points("a\xC3\xA4\xE2\x82\xAC\xFF") == U"a\u00E4\u20AC\uFFFD");
    CHECK(code_points("\x7F\xC2\x80") == U"\x7F\u0080");
    CHECK(printable("one\ntwo\t", false) == "one?two?");
    CHECK(printable("one\ntwo", true) == "one\ntwo");
}

TEST_CASE("Errors read outermost first and say where", "[core]") {
    CHECK(std::string(DataError("a.csv", 3, 7, "expected a number").what()) ==
          "a.csv:3:7: expected a number");
    CHECK(std::string(DataError("a.csv", 3, 0, "too few cells").what()) == "a.csv:3: too few cells");
    CHECK(std::string(DataError("a.csv", 0, 7, "empty file").what()) == "a.csv: empty file");
    CHECK(std::string(IoError::from_errno("cannot open 'x'", ENOENT).what()) ==
          "cannot open 'x': No such file or directory");
    UsageError error("k is 17");
    error.add_context("selector");
    error.add_context("config.json");
    CHECK(std::string(error.what()) == "config.json: selector: k is 17");
}

TEST_CASE("UTC times print as ISO 8601", "[core]") {
    CHECK(format_utc(0) == "1970-01-01T00:00:00Z");
    CHECK(format_utc(951782400) == "2000-02-29T00:00:00Z");
    CHECK(format_utc(1763642096.9) == "2025-11-20T12:34:56Z");
    const Clock& clock = system_clock();
    const double wall = clock.wall_seconds(), cpu = clock.thread_cpu_seconds();
    CHECK(clock.wall_seconds() >= wall);
    CHECK(clock.thread_cpu_seconds() >= cpu);
    CHECK(clock.utc_seconds() > 1.7e9);
    const auto steady = [] {
        return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
    };
    for (int i = 0; i < 3; ++i) {
        const double before = steady(), between = clock.wall_seconds();
        CHECK(before <= between);
        CHECK(between <= steady());
    }
}

TEST_CASE("Matrices are aligned, padded with zeros and seen by row", "[core]") {
    Matrix<float> matrix(3, 5, 16);
    matrix(2, 4) = 7;
    CHECK(reinterpret_cast<std::uintptr_t>(matrix.data()) % 64 == 0);
    CHECK(reinterpret_cast<std::uintptr_t>(PageAlignedVector<double>(1000).data()) % 4096 == 0);
    CHECK(matrix.size() == 48);
    CHECK(matrix.row(2)[4] == 7);
    CHECK(matrix.row(2).size() == 5);
    CHECK(matrix.data()[2 * 16 + 5] == 0);
    const Matrix<double> plain(2, 3);
    CHECK(plain.stride() == 3);
}

TEST_CASE("indices are ordered by their keys, equal ones ascending") {
    const std::vector<int> values{3, 1, 3, 2, 1};
    const auto value = [&](std::size_t i) { return values[i]; };
    CHECK(indices(3) == std::vector<std::size_t>{0, 1, 2});
    CHECK(indices(0).empty());
    CHECK(order_by(values.size(), value) == std::vector<std::size_t>{1, 4, 3, 0, 2});
    CHECK(order_by(values.size(), value, std::greater{}) == std::vector<std::size_t>{0, 2, 3, 1, 4});
}

TEST_CASE("vectors and sets are made of the elements of a range, in order") {
    const std::vector<int> values{3, 1, 3};
    const auto text = [](int value) { return std::to_string(value); };
    CHECK(mapped(values, text) == std::vector<std::string>{"3", "1", "3"});
    CHECK(mapped_to<std::set<int>>(values) == std::set<int>{1, 3});
    CHECK(picked(std::vector<int>{5, 6, 7}, std::vector<std::size_t>{2, 0, 2}) == std::vector<int>{7, 5, 7});
}

TEST_CASE("things are counted as people do, and lists are made of what ranges hold") {
    CHECK(counted(0, "run") == "0 runs");
    CHECK(counted(1, "run") == "1 run");
    CHECK(counted(2, "data set") == "2 data sets");
    CHECK(first_names({"a", "b", "c", "d", "e", "f"}) == "a, b, c, d, e, f");
    CHECK(first_names({"a", "b", "c", "d", "e", "f", "g"}) == "a, b, c, d, e and 2 more");
    CHECK(padded("\xC3\xA4", 3) == "\xC3\xA4  ");
    CHECK(padded("abcd", 3) == "abcd");
    CHECK(split("a,,bc", ',') == std::vector<std::string_view>{"a", "", "bc"});
    CHECK(to_json(Value::list_of(std::vector<std::string>{"a", "b"})) == R"(["a","b"])");
    CHECK(to_json(Value::list_of(std::vector<int>{1, 2}, [](int i) { return 10 * i; })) == "[10,20]");
}

TEST_CASE("a message with a NUL is shown to its end") {
    UsageError error(std::string("a\0b", 3));
    error.add_context(std::string("c\0d", 3));
    CHECK(std::string(error.what()) == "c?d: a?b");
}
