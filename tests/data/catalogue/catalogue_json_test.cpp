#include "core/error.hpp"
#include "data/catalogue/catalogue.hpp"
#include "data/prepare/splits.hpp"
#include "support/load_split.hpp"

#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::data;
using Catch::Contains;

namespace {

constexpr const char* kOneSet =
    R"([{"name": "a", "title": "A", "source": "s", "rows": 4, "test_rows": 2, "features": 1, "classes": 2,
         "split_rule": "r", "label": "l", "files": [{"path": "a/a.csv", "bytes": 7,
         "downloads": [{"url": "http://x/a.zip", "packing": "zip", "member": "a.csv"}]}],
         "load": {"table": {"delimiter": "semicolon", "skip": ["0"]}}}])";

std::vector<CatalogueEntry> read_text(const std::string& text) {
    const CatalogueText file{"test.json", text};
    return read_catalogue({&file, 1});
}

std::string edited(const std::string& from, const std::string& to) {
    std::string text = kOneSet;
    return text.replace(text.find(from), from.size(), to);
}

}  // namespace

TEST_CASE("a set of the catalogue is what its JSON says") {
    const CatalogueEntry entry = read_text(kOneSet).at(0);
    CHECK(entry.name == "a");
    CHECK(entry.shape.train_rows == 4);
    CHECK(entry.shape.test_rows == 2);
    CHECK_FALSE(entry.seeded);
    REQUIRE(entry.files.size() == 1);
    CHECK(entry.files[0].bytes == 7);
    CHECK(entry.files[0].sha256.empty());
    CHECK(entry.files[0].downloads.at(0).packing == Packing::zip);
    CHECK(entry.files[0].downloads.at(0).member == "a.csv");
    CHECK(entry.load);
}

TEST_CASE("a download is packed as its address ends, and has the sum of the form that is stored") {
    const CatalogueEntry entry = read_text(edited(
        R"("downloads": [{"url": "http://x/a.zip", "packing": "zip", "member": "a.csv"}])",
        R"("sha256": "f", "packed": {"sha256": "p", "bytes": 3}, "downloads": ["x/a.csv.gz", "x/a.csv", "x/b.zip",
           "x/a.Z", {"url": "x/5", "packing": "gzip", "sha256": ""}])"))[0];
    const CatalogueFile& file = entry.files.at(0);
    CHECK(file.packed->path == "a/a.csv.gz");
    std::string text;
    for (const Download& one : file.downloads)
        text += std::string(enum_name(one.packing)) + " " + one.member + one.sha256 + "; ";
    CHECK(text == "gzip p; none f; zip a.csv; compress ; gzip ; ");
}

TEST_CASE("a set that is like another one says what differs") {
    const std::string more = R"(, {"name": "p", "template": true, "note": "n", "rows": 9},
        {"name": "b", "like": "a", "title": "B", "rows": 5, "files": []},
        {"name": "c", "like": "p", "title": "C", "source": "s", "split_rule": "r", "label": "l",
         "load": {"two_rows": {}}},
        {"name": "d", "like": ["a", "p"], "title": "D"}])";
    std::string text = kOneSet;
    const std::vector<CatalogueEntry> sets = read_text(text.replace(text.rfind(']'), 1, more));
    REQUIRE(sets.size() == 4);
    CHECK(sets[3].note == "n");
    CHECK(sets[3].shape.train_rows == 9);
    CHECK(sets[3].shape.test_rows == 2);
    CHECK(sets[1].title == "B");
    CHECK(sets[1].source == "s");
    CHECK(sets[1].shape.train_rows == 5);
    CHECK(sets[1].shape.test_rows == 2);
    CHECK(sets[1].files.empty());
    CHECK(sets[1].load);
    CHECK(sets[2].note == "n");
    CHECK(sets[2].shape.train_rows == 9);
    CHECK_THROWS_WITH(read_text(edited("\"title\"", "\"like\": \"z\", \"title\"")),
                      Contains("unknown data set 'z'"));
}

TEST_CASE("a pool has its set's training rows first, however many rows it says") {
    const TemporaryFolder folder;
    std::string lines, more = R"(, {"name": "a-pool", "like": "a", "rows": 40, "test_rows": 0,
        "load": {"binary": {"of": "a", "undivided": true}}}])";
    for (int i = 0; i < 40; ++i)
        lines += std::to_string(i) + (i % 2 == 0 ? ";even\n" : ";odd\n");
    folder.write("a/a.csv", lines);
    std::string text = edited("\"rows\": 4", "\"rows\": 25");
    text = text.replace(text.find("\"skip\": [\"0\"]"), 13, "\"skip\": []").replace(text.rfind(']'), 1, more);
    text.replace(text.find("\"bytes\": 7"), 10, "\"bytes\": " + std::to_string(lines.size()));
    const CatalogueEntry pool = read_text(text).at(1);
    const DataRoot root = folder.root();
    const Split split = pool.load({pool, {}, root});
    const RowSplit parts = random_rows(40, 25, 1, "split:a-pool");
    std::vector<std::uint32_t> order = parts.first;
    order.insert(order.end(), parts.second.begin(), parts.second.end());
    REQUIRE(split.train.rows() == 40);
    for (std::size_t i = 0; i < 40; ++i)
        CHECK(split.train.columns[0].at(i) == static_cast<float>(order[i]));
}

TEST_CASE("a mistake in the catalogue is named with its set") {
    struct Mistake {
        std::string from, to, message;
    };
    for (const Mistake& one :
         {Mistake{"\"title\"", "\"titel\"", "'titel'; did you mean 'title'?"},
          {"\"label\": \"l\"", "\"lable\": \"l\"", "'lable'; did you mean 'label'?"},
          {"\"split_rule\"", "\"sized\": true, \"szied\": true, \"split_rule\"", "'szied'"},
          {"\"table\"", "\"tabel\"", "did you mean 'table'?"},
          {"\"skip\"", "\"skpi\"", "unknown option 'skpi'"},
          {"semicolon", "colon", "unknown delimiter 'colon'"},
          {"\"packing\": \"zip\"", "\"packing\": \"rar\"", "unknown packing 'rar'"},
          {"[{\"path\"", "[{\"pfad\": \"\", \"path\"", "unknown option 'pfad'"},
          {"\"label\": \"l\",", "", "'label' is missing"},
          {"\"rows\": 4", "\"rows\": \"4\"", "an integer"}}) {
        CAPTURE(one.to);
        CHECK_THROWS_WITH(read_text(edited(one.from, one.to)),
                          Contains("test.json: a") && Contains(one.message));
    }
}

TEST_CASE("every set of the catalogue can be loaded, and every stand-in is one") {
    std::set<std::string> names;
    for (const CatalogueEntry& entry : catalogue()) {
        INFO(entry.name);
        CHECK(names.insert(entry.name).second);
        CHECK((entry.load || entry.open));
        CHECK(entry.shape.train_rows > 0);
        CHECK(entry.shape.classes >= 2);
        if (!entry.stand_in.empty()) CHECK(find_dataset(entry.stand_in).name == entry.stand_in);
        for (const CatalogueFile& file : entry.files)
            for (const Download& download : file.downloads)
                CHECK_FALSE(download.url.empty());
    }
    CHECK(names.size() == 131);
}
