/// Every reader adds up what it reads and refuses what is not as expected.
#include "core/checksum.hpp"

#include "core/error.hpp"
#include "data/catalogue/loaders.hpp"
#include "data/data_files.hpp"
#include "data/load/load.hpp"
#include "data/readers/input_file.hpp"
#include "data/readers/orange.hpp"
#include "data/readers/packed_text.hpp"
#include "data/readers/text_file.hpp"
#include "support/load_split.hpp"

#include <filesystem>
#include <functional>

#include <catch2/catch.hpp>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace reboost;
using namespace reboost::data;
using Catch::Matchers::Contains;
using std::string_literals::operator""s;

namespace {

/// A format, a file in it, and a byte whose change leaves a file of the same form.
struct Format {
    const char* name;
    std::string content;
    char from, to;
    std::function<void(const SourceFile&)> read;
};

std::vector<Format> formats() {
    const auto text_of = [](FileFormat format) {
        return [format](const SourceFile& file) { read_text_file(file, format, {}); };
    };
    return {
        {"table", "1,a\n2,b\n", '2', '3', text_of(FileFormat::table)},
        {"arff", "@attribute x real\n@attribute y {a,b}\n@data\n1,a\n2,b\n", '2', '3',
         text_of(FileFormat::arff)},
        {"libsvm", "1 1:5 2:7\n-1 2:8\n", '7', '6', text_of(FileFormat::libsvm)},
        {"idx images", "\0\0\x08\x02\0\0\0\2\0\0\0\2abcd"s, 'c', 'd',
         [](const SourceFile& f) { read_idx_columns(f); }},
        {"idx labels", "\0\0\x08\x01\0\0\0\2ab"s, 'a', 'b', [](const SourceFile& f) { read_idx_labels(f); }},
        {"orange", "Var1\tVar2\n1\tred\n2\tblue\n", '2', '3',
         [](const SourceFile& f) { OrangeTable({f}, 1); }},
        {"orange labels", "1\n-1\n1\n", '-', '+', [](const SourceFile& f) { read_orange_labels(f); }},
    };
}

std::string with_change(const Format& format) {
    std::string changed = format.content;
    changed[changed.rfind(format.from)] = format.to;
    return changed;
}

}  // namespace

TEST_CASE("a file of the right size with one byte changed is refused by every reader, with both sums") {
    const TemporaryFolder folder;
    for (const Format& format : formats()) {
        INFO(format.name);
        const std::string sum = sha256_hex(format.content), changed = with_change(format);
        std::string found;
        CHECK_NOTHROW(format.read({folder.write("good", format.content), sum, &found}));
        CHECK(found == sum);
        const std::string damaged = folder.write("damaged", changed);
        CHECK_NOTHROW(format.read({damaged, ""}));  // nobody knows what it should be
        CHECK_THROWS_AS(format.read({damaged, sum}), DataError);
        CHECK_THROWS_WITH(format.read({damaged, sum}),
                          Contains(damaged) && Contains(sum) && Contains(sha256_hex(changed)));
    }
}

TEST_CASE("a gzip file is held to the sum of its packed bytes") {
    const TemporaryFolder folder;
    for (const Format& format : formats()) {
        if (std::string(format.name) == "orange") continue;  // its columns are read where they lie
        INFO(format.name);
        const std::string packed = gzipped(format.content), sum = sha256_hex(packed);
        std::string found;
        CHECK_NOTHROW(format.read({folder.write("good.gz", packed), sum, &found}));
        CHECK(found == sum);
        CHECK_THROWS_WITH(format.read({folder.write("other.gz", gzipped(with_change(format))), sum}),
                          Contains(sum));
        std::string damaged = packed;
        damaged[damaged.size() - 6] = static_cast<char>(damaged[damaged.size() - 6] ^ 1);  // inside its CRC
        CHECK_THROWS_WITH(format.read({folder.write("damaged.gz", damaged), sum}),
                          Contains(sum) && Contains(sha256_hex(damaged)));
    }
}

TEST_CASE("where a damaged file can no longer be read at all, its sum is what is said") {
    const TemporaryFolder folder;
    const std::string good = "1,a\n2,b\n", bad = folder.write("x", "1,a\n2;b\n");
    CHECK_THROWS_WITH(read_text_file({bad, sha256_hex(good)}, FileFormat::table, {}), Contains("SHA-256"));
    const std::string header = folder.write("i", "\0\0\x08\x01\0\0\0\3ab"s);
    CHECK_THROWS_WITH(read_idx_labels({header, sha256_hex(good)}), Contains("SHA-256"));
    CHECK_THROWS_WITH(read_idx_labels(header), Contains("truncated"));
}

TEST_CASE("bytes behind what a reader wants are added up too") {
    const TemporaryFolder folder;
    const std::string text = gzipped("1,a\n2,b\n") + std::string(300000, '\0');
    std::string found;
    CHECK(read_whole_file({folder.write("tail.gz", text), "", &found}) == "1,a\n2,b\n");
    CHECK(found == sha256_hex(text));
    const std::string two = gzipped("1,a\n") + gzipped("2,b\n");
    CHECK(read_whole_file(folder.write("two.gz", two)) == "1,a\n2,b\n");
}

