#include "data/data_root.hpp"

#include "core/error.hpp"
#include "data/data_files.hpp"
#include "data/fetch/fetch.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::data;

TEST_CASE("a data root is one folder or several with colons between") {
    CHECK(parse_data_root("/a").text() == "/a");
    CHECK(parse_data_root("/a").others.empty());
    const DataRoot three = parse_data_root(":/a::b/c:/d");
    CHECK(three.folder == "/a");
    CHECK(three.others == std::vector<std::filesystem::path>{"b/c", "/d"});
    CHECK(three.text() == "/a:b/c:/d");
    CHECK_THROWS_AS(parse_data_root("::"), UsageError);
    CHECK_THROWS_AS(parse_data_root(""), UsageError);
}

TEST_CASE("files are found in the first folder that has them, and new ones go into the first") {
    const TemporaryFolder first, second;
    const DataRoot root = parse_data_root(first.path("") + ":" + second.path(""));
    second.write("set/file", "2");
    CHECK(read_file(root.path_of("set/file")) == "2");
    CHECK(root.path_of("set/other") == first.path("set/other"));
    first.write("set/file", "1");
    CHECK(read_file(root.path_of("set/file")) == "1");
}

TEST_CASE("a set in the second folder is at hand, its packed form too") {
    const TemporaryFolder first, second;
    const DataRoot root = parse_data_root(first.path("") + ":" + second.path(""));
    CHECK(presence("semeion", root) == Presence::absent);
    const StoredForm packed = find_dataset("semeion").files.at(0).packed.value();
    second.write(packed.path, std::string(packed.bytes, 'x'));
    CHECK(presence("semeion", root) == Presence::present);
    CHECK(verify("semeion", root).at(0).state == FileState::wrong_checksum);
    CHECK(dataset_path("semeion", root) == second.path("semeion"));
    first.write(packed.path, "short");
    CHECK(presence("semeion", root) == Presence::damaged);
}

TEST_CASE("each folder's record of checksums counts, and only the first folder's is written") {
    const TemporaryFolder first, second;
    const DataRoot root = parse_data_root(first.path("") + ":" + second.path(""));
    record_trusted_checksum(second.root(), "set/file", "22");
    CHECK(trusted_checksum(root, "set/file") == "22");
    record_trusted_checksum(root, "set/file", "11");
    CHECK(trusted_checksum(root, "set/file") == "11");
    CHECK(trusted_checksum(second.root(), "set/file") == "22");
    CHECK(read_file(first.path("trusted.sha256")) == "11  set/file\n");
}