TEST_CASE(
    "a catalogue set with one digit changed is refused, and counts as damaged where its size is wrong") {
    const TemporaryFolder folder;
    const std::string content = "1,2,a\n3,4,b\n5,6,a\n";
    CatalogueEntry entry{
        .name = "tiny", .title = "", .source = "", .licence = "", .split_rule = "", .label = "", .note = ""};
    entry.files = {CatalogueFile{{"tiny/tiny.data", sha256_hex(content), content.size()}}};
    entry.load = table_loader({.format = {.delimiter = Delimiter::comma, .header = Header::absent},
                               .in_file_order = true,
                               .train_rows = 2});
    const DatasetSpec spec;
    const DataRoot root = folder.root();
    folder.write("tiny/tiny.data", content);
    CHECK(entry.load({entry, spec, root}).train.columns[1].at(1) == 4);
    std::string changed = content;
    changed[8] = '7';
    folder.write("tiny/tiny.data", changed);
    CHECK_THROWS_WITH(entry.load({entry, spec, root}), Contains("tiny.data") &&
                                                           Contains(sha256_hex(changed)) &&
                                                           Contains(sha256_hex(content)));
    folder.write("sonar/sonar.all-data", "0.1,0.2,R\n");
    CHECK(presence("sonar", root) == Presence::damaged);
    CHECK(presence("pendigits", root) == Presence::absent);
    folder.write("pendigits/pendigits.tra", "1,2\n");
    CHECK(presence("pendigits", root) == Presence::absent);  // the other file is
    std::filesystem::create_directories(folder.path("letter/letter-recognition.data"));
    DatasetSpec letter;
    letter.name = "letter";
    CHECK_THROWS_WITH(load_split(letter, root), Contains("folder"));
}

TEST_CASE("the unpacked form of a file of which only the packed sum is known stands for itself") {
    const TemporaryFolder folder;
    const std::string content = "1,2,a\n3,4,b\n5,6,a\n", packed = gzipped(content);
    CatalogueEntry entry{
        .name = "tiny", .title = "", .source = "", .licence = "", .split_rule = "", .label = "", .note = ""};
    entry.files = {CatalogueFile{{"tiny/tiny.data"},
                                 StoredForm{"tiny/tiny.data.gz", sha256_hex(packed), packed.size()}}};
    entry.load = table_loader({.format = {.delimiter = Delimiter::comma, .header = Header::absent},
                               .in_file_order = true,
                               .train_rows = 2});
    const DatasetSpec spec;
    const DataRoot root = folder.root();
    const auto sum_of = [](const std::string& of) { return sha256_hex("tiny/tiny.data " + of + "\n"); };
    const auto sum_read = [&] {
        const LoadRequest request{entry, spec, root};
        entry.load(request);
        return provenance_of(request).sha256;
    };
    folder.write("tiny/tiny.data", content);
    CHECK(sum_read() == sum_of(sha256_hex(content)));
    CHECK(entry_sha256({entry, spec, root}) == sum_of(sha256_hex(content)));
    folder.write("tiny/tiny.data.gz", packed);
    CHECK(sum_read() == sum_of(sha256_hex(packed)));
    std::filesystem::remove_all(folder.path("tiny"));
    CHECK(entry_sha256({entry, spec, root}) == sum_of(sha256_hex(packed)));  // planned before it is fetched
}

TEST_CASE("own files are known by the sums of what was read, an IDX set's labels among them") {
    const TemporaryFolder folder;
    const std::string train = "1,a\n2,b\n", test = "3,a\n4,b\n";
    DatasetSpec spec;
    spec.path = folder.write("train.csv", train);
    spec.test_path = folder.write("test.csv", test);
    CHECK(load_split(spec, {}).provenance.sha256 ==
          sha256_hex("train " + sha256_hex(train) + "\ntest " + sha256_hex(test) + "\n"));
    DatasetSpec images;
    images.path = folder.write("x-idx3-ubyte", "\0\0\x08\x02\0\0\0\2\0\0\0\2abcd"s);
    images.label = folder.write("y", "\0\0\x08\x01\0\0\0\2\1\2"s);
    images.test_fraction = 0;
    const std::string before = load_split(images, {}).provenance.sha256;
    folder.write("y", "\0\0\x08\x01\0\0\0\2\2\1"s);
    CHECK(load_split(images, {}).provenance.sha256 != before);
}

TEST_CASE("an Orange file that changes between two blocks of columns is refused at the last one") {
    const TemporaryFolder folder;
    const std::string content = "Var1\tVar2\tVar3\n1\t2\tred\n3\t4\tblue\r\n\n";
    const std::string path = folder.write("o", content);
    OrangeTable same({path}, 1);
    while (!same.next(1).empty()) {
    }
    for (const char to : {'5', '\t'}) {
        OrangeTable table({path}, 1);
        CHECK(table.next(1).size() == 1);
        std::string changed = content;
        changed[changed.find('4')] = to;
        folder.write("o", changed);
        CHECK(table.next(1).size() == 1);
        CHECK_THROWS_WITH(table.next(1), Contains("changed while it was read") && Contains("3"));
        folder.write("o", content);
    }
}

TEST_CASE("a pipe that nobody writes to is refused, one with a writer is read") {
    const TemporaryFolder folder;
    const std::string pipe = folder.path("pipe");
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    CHECK_THROWS_WITH(read_whole_file(pipe), Contains(pipe) && Contains("nobody writes to"));
    const int both_ends = ::open(pipe.c_str(), O_RDWR | O_CLOEXEC);
    REQUIRE(::write(both_ends, "1,a\n", 4) == 4);
    InputFile file(pipe);
    char line[4] = {};
    CHECK(file.read(line, 4) == 4);
    CHECK(std::string(line, 4) == "1,a\n");
    CHECK(file.most_bytes() == 4);
    REQUIRE(::write(both_ends, "2,bc\n", 5) == 5);
    CHECK(file.read(line, 3) == 3);
    CHECK(file.most_bytes() == 9);  // what has come so far
    CHECK(file.read(line, 2) == 2);
    ::close(both_ends);
    CHECK(file.read(line, 4) == 0);
    file.finish();
}
